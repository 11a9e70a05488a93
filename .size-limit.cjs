/**
 * Limits the gzipped size of a first visit, by the manifest of the last build: the entry, its static imports, and the chunks it loads until
 * the page is shown.
 */
const { readFileSync } = require('node:fs')
const { join } = require('node:path')

const dist = join(__dirname, 'dist')

/** Returns `key` and its static imports. */
function withImports(manifest, key, found = new Set()) {
  if (found.has(key)) return found
  found.add(key)
  for (const next of manifest[key].imports ?? []) withImports(manifest, next, found)
  return found
}

/** Returns the shortest chain of lazy chunks from an entry to the page, both included; undefined if there is none. */
function shortestPath(manifest, entry, isPage) {
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

/** Returns the scripts loaded before the page is shown. The first pattern that matches a chunk is the page. */
function firstLoad(manifest, patterns) {
  const pattern = patterns.find((one) => Object.keys(manifest).some((key) => one.test(key)))
  if (pattern === undefined) throw new Error(`The build has no chunk that matches ${patterns.join(' or ')}: nothing to measure.`)
  const isPage = (key) => pattern.test(key)
  const entries = Object.keys(manifest).filter((key) => manifest[key].isEntry && key.endsWith('.html'))
  const paths = entries.map((entry) => shortestPath(manifest, entry, isPage)).filter((found) => found !== undefined)
  if (paths.length === 0) throw new Error(`No entry leads to ${pattern}: nothing to measure.`)
  // a page with its own entry is reached from there
  const [path] = paths.sort((a, b) => a.length - b.length)
  const keys = new Set(path.flatMap((key) => [...withImports(manifest, key)]))
  const files = [...keys].map((key) => manifest[key].file).filter((file) => file.endsWith('.js'))
  return files.map((file) => join(dist, file))
}

function limits() {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  const limit = (name, max, ...patterns) => ({ name, limit: max, gzip: true, path: firstLoad(manifest, patterns) })
  return [
    limit('first load of the sign-in page', '90 kB', /web\/pages\/(sign-in|login)(-page)?\.tsx$/, /app\/screens\/signed-out\.tsx$/),
    limit('first load of the dashboard', '150 kB', /web\/pages\/dashboard(-page)?\.tsx$/),
  ]
}

module.exports = limits()
