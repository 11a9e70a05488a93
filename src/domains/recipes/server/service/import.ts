import type { BodyOf } from '#platform/contract/endpoint.ts'
import { invalid, Problem } from '#platform/contract/problem.ts'
import { say } from '#platform/contract/say.ts'
import { record } from '#platform/server/changes.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import { type importRecipe as importEndpoint, type RecipeDraft, recipesImported, WebAddress } from '../../contract.ts'
import { pictureIn, recipesOfFile } from '../../rules/collections.ts'
import { looseJson } from '../../rules/json-ld.ts'
import { type ReadPage, readPage, readPasted } from '../../rules/plain-recipe.ts'
import { archiveFiles, unreadableArchive } from '../gateway/archive.ts'
import { fetchPage, type Outside } from '../gateway.ts'
import { putPhoto } from '../store/recipes.ts'
import { keptPhoto } from './photo.ts'
import { insert, type RecipeUndo } from './recipe.ts'
import { newRow } from './row.ts'

const sentences = {
  page: /*i18n*/ 'There is no recipe on that page that we can read. You can write it down from here, or paste its text.',
  text: /*i18n*/ 'We could not find a recipe in that text: it needs its ingredients and its steps. You can complete it by hand.',
}

/** Reads a page or a pasted text as a draft. Throws 422 `no_recipe_found` with a `draft` to complete by hand. */
export async function importRecipe({ url, text }: BodyOf<typeof importEndpoint>, outside: Outside): Promise<{ recipe: RecipeDraft }> {
  const { recipe, draft } = url === undefined ? readPasted(text ?? '') : await readAddress(url, outside)
  if (!recipe) throw new Problem(422, 'no_recipe_found', url === undefined ? sentences.text : sentences.page, { draft })
  return { recipe }
}

async function readAddress(url: string, outside: Outside): Promise<ReadPage> {
  if (!WebAddress.safeParse(url).success) throw invalid('fetch_refused', 'That address could not be reached.', 'url')
  const page = await fetchPage(url, outside)
  if (!page.isFound)
    throw new Problem(
      502,
      'fetch_failed',
      'That page does not answer us. Many sites turn programs away: copy the page’s text and paste it here.',
    )
  const isJson = /^\s*[[{]/.test(page.html)
  return isJson ? readPasted(page.html) : readPage(page.html, page.url)
}

const mostImported = 2000

/** Base64 of pictures kept of one collection; recipes after that come without. */
const mostPictures = 40_000_000

export interface Collection {
  /** `photo`: its picture as it is kept. */
  drafts: { draft: RecipeDraft; photo: string | null }[]
  skipped: { name: string; why: string }[]
}

/** Recipes of an uploaded export. Throws 422 where it holds none, or more than can be kept at once. */
export async function readCollection(upload: Buffer): Promise<Collection> {
  const collection: Collection = { drafts: [], skipped: [] }
  let pictures = 0
  for await (const { text, picture } of archiveFiles(upload)) {
    const data = looseJson(text)
    const drafts = recipesOfFile(data)
    const inside = pictureIn(data)
    const found = inside === '' ? picture : Buffer.from(inside, 'base64')
    const given = drafts.length === 1 && pictures < mostPictures ? found : null
    // A damaged picture is no reason to go without the recipe.
    const photo = given && (await keptPhoto(given).catch(() => null))
    pictures += photo?.length ?? 0
    for (const draft of drafts) {
      if (draft.name === 'Untitled recipe') collection.skipped.push({ name: draft.ingredients[0] ?? '', why: say`It has no name.` })
      else collection.drafts.push({ draft, photo })
    }
    if (collection.drafts.length > mostImported)
      throw invalid('too_many', say`That is more than ${mostImported} recipes. Please bring them in parts.`, 'file')
    // Reading hundreds of files is work of a second: others are served between them.
    await new Promise((next) => setImmediate(next))
  }
  if (collection.drafts.length === 0) throw unreadableArchive()
  return collection
}

/** Keeps them all as one change. */
export async function keepAll(tx: Transaction, member: Member, drafts: Collection['drafts']): Promise<string[]> {
  const at = member.now.toISOString()
  const undo: RecipeUndo[] = []
  for (const { draft, photo } of drafts) {
    const row = newRow(member.householdId, draft, at)
    undo.push(await insert(tx, photo === null ? row : { ...row, photo: String(row.version) }))
    if (photo !== null) await putPhoto(tx, member.householdId, row.id, photo)
  }
  const recipeIds = undo.map(({ recipeId }) => recipeId)
  await record(tx, member, recipesImported, { recipeIds }, undo)
  return recipeIds
}
