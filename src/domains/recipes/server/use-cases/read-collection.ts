import { createHash } from 'node:crypto'
import type { RecipeDraft } from '../../contract/index.ts'
import { embeddedPicture, readCollectionFile } from '../../rules/collection-files.ts'
import { looseJson } from '../../rules/json-ld.ts'
import { type CollectionRefusal, CollectionRefusedError, extractJsonFiles } from '../gateway/unpack-collection.ts'
import { newRow } from './recipe-row.ts'

export const maxRecipes = 2000
/** Ingredient lines per upload: 15 for each of the most recipes. */
export const maxLines = 30_000
/** Text stored per upload, including unparsed lines. */
export const maxTextBytes = 24 * 1024 * 1024

/** A parsed recipe: its row as JSON without household and times, and the index of its picture. */
interface ReadRecipe {
  id: string
  row: Uint8Array<ArrayBuffer>
  picture: number | null
}

/** The content of an upload, as bytes that move between threads without copying. */
export interface ReadCollection {
  recipes: ReadRecipe[]
  /** Each once, however many recipes use it; not decoded yet. */
  pictures: Uint8Array<ArrayBuffer>[]
  /** The first ingredient of each recipe without a name. */
  nameless: string[]
}

/** Reads and parses the recipes of an uploaded export. Throws `CollectionRefused`. */
export async function readCollection(upload: Buffer): Promise<ReadCollection> {
  const collection: ReadCollection = { recipes: [], pictures: [], nameless: [] }
  const places = new Map<string, number>()
  let [lines, textBytes] = [0, 0]

  /** Returns the picture's index among the collection's. */
  function placeOf(bytes: Buffer): number {
    const hash = createHash('sha256').update(bytes).digest('base64')
    const place = places.get(hash) ?? collection.pictures.push(new Uint8Array(bytes)) - 1
    places.set(hash, place)
    return place
  }

  function add(draft: RecipeDraft, picture: number | null): void {
    lines += draft.ingredients.length
    if (lines > maxLines) throw new CollectionRefusedError('too_many_lines')
    const row = newRow(draft, '')
    const bytes = new TextEncoder().encode(JSON.stringify(row))
    textBytes += bytes.length
    if (textBytes > maxTextBytes) throw new CollectionRefusedError('archive_too_large')
    collection.recipes.push({ id: row.id, row: bytes, picture })
  }

  for await (const { text, picture } of extractJsonFiles(upload)) {
    const data = looseJson(text)
    const drafts = readCollectionFile(data, maxRecipes + 1)
    const isNamed = ({ name }: RecipeDraft) => name !== 'Untitled recipe'
    const withName = drafts.filter(isNamed)
    collection.nameless.push(...drafts.filter((draft) => !isNamed(draft)).map(({ ingredients }) => ingredients[0] ?? ''))
    if (collection.recipes.length + collection.nameless.length + withName.length > maxRecipes) throw new CollectionRefusedError('too_many')
    const inside = embeddedPicture(data)
    const isPictured = drafts.length === 1 && withName.length === 1
    const bytes = !isPictured ? null : inside === '' ? ((await picture?.()) ?? null) : Buffer.from(inside, 'base64')
    for (const draft of withName) add(draft, bytes && placeOf(bytes))
  }
  if (collection.recipes.length === 0) throw new CollectionRefusedError('archive_unreadable')
  return collection
}

/** The worker's response: the collection, or why there is none. */
export type CollectionResult = { collection: ReadCollection } | { refused: CollectionRefusal }
