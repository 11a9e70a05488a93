/**
 * Prepares a clone to run a command: installs the locked packages, checks the pinned Node, and for `start` builds screens and server if they
 * are stale. Runs on Node 18 or later, before anything is installed, so it uses only Node's own modules. Standard output belongs to the
 * command that follows; messages go to standard error.
 *
 *   node scripts/ensure.cjs [start | build | test | scan | …]    start: build if stale · build: always build · otherwise: install only
 */
'use strict'
const { spawnSync } = require('node:child_process')
const { createHash } = require('node:crypto')
const fs = require('node:fs')
const path = require('node:path')

const root = path.dirname(__dirname)
const at = (...parts) => path.join(root, ...parts)
// Node is one package per system, all in the same version. The lock file has their checksums, and npm installs the matching one.
const runtimes = JSON.parse(fs.readFileSync(at('package.json'), 'utf8')).optionalDependencies
const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`
const runtime = [`node-${system}`, `node-bin-${system}`].find((name) => name in runtimes)
const pinned = Object.values(runtimes)[0]
const node = at('node_modules', '.bin', 'node')
const installStamp = at('node_modules', '.cache', 'larder-installed')
const buildStamp = at('dist', '.built-from')

const say = (sentence) => process.stderr.write(`${sentence}\n`)
const fail = (sentence) => {
  say(sentence)
  process.exit(1)
}
const readOr = (file, otherwise) => {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    return otherwise
  }
}
/** Returns size and modification time of a file, or '' if there is none. */
const mark = (file) => {
  const stat = fs.statSync(file, { throwIfNoEntry: false })
  return stat ? `${stat.size}:${stat.mtimeMs}` : ''
}
const run = (file, args, env) => spawnSync(file, args, { cwd: root, env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] }).status === 0

/**
 * Returns whether node_modules has every package of the lock file in its version; of the optional ones, only the Node for this system.
 * Still true after a `git pull` without changes.
 */
function installed() {
  const packages = (file) => JSON.parse(readOr(at(file), '{}')).packages
  const have = packages('node_modules/.package-lock.json')
  const lock = packages('package-lock.json')
  if (!have || !lock) return false
  return Object.keys(lock).every((key) => {
    const wanted = lock[key]
    const isOptional = wanted.optional && key !== `node_modules/${runtime}`
    return key === '' || isOptional || wanted.link || (have[key] && have[key].version === wanted.version)
  })
}

/** Puts npm's cache into the project folder if HOME isn't writable (a service account). */
function cacheArguments() {
  const usual = process.env.npm_config_cache || path.join(process.env.HOME || require('node:os').homedir(), '.npm')
  try {
    fs.mkdirSync(path.join(usual, '_cacache'), { recursive: true })
    fs.accessSync(path.join(usual, '_cacache'), fs.constants.W_OK)
    return []
  } catch {
    return ['--cache', at('.npm-cache')]
  }
}

function install() {
  say('Installing what package-lock.json names …')
  // `npm ci` rejects a lock file that lacks optional packages of other platforms, and some registries don't have all of them
  const args = [
    'install',
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    ...cacheArguments(),
  ]
  const npm = process.env.npm_execpath
  const done = npm && /npm-cli\.[cm]?js$/.test(npm) ? run(process.execPath, [npm, ...args]) : run('npm', args)
  if (!done) fail('npm install did not finish; see its message above.')
}

/** Debian's packages of Node's libraries; a minimal system lacks the first. */
const debianPackages = { 'libatomic.so.1': 'libatomic1', 'libstdc++.so.6': 'libstdc++6', 'libgcc_s.so.1': 'libgcc-s1' }

/** Returns why the pinned Node doesn't run and what to do, from the result of `node -v`. */
function whyNot({ error, stdout, stderr, signal }) {
  const library = (/error while loading shared libraries: ([^\s:]+)/.exec(stderr || '') || [])[1]
  if (library) {
    const remedy = debianPackages[library]
      ? `On Debian and Ubuntu, as root: apt-get install ${debianPackages[library]}`
      : `Install ${library}.`
    return `but that does not start: this system lacks its library ${library}. ${remedy}`
  }
  if (!runtime) return `which has no package for ${system}. Linux and macOS on x64 or arm64 have one, and Windows on x64.`
  // No program, or another version: npm ignores an optional package that it couldn't download or whose checksum is wrong.
  if (!fs.existsSync(node) || /^v\d/.test(stdout || ''))
    return `but its package ${runtime} was not installed: npm could not get it, or it is not the one whose checksum package-lock.json holds. Check that this machine reaches npm's registry, and start again.`
  return `but that does not start: ${(stderr || '').trim() || error?.message || signal || 'it prints nothing'}`
}

/** The check reads two large files and starts a process, so its result is stored with the marks of its inputs. */
function ensureInstalled() {
  const marks = () => [pinned, ...[at('package-lock.json'), at('node_modules', '.package-lock.json'), node].map(mark)].join(' ')
  if (readOr(installStamp, null) === marks()) return
  if (!installed()) install()
  const tried = spawnSync(node, ['-v'], { encoding: 'utf8' })
  if ((tried.stdout || '').trim() !== `v${pinned}`) fail(`Larder runs on Node ${pinned} from node_modules, ${whyNot(tried)}`)
  fs.mkdirSync(path.dirname(installStamp), { recursive: true })
  fs.writeFileSync(installStamp, marks())
}

/** Returns the files the screens are built from. Screens may not import servers and tests, so those are left out. */
function webSources() {
  const found = []
  const walk = (folder) => {
    let entries
    try {
      entries = fs.readdirSync(at(folder), { withFileTypes: true })
    } catch {
      return
    }
    for (const entry of entries) {
      const name = `${folder}/${entry.name}`
      if (entry.isDirectory()) {
        if (entry.name !== 'server') walk(name)
      } else if (entry.name !== 'server.ts' && !/\.test\.tsx?$/.test(entry.name)) found.push(name)
    }
  }
  walk('src')
  walk('public')
  return [
    ...found,
    'index.html',
    'vite.config.ts',
    'lingui.config.ts',
    'scripts/messages-plugin.ts',
    'package.json',
    'package-lock.json',
  ].sort()
}

const digest = (files, of) => {
  const hash = createHash('sha256')
  for (const file of files) hash.update(`${file}\0${of(at(file))}\0`)
  return hash.digest('hex')
}

/** Builds the screens unless `dist/` was built from exactly these sources. Reads them only if a size or time changed. */
function ensureBuilt(always) {
  const files = webSources()
  const quick = digest(files, mark)
  const [quickThen, contentThen] = readOr(buildStamp, '').split('\n')
  if (!always && quickThen === quick) return
  const content = digest(files, (file) => (fs.existsSync(file) ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : ''))
  if (always || contentThen !== content) {
    say('Building the screens …')
    fs.rmSync(buildStamp, { force: true })
    const vite = at('node_modules', 'vite', 'bin', 'vite.js')
    if (!run(node, [vite, 'build', '--manifest', '--logLevel', 'warn'], { NODE_ENV: 'production' }))
      fail('The screens could not be built; see the message above.')
  }
  fs.mkdirSync(at('dist'), { recursive: true })
  fs.writeFileSync(buildStamp, `${quick}\n${content}\n`)
}

const wish = process.argv[2]
ensureInstalled()
if (wish === 'start' || wish === 'build') {
  const always = wish === 'build'
  ensureBuilt(always)
  if (!run(node, ['scripts/build-server.ts', ...(always ? ['--always'] : [])]))
    fail('The server could not be bundled; see the message above.')
}
