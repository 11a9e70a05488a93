import { randomUUIDv7 } from 'node:crypto'
import { mealId } from '#domains/diets/rules/meal-eaters.ts'
import { readKnownDiets } from '#domains/diets/server/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { userNamesOf } from '#domains/households/server/index.ts'
import {
  encodeExportedPicture,
  ingredientFinder,
  listBarcodes,
  longestPictureSide,
  storePictureIfFits,
} from '#domains/ingredients/server/index.ts'
import type { Lot } from '#domains/inventory/contract.ts'
import { lotStates } from '#domains/inventory/server/index.ts'
import { listLabelCodes } from '#domains/labels/server/index.ts'
import { listPlaceKeys } from '#domains/places/server/index.ts'
import {
  listCookbookKeys,
  longestPhotoSide,
  plannedKey,
  readPlanned,
  recipeFinder,
  recipeNames,
  slotKey,
  storedPhotoBytes,
} from '#domains/recipes/server/index.ts'
import { listNamedLists, readListedItems } from '#domains/shopping/server/index.ts'
import { listStores } from '#domains/stores/server/index.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { createYield } from '#platform/server/workers/yield-to-event-loop.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Import, ImportRowKind, Reason } from '../../contract.ts'
import { type ImportPlan, isRefused, type PlanData, type PlanRow, type RefusedRow } from '../../rules/import-plan.ts'
import { isLotHere } from '../../rules/lot-past.ts'
import * as store from '../store.ts'
import { memberNamed } from './import-meals.ts'
import { lotIdsOf } from './import-rows.ts'
import { isSameSetting, type OwnSettings, readOwnSettings, valueAfter } from './import-settings.ts'
import { readImport } from './read-imports.ts'

/** Rows per transaction; other requests run in between. */
const batchSize = 250
const maxPreviews = 4

interface PreviewDeps {
  limits: QuotaLimits
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  writeOnce<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>
}

type Match = Pick<store.ImportRowRecord, 'state' | 'reason' | 'match_name' | 'target_id'>
const newMatch: Match = { state: 'new', reason: null, match_name: null, target_id: null }
const known = (reason: Reason, target_id: string | null = null, match_name: string | null = null): Match => ({
  state: 'known',
  reason,
  match_name,
  target_id,
})

/**
 * Stores the plan's rows, matched with the household's data. The preview is hidden until `openPreview`; if the server stops before, a
 * later preview deletes it.
 */
export async function savePreview({ limits, read, writeOnce }: PreviewDeps, member: Member, plan: ImportPlan): Promise<string> {
  const { householdId } = member
  const id = randomUUIDv7()
  const rows = await read(householdId, (q) => matchRows(q, member, plan))
  const lost = await storePictures(rows, (jpeg) =>
    writeOnce(householdId, (tx) => storePictureIfFits(tx, { limits, storedBytes: storedPhotoBytes }, member, jpeg)),
  )
  const at = member.now.toISOString()
  const head: store.ImportRecord = {
    household_id: householdId,
    id,
    source: plan.source,
    state: 'preview',
    made_by: member.userId,
    counted_as_pieces: JSON.stringify(plan.countedAsPieces),
    pictures_left_out: lost + (plan.picturesLeftOut ?? 0),
    done_rows: 0,
    // Hides the preview.
    total_rows: 0,
    created_at: at,
    updated_at: at,
    finished_at: null,
  }
  const numbered = rows.map((row, index): store.ImportRowRecord => ({ household_id: householdId, import_id: id, no: index + 1, ...row }))
  await writeOnce(householdId, async (tx) => {
    await deleteOldPreviews(tx, householdId)
    await store.insertImport(tx, head)
  })
  const pauseWhenDue = createYield()
  for (let from = 0; from < numbered.length; from += batchSize) {
    await writeOnce(householdId, (tx) => store.insertRows(tx, numbered.slice(from, from + batchSize)))
    await pauseWhenDue()
  }
  return id
}

/** What a file's pictures may take to read. */
const pictureBudgetMs = 30_000
/** A kind's rows with pictures, and the longest side of one that this app stores. */
const longestSides: Partial<Record<ImportRowKind, number>> = {
  food: longestPictureSide,
  list: longestPictureSide,
  recipe: longestPhotoSide,
}

interface PictureHolder {
  picture?: string
  pictureId?: string
}

/** Returns the parts of a row that can have a picture. */
function holdersIn(data: PlanData['food' | 'list' | 'recipe']): PictureHolder[] {
  if ('keptAt' in data) return data.keptAt ? [data.keptAt] : []
  const { cookings = [], ...holder } = data as PlanData['recipe']
  return [data as typeof holder, ...cookings]
}

/**
 * Replaces the pictures of new ingredients, places, recipes and times that these were made with their ids. Damaged ones, and those beyond the household's storage quota or
 * the time limit, are left out; returns how many. Unless the import is started, they are erased like other unused pictures.
 */
async function storePictures(rows: readonly PreviewRow[], store: (jpeg: Buffer) => Promise<string | null>): Promise<number> {
  const end = performance.now() + pictureBudgetMs
  let lost = 0
  for (const row of rows) {
    const longestSide = longestSides[row.kind]
    if (row.data === null || longestSide === undefined) continue
    const parsed = JSON.parse(row.data) as PlanData['food' | 'list' | 'recipe']
    const holders = holdersIn(parsed).filter(({ picture }) => picture !== undefined)
    for (const holder of holders) {
      const { picture = '' } = holder
      delete holder.picture
      const isNeeded = row.state === 'new'
      const isInTime = isNeeded && performance.now() < end
      const jpeg = isInTime ? await encodeExportedPicture(Buffer.from(picture, 'base64'), longestSide).catch(() => null) : null
      const pictureId = jpeg && (await store(jpeg))
      if (pictureId !== null) holder.pictureId = pictureId
      else if (isNeeded) lost += 1
    }
    if (holders.length > 0) row.data = JSON.stringify(parsed)
  }
  return lost
}

/** Makes the stored preview visible and returns it. */
export async function publishPreview(tx: Transaction, { householdId }: Member, id: string, rows: number): Promise<Import> {
  await store.updateImportInState(tx, householdId, id, 'preview', { total_rows: rows })
  return readImport(tx, householdId, id)
}

async function deleteOldPreviews(tx: Transaction, householdId: HouseholdId): Promise<void> {
  for (const old of await store.previewsBeyondNewest(tx, householdId, maxPreviews))
    await store.deleteImport(tx, householdId, old, 'preview')
}

/** The name of the ingredient that a row is about. */
function ingredientNameIn(row: PlanRow): string | null {
  if (row.kind === 'food') return row.data.name
  if (row.kind === 'recipe' || row.kind === 'plan' || row.kind === 'setting') return null
  if (row.kind === 'diet') return 'food' in row.data ? row.data.food : null
  return row.kind !== 'list' || isAboutFood(row.data) ? row.data.food : null
}

/** Whether it is a row of the list, and not a bundle, labels, or a place, list or store itself. */
const isAboutFood = ({ bundle, labels, keptAt, ownList, ownStore }: PlanData['list']): boolean =>
  [bundle, labels, keptAt, ownList, ownStore].every((one) => one === undefined)

/** What a row of the list, a bundle or something that repeats is about. */
const listedThing = ({ name, data: { list, repeats, bundle } }: Extract<PlanRow, { kind: 'list' }>, ingredientId: string | undefined) => ({
  name,
  ingredientId,
  list,
  isRecurring: repeats !== undefined,
  isBundle: bundle !== undefined,
})

const isLotRow = <R extends PlanRow | RefusedRow>(row: R): row is Extract<R, { kind: 'lot' | 'past' }> =>
  row.kind === 'lot' || row.kind === 'past'

type PreviewRow = Omit<store.ImportRowRecord, 'household_id' | 'import_id' | 'no'>

/** Returns the states of the lots in the plan that are the household's own. */
async function readOwnLots(
  q: Reader,
  householdId: HouseholdId,
  plan: Pick<ImportPlan, 'rows'>,
  pauseWhenDue: ReturnType<typeof createYield>,
): Promise<Map<string, Lot['state']>> {
  const lotIds = lotIdsOf(plan.rows.flatMap((row) => (isLotRow(row) && !isRefused(row) ? [row.data] : [])))
  const ownLots = new Map<string, Lot['state']>()
  for (let from = 0; from < lotIds.length; from += 500) {
    for (const [id, state] of await lotStates(q, householdId, lotIds.slice(from, from + 500))) ownLots.set(id, state)
    await pauseWhenDue()
  }
  return ownLots
}

async function matchRows(q: Reader, member: Member, plan: ImportPlan): Promise<PreviewRow[]> {
  const pauseWhenDue = createYield()
  const shortKeys = new Map<PlanRow, string>()
  for (const row of plan.rows) {
    if (!isRefused(row)) shortKeys.set(row, store.shortKey(row.key))
    await pauseWhenDue()
  }
  const matchOf = await rowMatcher(q, member, plan, shortKeys)
  const rows: PreviewRow[] = []
  for (const row of plan.rows) {
    rows.push(
      isRefused(row)
        ? refused(row)
        : { ...headOf(row), source_key: shortKeys.get(row) ?? null, ...matchOf(row), data: JSON.stringify(row.data) },
    )
    await pauseWhenDue()
  }
  return rows
}

/** Returns a function that compares rows, in their order, with what the household has. */
async function rowMatcher(
  q: Reader,
  member: Member,
  plan: Pick<ImportPlan, 'rows'>,
  shortKeys: ReadonlyMap<PlanRow, string>,
): Promise<(row: PlanRow) => Match> {
  const { householdId } = member
  const find = await ingredientFinder(q, householdId)
  const codes = new Set((await listBarcodes(q, householdId)).map(({ code }) => code))
  const listed = await readListedItems(q, householdId)
  const [labelCodes, places] = [await listLabelCodes(q, householdId), await listPlaceKeys(q, householdId)]
  const lists = new Set((await listNamedLists(q, member)).map(({ name }) => nameKey(name)))
  const stores = new Set((await listStores(q, member)).map(({ name }) => nameKey(name)))
  const matchRecipe = await recipeMatcher(q, householdId)
  const matchPlan = await planMatcher(q, householdId)
  const matchDiet = await dietMatcher(q, member)
  const settings = await readOwnSettings(q, householdId)
  const pauseWhenDue = createYield()
  const keys = [...shortKeys.values()]
  const importedKeys = new Set<string>()
  for (let from = 0; from < keys.length; from += 500) {
    for (const key of await store.knownKeys(q, householdId, keys.slice(from, from + 500))) importedKeys.add(key)
    await pauseWhenDue()
  }
  const ownLots = await readOwnLots(q, householdId, plan, pauseWhenDue)

  return (row: PlanRow): Match => {
    const ingredientName = ingredientNameIn(row)
    const ingredient = ingredientName === null ? null : find(ingredientName)
    const match = ingredient && nameKey(ingredient.name) !== nameKey(row.name) ? ingredient.name : null
    if (row.kind === 'food')
      return ingredient
        ? known('food_here', ingredient.id, match)
        : { ...newMatch, ...(row.isAmbiguousNumber ? { reason: 'number_doubtful' } : {}) }
    if (isLotRow(row) && row.data.lotId !== undefined && isLotHere(row.kind, ownLots.get(row.data.lotId)))
      return known('lot_here', row.data.lotId, match)
    if (row.kind === 'setting') return matchSetting(row.data, settings)
    const found = row.kind === 'plan' ? matchPlan(row.data) : row.kind === 'diet' ? matchDiet(row.data, ingredient?.id) : null
    if (found) return { ...found, match_name: match }
    if (importedKeys.has(shortKeys.get(row) ?? '')) return known('brought_before', null, match)
    if (row.kind === 'barcode' && codes.has(row.data.code)) return known('code_taken', null, match)
    if (row.kind === 'list') {
      const { bundle, labels, keptAt, ownList, ownStore } = row.data
      if (ownList) return lists.has(nameKey(row.name)) ? known('list_here') : newMatch
      if (ownStore) return stores.has(nameKey(row.name)) ? known('store_here') : newMatch
      if (keptAt) return places.has(nameKey(row.name)) ? known('place_here') : newMatch
      if (labels) return labels.codes.every((code) => labelCodes.has(code)) ? known('labels_here') : newMatch
      if (listed.includes(listedThing(row, ingredient?.id))) return known(bundle ? 'bundle_here' : 'on_list', null, match)
    }
    if (row.kind === 'recipe') return matchRecipe(row)
    return { ...newMatch, match_name: match, ...(row.isAmbiguousNumber ? { reason: 'number_doubtful' } : {}) }
  }
}

/**
 * Compares a preview with the household again, and stores what is different now. Returns how many rows that are. What is imported is compared
 * once more when it is, so this is for the person who looks at the preview.
 */
export async function refreshPreview(
  { read, writeOnce }: Pick<PreviewDeps, 'read' | 'writeOnce'>,
  member: Member,
  importId: string,
): Promise<number> {
  const { householdId } = member
  const changed = await read(householdId, (q) => changedRows(q, member, importId))
  for (let from = 0; from < changed.length; from += batchSize)
    await writeOnce(householdId, async (tx) => {
      if ((await store.findImport(tx, householdId, importId))?.state !== 'preview') return
      for (const row of changed.slice(from, from + batchSize)) {
        await store.saveRowResult(tx, row)
        if (row.kind === 'setting') await store.saveRowData(tx, row, JSON.parse(row.data ?? 'null') as object)
      }
    })
  return changed.length
}

/** Returns the rows of a preview whose state is another one now. */
async function changedRows(q: Reader, member: Member, importId: string): Promise<store.ImportRowRecord[]> {
  const { householdId } = member
  if ((await store.findImport(q, householdId, importId))?.state !== 'preview') return []
  const pauseWhenDue = createYield()
  const stored = new Map<PlanRow, store.ImportRowRecord>()
  const shortKeys = new Map<PlanRow, string>()
  for (let after = 0; ; ) {
    const page = await store.rowsOf(q, householdId, importId, { after, limit: batchSize })
    for (const record of page) {
      if (record.data === null || (record.state !== 'new' && record.state !== 'known')) continue
      const { kind, place, name, source_key: key } = record
      const row = { kind, place, name, key: key ?? '', data: JSON.parse(record.data) as never } as PlanRow
      stored.set(row, record)
      shortKeys.set(row, key ?? '')
    }
    await pauseWhenDue()
    if (page.length < batchSize) break
    after = page.at(-1)?.no ?? after
  }
  const matchOf = await rowMatcher(q, member, { rows: [...stored.keys()] }, shortKeys)
  const changed: store.ImportRowRecord[] = []
  for (const [row, record] of stored) {
    const match = matchOf(row)
    if (match.state !== record.state) changed.push({ ...record, ...match, data: JSON.stringify(row.data) })
    await pauseWhenDue()
  }
  return changed
}

/** The id of a row in a Larder export. */
const idIn = (place: string) => place.slice(place.indexOf(' ') + 1)

/** Remembers the household's own value, which the preview shows. */
function matchSetting(data: PlanData['setting'], own: OwnSettings): Match {
  data.before = own[data.setting]
  return isSameSetting(data.before, valueAfter(data, data.before)) ? known('setting_here') : newMatch
}

/** Returns a function that finds recipes and cookbooks that the household has. */
async function recipeMatcher(q: Reader, householdId: HouseholdId): Promise<(row: Extract<PlanRow, { kind: 'recipe' }>) => Match> {
  const [recipes, cookbooks] = [await recipeNames(q, householdId), await listCookbookKeys(q, householdId)]
  const findRecipe = await recipeFinder(q, householdId)
  return ({ name, place, data, isAmbiguousNumber }) => {
    if (data.cookbook !== undefined) return cookbooks.has(nameKey(name)) ? known('cookbook_here') : newMatch
    if (recipes.has(nameKey(name)) || findRecipe({ recipeId: idIn(place), name })) return known('recipe_here')
    return isAmbiguousNumber ? { ...newMatch, reason: 'number_doubtful' } : newMatch
  }
}

/** Returns a function that finds meals and repeats that the household has, each once, and meals of which it said who eats. */
async function planMatcher(q: Reader, householdId: HouseholdId): Promise<(data: PlanData['plan']) => Match | null> {
  const planned = await readPlanned(q, householdId)
  const counts = new Map(planned.counts)
  const { mealIds } = await readKnownDiets(q, householdId)
  const isHere = (entryId: string, date: string, meal: string, name: string): boolean => {
    if (planned.ids.has(entryId)) return true
    const key = plannedKey(date, meal, name)
    const count = counts.get(key) ?? 0
    counts.set(key, count - 1)
    return count > 0
  }
  return (data) => {
    if ('leftovers' in data) return planned.ids.has(data.leftovers.lotId) ? known('meal_here', data.leftovers.lotId) : null
    if ('eaters' in data) {
      const { date, meal, carriedFor = '' } = data.eaters
      if (planned.ids.has(carriedFor)) return known('meal_here')
      return mealIds.has(mealId(date, meal)) || planned.slots.has(slotKey(date, meal)) ? known('meal_here') : null
    }
    if ('repeat' in data) {
      const { repeat } = data
      if (planned.ids.has(repeat.repeatId)) return known('meal_here', repeat.repeatId)
      // Nothing more is planned for days that have the meal.
      for (const day of repeat.days) day.isRemoved ||= isHere(day.entryId, day.date, day.meal, day.recipe ?? day.text ?? '')
      repeat.days = repeat.days.filter(({ isRemoved, day }) => !isRemoved || day !== undefined)
      return null
    }
    const { entryId, date, meal, recipe, text = '' } = data.meal
    if (planned.ids.has(entryId)) return known('meal_here', entryId)
    return isHere(entryId, date, meal, recipe ?? text) ? known('meal_here') : null
  }
}

/** Returns a function that finds guests and contents of foods that the household knows, and needs of others than the member. */
async function dietMatcher(q: Reader, member: Member): Promise<(data: PlanData['diet'], ingredientId?: string) => Match | null> {
  const diets = await readKnownDiets(q, member.householdId)
  const self = await userNamesOf(q, [member.userId])
  return (data, ingredientId) => {
    if ('food' in data) return ingredientId !== undefined && diets.foodIds.has(ingredientId) ? known('contents_here') : null
    if ('own' in data) {
      if (memberNamed(self, data.own.member) === null) return { ...newMatch, state: 'left_out', reason: 'people_left_out' }
      return diets.eaterIds.has(member.userId) ? known('needs_here') : null
    }
    const { guestId, name } = data.guest
    const here = diets.eaterIds.has(guestId) ? guestId : diets.guests.get(nameKey(name))
    return here === undefined ? null : known('guest_here', here)
  }
}

const headOf = ({ kind, place, name }: PlanRow | RefusedRow) => ({ kind, place: place.slice(0, 100), name: name.slice(0, 160) })
const refused = (row: RefusedRow): PreviewRow => ({
  ...headOf(row),
  source_key: null,
  data: null,
  state: 'refused',
  reason: row.refused,
  match_name: null,
  target_id: null,
})
