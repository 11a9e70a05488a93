/**
 * What a first visit loads, gzipped, by the manifest of the last build: the entry, what it imports at once, and the chunks on the way to
 * the page that is shown. size-limit measures files; which files those are is worked out here.
 */
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const dist = join(__dirname, 'dist')

/** Every chunk that arrives together with `key`. */
function withImports(manifest, key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key].imports ?? []) withImports(manifest, next, found)
  return found
}

/** The lazy chunks from an entry to the page, both included, on the shortest way; undefined when there is none. */
function way(manifest, entry, isPage) {
  const queue = [[entry]]
  const seen = new Set([entry])
  for (const path of queue) {
    const together = [...withImports(manifest, path.at(-1))]
    if (together.some(isPage)) return path
    for (const next of together.flatMap((key) => manifest[key].dynamicImports ?? [])) {
      if (seen.has(next)) continue
      seen.add(next)
      queue.push([...path, next])
    }
  }
  return undefined
}

/** Paths of the scripts a visitor loads before seeing the page: the first of these patterns that names a chunk. */
function firstLoad(manifest, patterns) {
  const pattern = patterns.find((one) => Object.keys(manifest).some((key) => one.test(key)))
  if (pattern === undefined) throw new Error(`The build has no chunk that matches ${patterns.join(' or ')}: nothing to measure.`)
  const isPage = (key) => pattern.test(key)
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry && key.endsWith('.html'))
  const ways = entries.map((entry) => way(manifest, entry, isPage)).filter((found) => found !== undefined)
  if (ways.length === 0) throw new Error(`No entry leads to ${pattern}: nothing to measure.`)
  // a page with an entry of its own is reached from there
  const [path] = ways.sort((a, b) => a.length - b.length)
  const keys = new Set(path.flatMap((key) => [...withImports(manifest, key)]))
  const files = [...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'))
  return files.map((file) => join(dist, file))
}

function limits() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  const limit = (name, most, ...patterns) => ({ name, limit: most, gzip: true, path: firstLoad(manifest, patterns) })
  return [
    limit('first load of the sign-in page', '100 kB', /web\/pages\/(sign-in|login)(-page)?\.tsx$/, /app\/screens\/signed-out\.tsx$/),
    limit('first load of the dashboard', '190 kB', /web\/pages\/dashboard(-page)?\.tsx$/),
  ]
}

module.exports = limits()
