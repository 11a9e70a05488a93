import { PassThrough, Readable } from 'node:stream'
import yazl from 'yazl'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { TempFile, WriteTempFile } from '#platform/server/endpoints/temp-file.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { say } from '#platform/shared/say.ts'
import type { SyncedRecipe } from '../../contract/index.ts'
import { recipeJsonLd } from '../../rules/recipe-json-ld.ts'
import { findPhoto } from '../store/photos.ts'
import { listIdsWithRow, listRows } from '../store/recipes.ts'
import { getCookbook, listCookbooks } from './edit-cookbook.ts'
import { recipeIndexPage, recipePage } from './recipe-page.ts'
import { starterRows, toSyncedRecipe } from './recipe-row.ts'

export interface RecipeExport {
  readonly database: Database
  readonly writeTempFile: WriteTempFile
}

interface ExportedRecipe {
  readonly recipe: SyncedRecipe
  /** The name of its files, without extension; unique. */
  readonly file: string
}

/**
 * Exports a household's recipes, or those of a cookbook, as a zip: for each, schema.org data that other apps import, a page that any browser
 * shows, and its photo. It is written to a temporary file, because streaming it would keep the snapshot open as long as the client takes.
 * Throws 404 for an unknown cookbook.
 */
export const exportRecipes = ({ database, writeTempFile }: RecipeExport, { householdId }: Member, cookbookId?: string): Promise<TempFile> =>
  database.snapshot(householdId, async (q) => writeTempFile(await zip(q, householdId, cookbookId)))

/** Returns the lists of the index: one cookbook, or all recipes and then each cookbook. */
async function listsOf(q: Reader, householdId: HouseholdId, recipes: readonly ExportedRecipe[], cookbookId: string | undefined) {
  const page = ({ recipe: { name }, file }: ExportedRecipe) => ({ name, path: `recipes/${file}.html` })
  const cookbooks = cookbookId === undefined ? await listCookbooks(q, { householdId }) : [await getCookbook(q, householdId, cookbookId)]
  const lists = cookbooks.map(({ name, recipeIds }) => {
    const included = new Set(recipeIds)
    return { title: name, pages: recipes.filter(({ recipe }) => included.has(recipe.id)).map(page) }
  })
  return cookbookId === undefined ? [{ title: say`Recipes`, pages: recipes.map(page) }, ...lists] : lists
}

async function zip(q: Reader, householdId: HouseholdId, cookbookId?: string): Promise<Readable> {
  const chosen = cookbookId === undefined ? null : new Set((await getCookbook(q, householdId, cookbookId)).recipeIds)
  const recipes = (await listExported(q, householdId)).filter(({ recipe }) => chosen?.has(recipe.id) ?? true)
  const file = new yazl.ZipFile()
  const out = file.outputStream.pipe(new PassThrough())
  // A part can fail before it is read. Without a listener, the error would end the process.
  out.on('error', () => {})
  const add = (name: string, content: () => AsyncIterable<string | Uint8Array>, compress = true) =>
    file.addReadStreamLazy(name, { compress }, (give) => {
      const stream = Readable.from(content(), { objectMode: false })
      stream.on('error', (error) => out.destroy(error))
      give(null, stream)
    })
  file.addBuffer(Buffer.from(recipeIndexPage(await listsOf(q, householdId, recipes, cookbookId))), 'index.html')
  for (const { recipe, file: name } of recipes) {
    const photo = recipe.image === null ? null : `${name}.jpg`
    add(`recipes/${name}.html`, () => textBytes(recipePage(recipe, { photo, notes: recipe.notes })))
    // Apps that import the file find the photo by its name.
    add(`recipes/${name}.json`, () => textBytes(`${JSON.stringify(recipeJsonLd(recipe, null), null, 1)}\n`))
    if (photo !== null) add(`recipes/${photo}`, () => photoBytes(q, householdId, recipe.id), false)
  }
  file.end()
  return out
}

/** Returns all recipes by name, including unchanged starters. */
async function listExported(q: Reader, householdId: HouseholdId): Promise<ExportedRecipe[]> {
  const starters = starterRows()
  const changed = await listIdsWithRow(
    q,
    householdId,
    starters.map(({ id }) => id),
  )
  const rows = [...(await listRows(q, householdId)), ...starters.filter(({ id }) => !changed.has(id))]
  const files = new Set<string>()
  return rows
    .map(toSyncedRecipe)
    .sort((a, b) => compareText(nameKey(a.name), nameKey(b.name)) || compareText(a.id, b.id))
    .map((recipe) => {
      const base = fileNameOf(recipe.name)
      let file = base
      for (let count = 2; files.has(file); count += 1) file = `${base}-${count}`
      files.add(file)
      return { recipe, file }
    })
}

const windowsDevice = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])$/

/** Returns only letters, digits and dashes, so that every file system takes it. */
function fileNameOf(name: string): string {
  const kept = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-/, '')
    .slice(0, 60)
    .toWellFormed()
    .replace(/[-\uFFFD]$/, '')
  const file = kept || 'recipe'
  return windowsDevice.test(file) ? `recipe-${file}` : file
}

async function* textBytes(text: string): AsyncGenerator<string> {
  yield text
}

async function* photoBytes(q: Reader, householdId: HouseholdId, recipeId: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from((await findPhoto(q, householdId, recipeId)) ?? '', 'base64')
}
