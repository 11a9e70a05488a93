import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { nameKey } from '#platform/shared/name-key.ts'
import { editDistance } from '../../rules/ingredient-search.ts'

/** The local catalog of products, empty until one is imported. */
export interface Catalog {
  /** Returns the name of a normalized code, or null. */
  find(code: string): string | null
  /** Returns matching names, the most common first. */
  search(text: string, limit: number): string[]
  about(): { products: number; importedAt: string | null }
  close(): void
}

const recheckMs = 2000
/** Shorter words are too similar to correct. */
const minCorrectedLength = 4
/** Rare words may be misspelled themselves. */
const maxCompared = 2000
const wordsOf = (text: string) =>
  nameKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

interface OpenCatalog {
  db: DatabaseSync
  version: string
  find: StatementSync
  search: StatementSync
  hasPrefix: StatementSync
  words: StatementSync
  about: { products: number; importedAt: string }
}

function openFile(file: string, version: string): OpenCatalog {
  const db = new DatabaseSync(file, { readOnly: true })
  db.exec('PRAGMA mmap_size = 268435456; PRAGMA query_only = 1')
  const row = db.prepare('select products, imported_at from about').get()
  return {
    db,
    version,
    find: db.prepare('select names.name from products join names on names.id = products.name where products.code = ?'),
    search: db.prepare(
      'select names.name from search join names on names.id = search.rowid where search match ? order by search.rowid limit ?',
    ),
    hasPrefix: db.prepare('select 1 from search where search match ? limit 1'),
    words: db.prepare('select word from words where first = ? and length(word) >= ? order by count desc limit ?'),
    about: { products: Number(row?.['products'] ?? 0), importedAt: String(row?.['imported_at'] ?? '') },
  }
}

const prefixQuery = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' AND ')

/** Returns the common word that was likely meant, or the word itself if none is near. */
function correctWord({ words, hasPrefix }: OpenCatalog, word: string): string {
  if (word.length < minCorrectedLength || hasPrefix.get(prefixQuery([word]))) return word
  const max = word.length >= 8 ? 2 : 1
  let best = { word, edits: max + 1 }
  for (const row of words.iterate(word.slice(0, 1), word.length - max, maxCompared)) {
    const common = String(row['word'])
    // The input may be the beginning of a longer word.
    const candidate = common.length > word.length + max ? common.slice(0, word.length) : common
    const edits = editDistance(word, candidate, max)
    if (edits < best.edits) best = { word: candidate, edits }
    if (best.edits === 1) break
  }
  return best.word
}

/** Corrects typos only if nothing matches. */
function searchNames(catalog: OpenCatalog, text: string, limit: number): string[] {
  // Single letters match half of all names.
  const words = wordsOf(text)
    .slice(0, 8)
    .filter((word) => word.length > 1)
  if (words.length === 0) return []
  const find = (terms: readonly string[]) => catalog.search.all(prefixQuery(terms), limit * 4).map((row) => String(row['name']))
  let terms = words
  let names = find(terms)
  if (names.length === 0) {
    terms = words.map((word) => correctWord(catalog, word))
    names = terms.every((word, index) => word === words[index]) ? [] : find(terms)
  }
  const key = terms.join(' ')
  const distinct = [...new Map(names.toReversed().map((name) => [nameKey(name), name])).values()].toReversed()
  return distinct
    .map((name) => ({ name, rank: nameKey(name).startsWith(key) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ name }) => name)
}

/** Opens the catalog of a data folder, and reopens it when an import replaces the file. */
export function openCatalog(dataDir: string, log: (message: string) => void): Catalog {
  const file = catalogPaths(dataDir).catalog
  let opened: OpenCatalog | null = null
  let checkedAtMs = Number.NEGATIVE_INFINITY

  function current(): OpenCatalog | null {
    const nowMs = performance.now()
    if (nowMs - checkedAtMs < recheckMs) return opened
    checkedAtMs = nowMs
    const stat = statSync(file, { throwIfNoEntry: false })
    const version = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
    if (version === (opened?.version ?? '')) return opened
    opened?.db.close()
    opened = null
    try {
      if (stat) opened = openFile(file, version)
    } catch (error) {
      log(`the catalog of products cannot be read: ${error instanceof Error ? error.message : error}`)
    }
    return opened
  }

  return {
    find(code) {
      const name = current()?.find.get(Number(code))?.['name']
      return typeof name === 'string' ? name : null
    },
    search(text, limit) {
      const catalog = current()
      return catalog ? searchNames(catalog, text, limit) : []
    },
    about() {
      // Checks the file at once: an import may have just finished.
      checkedAtMs = Number.NEGATIVE_INFINITY
      return current()?.about ?? { products: 0, importedAt: null }
    },
    close: () => opened?.db.close(),
  }
}

/**
 * Paths in the data folder. The catalog is a separate file that isn't backed up: it's public data under its own license (ODbL), and can
 * be imported again.
 */
export const catalogPaths = (dataDir: string) => ({
  /** Dumps that a server admin copied or uploaded. */
  dumps: join(dataDir, 'catalogue'),
  catalog: join(dataDir, 'catalogue.db'),
  /** Rows that a running import has read. */
  staged: join(dataDir, 'catalogue-staged.db'),
  /** The new catalog, which replaces the old one when it's complete. */
  fresh: join(dataDir, 'catalogue-fresh.db'),
  /** Progress of the import, shared by all processes on this folder. */
  progress: join(dataDir, 'catalog-import.json'),
})
