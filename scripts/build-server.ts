/**
 * Bundles the server and its libraries into one file under `dist-server/`, unless it was built from exactly these sources (`--always`:
 * rebuilds). Finding and loading two thousand small files takes longer than the rest of a start.
 */
import { globSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { buildInputs, builtEntry, builtFolder, builtServer, fingerprint } from '../src/app/built-server.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, builtFolder)
const from = (base: string, file: string) => relative(base, file).replaceAll('\\', '/')

/** Libraries that load files relative to themselves: native addons, models, workers, pages. */
const apart = [
  /^(sharp|pino|thread-stream|pg-native)$/,
  /^(onnxruntime-|zxing-wasm|@undecaf\/zbar-wasm|@gutenye\/)/,
  /^@fastify\/(static|swagger-ui)$/,
]

/** Files that our modules load relative to themselves, workers above all, are resolved at their sources. */
const placesKept: Plugin = {
  name: 'larder:places-kept',
  transform(code, id) {
    if (!from(root, id).startsWith('src/') || !/import\.meta\.(url|dirname)/.test(code)) return null
    const at = (file: string) => `new URL(${JSON.stringify(from(folder, file))}, import.meta.url)`
    const kept = code
      .replaceAll(/import\.meta\.(url|dirname)/g, (_all, what) => (what === 'url' ? `${at(id)}.href` : `pathOfPlace(${at(dirname(id))})`))
      .replace(/^/, `import { fileURLToPath as pathOfPlace } from 'node:url'\n`)
    return { code: kept, map: null }
  },
}

/** Inputs other than the modules: the build itself and the installed libraries. */
const alsoFrom = ['package.json', 'package-lock.json', 'scripts/build-server.ts']

const timesOf = (files: string[]) =>
  new Map(files.map((file) => [file, statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs] as const))

if (process.argv.includes('--always') || builtServer(root) === null) {
  console.error('Putting the server into one file …')
  const { build } = await import('vite')
  const before = timesOf(globSync('src/**', { cwd: root }))
  rmSync(join(folder, buildInputs), { force: true })
  const made = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    publicDir: false,
    plugins: [placesKept],
    ssr: { noExternal: true },
    build: {
      ssr: 'src/app/start.ts',
      outDir: folder,
      target: 'node26',
      minify: false,
      rolldownOptions: { external: apart, output: { entryFileNames: builtEntry, chunkFileNames: '[name]-[hash].mjs' } },
    },
  })
  if (!('output' in made)) throw new Error('the build of the server watches instead of ending')
  const modules = made.output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds.map((id) => from(root, id)) : []))
  const sources = [...new Set(modules.filter((file) => file.startsWith('src/')))].sort()
  const after = timesOf(sources)
  const edited = sources.find((file) => before.get(file) !== after.get(file))
  if (edited !== undefined) throw new Error(`${edited} was written while the server was built: build again`)
  const marks = [...sources, ...alsoFrom].map((file) => [file, fingerprint(join(root, file))])
  writeFileSync(join(folder, buildInputs), JSON.stringify(Object.fromEntries(marks)))
}
