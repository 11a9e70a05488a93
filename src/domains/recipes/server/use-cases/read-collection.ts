import { createHash } from 'node:crypto'
import type { CollectionFormat, CollectionLoss, RecipeDraft } from '../../contract/index.ts'
import { maxLines as maxListed } from '../../contract/recipe.ts'
import { embeddedPicture } from '../../rules/collection-files.ts'
import type { CollectionRecipe } from '../../rules/collection-recipes.ts'
import { untitled } from '../../rules/draft-from-parsed-recipe.ts'
import { readCollectionText } from '../../rules/read-collection-text.ts'
import { type CollectionRefusal, CollectionRefusedError, extractFiles } from '../gateway/unpack-collection.ts'
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
  /** The names of the first few. */
  names: string[]
  formats: CollectionFormat[]
  losses: CollectionLoss[]
}

const maxNames = 5

/** Whether a list reaches the limit, so that the rest of it is left out. */
const isFull = ({ ingredients, instructions }: RecipeDraft) => Math.max(ingredients.length, instructions.length) >= maxListed

/** Reads and parses the recipes of an uploaded export, a file called `name` without its extension. Throws `CollectionRefused`. */
export async function readCollection(upload: Buffer, name = ''): Promise<ReadCollection> {
  const collection: ReadCollection = { recipes: [], pictures: [], nameless: [], names: [], formats: [], losses: [] }
  const formats = new Set<CollectionFormat>()
  const losses = new Set<CollectionLoss>()
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

  for await (const { text, name: fileName, picture, pictureAt } of extractFiles(upload, name)) {
    const { recipes, format, losses: lost, data } = readCollectionText({ text, name: fileName }, maxRecipes + 1)
    if (recipes.length === 0) {
      losses.add('otherFiles')
      continue
    }
    formats.add(format)
    for (const loss of lost) losses.add(loss)
    if (recipes.some(({ draft }) => isFull(draft))) losses.add('longLists')
    const isNamed = ({ draft }: CollectionRecipe) => draft.name !== untitled
    const withName = recipes.filter(isNamed)
    collection.nameless.push(...recipes.filter((recipe) => !isNamed(recipe)).map(({ draft }) => draft.ingredients[0] ?? ''))
    if (collection.recipes.length + collection.nameless.length + withName.length > maxRecipes) throw new CollectionRefusedError('too_many')
    const inside = embeddedPicture(data)
    const isAlone = recipes.length === 1
    for (const { draft, picture: path } of withName) {
      const unpack = (path === null ? null : pictureAt(path)) ?? (isAlone ? picture : null)
      const bytes = isAlone && inside !== '' ? Buffer.from(inside, 'base64') : ((await unpack?.()) ?? null)
      add(draft, bytes && placeOf(bytes))
      if (collection.names.length < maxNames) collection.names.push(draft.name)
    }
  }
  Object.assign(collection, { formats: [...formats], losses: [...losses] })
  if (collection.recipes.length === 0) throw new CollectionRefusedError('archive_unreadable')
  return collection
}

/** A file to read; `name` is its name without the extension. */
export interface CollectionTask {
  upload: Uint8Array<ArrayBuffer>
  name: string
}

/** The worker's response: the collection, or why there is none. */
export type CollectionResult = { collection: ReadCollection } | { refused: CollectionRefusal }
