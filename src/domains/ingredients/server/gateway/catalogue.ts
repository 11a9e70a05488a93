import { statSync } from 'node:fs'
import { DatabaseSync, type StatementSync } from 'node:sqlite'
import { nameKey } from '#platform/shared/text.ts'
import { distance } from '../../rules/find-ingredient.ts'
import { cataloguePlaces } from './catalogue-paths.ts'

/** The local catalogue of products. Without a file everything is unknown. */
export interface Catalogue {
  /** What a code in normal form is called; null: not known. */
  find(code: string): string | null
  /** Names that fit what somebody types, the most common first. */
  search(text: string, limit: number): string[]
  about(): { products: number; importedAt: string | null }
  close(): void
}

/** Another file is looked for this often. */
const lookAgainMs = 2000
/** Words of few letters are too alike to be corrected; rare ones are likely misspelt themselves. */
const shortestCorrected = 4
const maxCompared = 2000
const wordsOf = (text: string) =>
  nameKey(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')

interface PendingMutation {
  db: DatabaseSync
  version: string
  find: StatementSync
  search: StatementSync
  begins: StatementSync
  words: StatementSync
  about: { products: number; importedAt: string }
}

function hold(file: string, version: string): PendingMutation {
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
    begins: db.prepare('select 1 from search where search match ? limit 1'),
    words: db.prepare('select word from words where first = ? and length(word) >= ? order by count desc limit ?'),
    about: { products: Number(row?.['products'] ?? 0), importedAt: String(row?.['imported_at'] ?? '') },
  }
}

const asPrefixes = (words: readonly string[]) => words.map((word) => `"${word}"*`).join(' AND ')

/** Opens the catalogue of a data folder; a file that an import puts in its place is taken up by itself. */
export function openCatalogue(dataDir: string, log: (message: string) => void): Catalogue {
  const file = cataloguePlaces(dataDir).catalogue
  let held: PendingMutation | null = null
  let lookedAt = Number.NEGATIVE_INFINITY

  function now(): PendingMutation | null {
    const at = performance.now()
    if (at - lookedAt < lookAgainMs) return held
    lookedAt = at
    const stat = statSync(file, { throwIfNoEntry: false })
    const version = stat ? `${stat.ino} ${stat.mtimeMs} ${stat.size}` : ''
    if (version === (held?.version ?? '')) return held
    held?.db.close()
    held = null
    try {
      if (stat) held = hold(file, version)
    } catch (error) {
      log(`the catalogue of products cannot be read: ${error instanceof Error ? error.message : error}`)
    }
    return held
  }

  /** The common word that was likely meant; the word itself where none is near. */
  function corrected({ words, begins }: PendingMutation, word: string): string {
    if (word.length < shortestCorrected || begins.get(asPrefixes([word]))) return word
    const max = word.length >= 8 ? 2 : 1
    let best = { word, edits: max + 1 }
    for (const row of words.iterate(word.slice(0, 1), word.length - max, maxCompared)) {
      const other = String(row['word'])
      // What is typed may be the beginning of a longer word.
      const meant = other.length > word.length + max ? other.slice(0, word.length) : other
      const edits = distance(word, meant, max)
      if (edits < best.edits) best = { word: meant, edits }
      if (best.edits === 1) break
    }
    return best.word
  }

  return {
    find(code) {
      const name = now()?.find.get(Number(code))?.['name']
      return typeof name === 'string' ? name : null
    },
    search(text, limit) {
      const catalogue = now()
      const all = wordsOf(text).slice(0, 8)
      // One letter fits half of all names and tells nothing beside a longer word.
      const words = all.filter((word) => word.length > 1)
      if (!catalogue || words.length === 0) return []
      const ask = (wanted: readonly string[]) => catalogue.search.all(asPrefixes(wanted), limit * 4).map((row) => String(row['name']))
      let wanted = words
      let names = ask(wanted)
      if (names.length === 0) {
        wanted = words.map((word) => corrected(catalogue, word))
        names = wanted.every((word, at) => word === words[at]) ? [] : ask(wanted)
      }
      const key = wanted.join(' ')
      const distinct = [...new Map(names.toReversed().map((name) => [nameKey(name), name])).values()].toReversed()
      return distinct
        .map((name) => ({ name, late: nameKey(name).startsWith(key) ? 0 : 1 }))
        .sort((a, b) => a.late - b.late)
        .slice(0, limit)
        .map(({ name }) => name)
    },
    about() {
      // Whoever asks has often just seen an import end.
      lookedAt = Number.NEGATIVE_INFINITY
      return now()?.about ?? { products: 0, importedAt: null }
    },
    close: () => held?.db.close(),
  }
}
