import { maxGuests } from '#domains/diets/contract.ts'
import { type ImportedDiet, importFoodContents, importGuest, importOwnNeeds, readKnownDiets } from '#domains/diets/server/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import { userNamesOf } from '#domains/households/server/index.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import {
  type FindIngredient,
  findIngredient,
  findIngredientByName,
  type IngredientRow,
  importBarcode,
  ingredientFinder,
  insertImportedIngredient,
  takePicture,
} from '#domains/ingredients/server/index.ts'
import { importLots, lotStates } from '#domains/inventory/server/index.ts'
import { countLabels, importLabels, listKnownLabelCodes } from '#domains/labels/server/index.ts'
import { maxPlaces } from '#domains/places/contract.ts'
import { importPlace, listPlaceKeys } from '#domains/places/server/index.ts'
import {
  hasCookbookRoom,
  importCookbook,
  importCookings,
  insertImportedRecipes,
  insertIngredientMatches,
  listCookbookKeys,
  readRemainingRecipeQuota,
  recipeNames,
  storedPhotoBytes,
} from '#domains/recipes/server/index.ts'
import { insertLearned } from '#domains/scanning/server/index.ts'
import type { NewBundle, NewShoppingItem } from '#domains/shopping/contract/index.ts'
import {
  findOrAddNamedList,
  type ImportedRecurringItem,
  importBundles,
  importNamedList,
  importRecurring,
  importRows,
  readListedItems,
  readListRoom,
} from '#domains/shopping/server/index.ts'
import { findOrAddStores, importStore } from '#domains/stores/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import * as contract from '../../contract.ts'
import type { PlanData, PlannedPlace, PrintedLabels } from '../../rules/import-plan.ts'
import { isLotHere, withoutMovements } from '../../rules/lot-past.ts'
import * as store from '../store.ts'
import { type ImportedPlan, importMeals, memberNamed } from './import-meals.ts'
import { importSetting, isSameSetting, readOwnSettings, valueAfter } from './import-settings.ts'

/** Rows per transaction, some hundredths of a second each; other writes run in between. */
export const batchSizes: Record<contract.ImportRowKind, number> = {
  food: 40,
  barcode: 100,
  lot: 50,
  past: 20,
  list: 100,
  recipe: 10,
  diet: 50,
  plan: 25,
  setting: 10,
}

/** Ingredients by name and what was planned, kept between the transactions of an import. */
export interface IngredientsByName {
  find: FindIngredient
  /** Ids that this import created or found, by `ingredientKey`. */
  ids: Map<string, string>
  plan: ImportedPlan
}
export const loadIngredientsByName = async (q: Reader, householdId: HouseholdId): Promise<IngredientsByName> => ({
  find: await ingredientFinder(q, householdId),
  ids: new Map(),
  plan: {},
})

type Row = store.ImportRowRecord
type Settled = Pick<Row, 'state' | 'reason' | 'target_id'>
const imported = (target_id: string): Settled => ({ state: 'brought', reason: null, target_id })
const known = (reason: contract.Reason, target_id: string | null = null): Settled => ({ state: 'known', reason, target_id })
const leftOut: Settled = { state: 'left_out', reason: 'food_left_out', target_id: null }
const overQuota: Settled = { state: 'left_out', reason: 'quota_reached', target_id: null }

interface Batch {
  tx: Transaction
  member: Member
  limits: QuotaLimits
  head: store.ImportRecord
  names: IngredientsByName
  /** Returns the current ingredient with this name, or null. */
  ingredientOf(name: string): Promise<IngredientRow | null>
  /** Returns false if an import had the row before. */
  claim(row: Row): Promise<boolean>
  /** The lists and stores that this import added. */
  added: { note(id: string): Promise<void>; has(id: string): Promise<boolean> }
}

/** Validated when the file was read. */
const dataOf = <K extends contract.ImportRowKind>(row: Row) => JSON.parse(row.data ?? '{}') as PlanData[K]

/** Imports rows of one kind and stores the result of each. */
export async function importRowsOf(
  tx: Transaction,
  limits: QuotaLimits,
  member: Member,
  head: store.ImportRecord,
  names: IngredientsByName,
  rows: readonly Row[],
): Promise<void> {
  const { householdId } = member
  const batch: Batch = {
    tx,
    limits,
    member,
    head,
    names,
    async ingredientOf(name) {
      const id = names.ids.get(ingredientKey(name)) ?? names.find(name)?.id
      const ingredient = id === undefined ? undefined : await findIngredient(tx, householdId, id)
      return ingredient ?? (id === undefined ? null : findIngredientByName(tx, member, name))
    },
    claim: (row) => store.claimKey(tx, householdId, row.source_key ?? '', head.id),
    added: {
      note: async (id) => void (await store.claimKey(tx, householdId, store.addedKey(id), head.id)),
      has: (id) => store.hasKey(tx, householdId, store.addedKey(id), head.id),
    },
  }
  const kind = rows[0]?.kind ?? 'food'
  const settled = await importers[kind](batch, rows)
  for (const [at, row] of rows.entries()) await store.saveRowResult(tx, { ...row, ...(settled[at] ?? leftOut) })
}

const importers: Record<contract.ImportRowKind, (batch: Batch, rows: readonly Row[]) => Promise<Settled[]>> = {
  async food({ tx, member, head, names }, rows) {
    // Read once per batch, with the ingredients that members have added since.
    const find = await ingredientFinder(tx, member.householdId)
    const settled: Settled[] = []
    for (const row of rows) {
      const data = dataOf<'food'>(row)
      const key = ingredientKey(data.name)
      const existing = names.ids.get(key) ?? find(data.name)?.id
      const { parent, learned, ...ingredient } = data
      const parentId = parent === undefined ? null : (names.ids.get(ingredientKey(parent)) ?? find(parent)?.id ?? null)
      const created = existing === undefined ? await insertImportedIngredient(tx, member, { ...ingredient, parentId }) : null
      const id = existing ?? created?.id
      if (id !== undefined) names.ids.set(key, id)
      if (created && learned) {
        await insertLearned(tx, member, created.id, learned)
        await insertIngredientMatches(tx, member.householdId, created.id, learned.recipes)
      }
      settled.push(created ? imported(created.id) : known('food_here', existing ?? null))
    }
    await recordIngredients(tx, member, head, settled)
    return settled
  },
  async barcode(batch, rows) {
    const { tx, member, head } = batch
    const settled: Settled[] = []
    for (const row of rows) {
      const { food: name, ...code } = dataOf<'barcode'>(row)
      const ingredient = await batch.ingredientOf(name)
      if (!ingredient) settled.push(leftOut)
      else if (!(await importBarcode(tx, member.householdId, { ...code, ingredientId: ingredient.id }))) settled.push(known('code_taken'))
      else settled.push(imported(ingredient.id))
    }
    await recordIngredients(tx, member, head, settled)
    return settled
  },
  lot: importLotRows,
  past: importLotRows,
  async list(batch, rows) {
    const isList = (row: Row) => dataOf<'list'>(row).ownList !== undefined
    const others = rows.filter((row) => !isList(row))
    const settled = new Map((await importListRows(batch, others)).map((one, at) => [others[at], one]))
    // Nothing is added to a list that is archived, so lists come after their rows.
    for (const row of rows.filter(isList)) settled.set(row, (await importNamedThing(batch, row, dataOf<'list'>(row))) ?? leftOut)
    return rows.map((row) => settled.get(row) ?? leftOut)
  },
  async recipe(batch, rows) {
    const { tx, limits, member, head } = batch
    let left = await readRemainingRecipeQuota(tx, limits, member.householdId)
    let photoBytesLeft = limits.storedBytes - (await storedPhotoBytes(tx, member.householdId))
    const names = await recipeNames(tx, member.householdId)
    let photosLeftOut = 0
    const settled: Settled[] = []
    const recipeIds: string[] = []
    for (const row of rows) {
      const { cookings = [], pictureId, cookbook, ...draft } = dataOf<'recipe'>(row)
      if (cookbook !== undefined) {
        settled.push(await importCookbookRow(batch, row, { name: draft.name, recipes: cookbook }))
        continue
      }
      if (names.has(nameKey(draft.name))) settled.push(known('recipe_here'))
      else if (left === 0) settled.push(overQuota)
      else if (!(await batch.claim(row))) settled.push(known('brought_before'))
      else {
        left -= 1
        names.add(nameKey(draft.name))
        const photo = pictureId === undefined ? null : await takePhotoIfFits(tx, member, pictureId, photoBytesLeft)
        const jpeg = photo?.letters ?? null
        photoBytesLeft += (photo?.freed ?? 0) - (jpeg?.length ?? 0)
        if (photo && jpeg === null) photosLeftOut += 1
        const [id = ''] = await insertImportedRecipes(tx, member, [draft], jpeg)
        await importCookings(tx, member, id, cookings)
        recipeIds.push(id)
        settled.push(imported(id))
      }
    }
    if (photosLeftOut > 0) await store.addPicturesLeftOut(tx, member.householdId, head.id, photosLeftOut)
    if (recipeIds.length > 0) await recordChange(tx, member, contract.recipesImported, { importId: head.id, recipeIds })
    return settled
  },
  diet: importDietRows,
  async plan(batch, rows) {
    const { tx } = batch
    const meals = rows.map((row) => ({ place: row.place, data: dataOf<'plan'>(row), claim: () => batch.claim(row) }))
    const outcomes = await importMeals({ ...batch, plan: batch.names.plan }, meals)
    // Who eats what is health data, and stored where it belongs.
    for (const [at, row] of rows.entries()) {
      const [data, outcome] = [meals[at]?.data, outcomes[at]]
      if (data && 'eaters' in data)
        await store.saveRowData(tx, row, {
          eaters: { ...data.eaters, who: [] },
          version: outcome && 'version' in outcome ? outcome.version : 0,
        })
    }
    return outcomes.map((outcome): Settled => {
      if ('id' in outcome) return imported(outcome.id)
      return 'known' in outcome ? known(outcome.known) : { ...leftOut, reason: outcome.leftOut }
    })
  },
  async setting(batch, rows) {
    const { tx, member } = batch
    const settled: Settled[] = []
    for (const row of rows) {
      const data = dataOf<'setting'>(row)
      const own = (await readOwnSettings(tx, member.householdId))[data.setting]
      if (isSameSetting(own, valueAfter(data, own))) settled.push(known('setting_here'))
      else {
        await store.saveRowData(tx, row, await importSetting(tx, member, data))
        settled.push(imported(data.setting))
      }
    }
    return settled
  },
}

/** Returns the base64 of a stored picture, whose copy no longer counts; null if it was erased or there is no room for it. */
async function takePhotoIfFits(
  tx: Transaction,
  { householdId }: Member,
  id: string,
  bytesLeft: number,
): Promise<{ letters: string | null; freed: number }> {
  const { jpeg, freed } = await takePicture(tx, householdId, id)
  const letters = jpeg && Buffer.from(jpeg).toString('base64')
  return { letters: letters && letters.length <= bytesLeft + freed ? letters : null, freed }
}

/** Imports guests, the member's own needs and what foods contain. Erases the rows' data: it is health data, and stored where it belongs. */
async function importDietRows(batch: Batch, rows: readonly Row[]): Promise<Settled[]> {
  const { tx, member, claim } = batch
  const diets = await readKnownDiets(tx, member.householdId)
  const guests = new Map(diets.guests)
  const self = await userNamesOf(tx, [member.userId])
  const versions = new Map<Row, number>()
  const settleWith = (row: Row, { id, version }: ImportedDiet): Settled => {
    versions.set(row, version)
    return imported(id)
  }
  const settle = async (row: Row): Promise<Settled> => {
    const data = dataOf<'diet'>(row)
    if ('guest' in data) {
      const { guestId, ...guest } = data.guest
      const key = nameKey(guest.name)
      const here = diets.eaterIds.has(guestId) ? guestId : guests.get(key)
      if (here !== undefined) return known('guest_here', here)
      if (guests.size >= maxGuests) return overQuota
      if (!(await claim(row))) return known('brought_before')
      const added = await importGuest(tx, member, guest)
      guests.set(key, added.id)
      return settleWith(row, added)
    }
    if ('own' in data) {
      if (diets.eaterIds.has(member.userId)) return known('needs_here')
      if (memberNamed(self, data.own.member) === null) return { ...leftOut, reason: 'people_left_out' }
      return (await claim(row)) ? settleWith(row, await importOwnNeeds(tx, member, data.own)) : known('brought_before')
    }
    const ingredient = await batch.ingredientOf(data.food)
    if (!ingredient) return leftOut
    if (diets.foodIds.has(ingredient.id)) return known('contents_here')
    return (await claim(row)) ? settleWith(row, await importFoodContents(tx, member, ingredient.id, data)) : known('brought_before')
  }
  const settled: Settled[] = []
  for (const row of rows) {
    settled.push(await settle(row))
    const version = versions.get(row)
    await store.saveRowData(tx, row, version === undefined ? null : ({ version } satisfies store.ErasedRow))
  }
  return settled
}

/** Adds lots in stock, or lots that ended in the other app. */
async function importLotRows(batch: Batch, rows: readonly Row[]): Promise<Settled[]> {
  const { tx, member, head } = batch
  const lots: { at: number; ingredient: IngredientRow; lot: Omit<PlanData['lot'], 'food'> }[] = []
  const settled: Settled[] = []
  const input = rows.map((row) => dataOf<'lot'>(row))
  const ownLots = await lotStates(tx, member.householdId, lotIdsOf(input))
  for (const [at, row] of rows.entries()) {
    const { food: name, lotId, store: storeName, keyOncePast, ...planned } = input[at] as PlanData['lot']
    const state = lotId === undefined ? undefined : ownLots.get(lotId)
    const lot = state === undefined ? planned : withoutMovements(planned)
    const ingredient = await batch.ingredientOf(name)
    settled.push(isLotHere(row.kind === 'past' ? 'past' : 'lot', state) ? known('lot_here', lotId ?? null) : leftOut)
    if (!ingredient || settled[at] !== leftOut) continue
    const [storeId] = storeName === undefined ? [] : await findOrAddStores(tx, member, [storeName], batch.added.note)
    if (!(await batch.claim(row))) settled[at] = known('brought_before')
    else {
      if (keyOncePast !== undefined) await store.claimKey(tx, member.householdId, store.shortKey(keyOncePast), head.id)
      lots.push({ at, ingredient, lot: storeId === undefined ? lot : { ...lot, storeId } })
    }
  }
  const events = { added: contract.lotsImported, moved: contract.movementsImported }
  const payload = { importId: head.id, source: head.source }
  const ids = lots.length > 0 ? await importLots(tx, member, events, lots, payload) : []
  for (const [i, { at }] of lots.entries()) settled[at] = imported(ids[i] ?? '')
  return settled
}

/** Adds a cookbook with the recipes that this import brought or found. */
async function importCookbookRow({ tx, member, claim }: Batch, row: Row, cookbook: Parameters<typeof importCookbook>[2]): Promise<Settled> {
  if ((await listCookbookKeys(tx, member.householdId)).has(nameKey(cookbook.name))) return known('cookbook_here')
  if (!(await hasCookbookRoom(tx, member.householdId))) return overQuota
  if (!(await claim(row))) return known('brought_before')
  return imported(await importCookbook(tx, member, cookbook))
}

/** Returns the fields that are given. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> }

/** Imports rows of the list, bundles, labels, places and stores. */
async function importListRows(batch: Batch, rows: readonly Row[]): Promise<Settled[]> {
  const { tx, member, head } = batch
  const recurring: { at: number; item: ImportedRecurringItem }[] = []
  const listed = await readListedItems(tx, member.householdId)
  const room = await readListRoom(tx, member.householdId)
  const bundles: { at: number; bundle: NewBundle }[] = []
  const items: { at: number; item: NewShoppingItem }[] = []
  const ingredients = new Map<string, IngredientRow>()
  const settled: Settled[] = []
  for (const [at, row] of rows.entries()) {
    const data = dataOf<'list'>(row)
    const { food: name, quantity, unit, category, note, stores = [], list, repeats, bundle } = data
    const other = await importNamedThing(batch, row, data)
    if (other) {
      settled.push(other)
      continue
    }
    const ingredient = bundle ? null : await batch.ingredientOf(name)
    settled.push(known(bundle ? 'bundle_here' : 'on_list'))
    const thing = { name, ingredientId: ingredient?.id, list, isRecurring: repeats !== undefined, isBundle: bundle !== undefined }
    if (listed.includes(thing)) continue
    const limited = bundle ? 'bundles' : repeats ? 'recurring' : null
    if (limited !== null && room[limited] <= 0) settled[at] = overQuota
    else if (!(await batch.claim(row))) settled[at] = known('brought_before')
    else settled[at] = leftOut
    if (settled[at] !== leftOut) continue
    listed.add(thing)
    if (limited !== null) room[limited] -= 1
    if (bundle) {
      bundles.push({ at, bundle: { name, items: bundle } })
      continue
    }
    if (ingredient) ingredients.set(nameKey(name), ingredient)
    const amount = quantity === undefined ? {} : { suggestedQuantity: quantity, unit: unit ?? 'piece' }
    const storeIds = stores.length > 0 ? await findOrAddStores(tx, member, stores, batch.added.note) : undefined
    const listId = list === undefined ? undefined : await findOrAddNamedList(tx, member, list, batch.added.note)
    if (repeats) {
      const own = { name, ingredientId: ingredient?.id ?? null, category: category ?? ingredient?.category ?? 'Other' }
      const amount = { quantity: quantity ?? 1, unit: unit ?? 'piece' } as const
      recurring.push({ at, item: { ...own, ...amount, listId: listId ?? null, ...repeats } })
      continue
    }
    items.push({ at, item: { ingredientName: name, ...amount, ...given({ category, note, storeIds, listId }) } })
  }
  const payload = { importId: head.id }
  const settle = (added: readonly { at: number }[], ids: readonly string[]) => {
    for (const [i, { at }] of added.entries()) settled[at] = imported(ids[i] ?? '')
  }
  const [repeating, named] = [recurring.map(({ item }) => item), bundles.map(({ bundle }) => bundle)]
  settle(recurring, await importRecurring(tx, member, contract.listItemsImported, repeating, payload))
  settle(bundles, await importBundles(tx, member, contract.listItemsImported, named, payload))
  if (items.length === 0) return settled
  const input = items.map(({ item }) => item)
  const find = async (name: string) => ingredients.get(nameKey(name)) ?? null
  settle(items, await importRows(tx, member, contract.listItemsImported, input, payload, find))
  return settled
}

/** Imports labels, or a place, list or store itself. Returns null if the row is none of them. */
async function importNamedThing(batch: Batch, row: Row, data: PlanData['list']): Promise<Settled | null> {
  const { tx, member, claim, added } = batch
  const { food: name, labels, keptAt, ownList, ownStore } = data
  if (labels) return importSheet(batch, row, labels)
  if (keptAt) return importKeptAt(batch, row, { name, ...keptAt })
  if (!ownList && !ownStore) return null
  if (await store.hasKey(tx, member.householdId, row.source_key ?? '')) return known('brought_before')
  // Its own rows, or lots, may have created it before.
  const id = ownList
    ? await importNamedList(tx, member, { name, ...ownList }, added)
    : ownStore && (await importStore(tx, member, name, ownStore, added))
  if (id === undefined) return overQuota
  if (id === null) return known(ownList ? 'list_here' : 'store_here')
  return (await claim(row)) ? imported(id) : known('brought_before')
}

/** Adds a place after the household's own. */
async function importKeptAt({ tx, member, claim }: Batch, row: Row, place: PlannedPlace & { name: string }): Promise<Settled> {
  const places = await listPlaceKeys(tx, member.householdId)
  if (places.has(nameKey(place.name))) return known('place_here')
  if (places.size >= maxPlaces) return overQuota
  if (!(await claim(row))) return known('brought_before')
  return imported(await importPlace(tx, member, { name: place.name, storage: place.storage, picture: place.pictureId ?? null }))
}

/** Creates labels with the codes that they are printed with, on the lots that this import brought or found. */
async function importSheet({ tx, member, limits, head, claim }: Batch, row: Row, { size, codes, on }: PrintedLabels): Promise<Settled> {
  const { householdId } = member
  const taken = await listKnownLabelCodes(tx, householdId, codes)
  const fresh = codes.filter((code) => !taken.has(code))
  if (fresh.length === 0) return known('labels_here')
  if ((await countLabels(tx, householdId)) + fresh.length > limits.labels) return overQuota
  if (!(await claim(row))) return known('brought_before')
  const lotIds = await store.importedIds(tx, householdId, head.id, 'lots')
  const targets = on.map(({ code, lotId, location = null }) => ({
    code,
    lotId: (lotId !== undefined && lotIds.get(lotId)) || null,
    location,
  }))
  return imported(await importLabels(tx, member, { size, codes: fresh, targets }))
}

/** Returns the ids of lots from a Larder export. */
export const lotIdsOf = (lots: readonly PlanData['lot'][]): string[] => lots.flatMap(({ lotId }) => lotId ?? [])

async function recordIngredients(tx: Transaction, member: Member, head: store.ImportRecord, settled: readonly Settled[]): Promise<void> {
  const ingredientIds = [...new Set(settled.flatMap(({ state, target_id }) => (state === 'brought' && target_id ? [target_id] : [])))]
  if (ingredientIds.length > 0) await recordChange(tx, member, contract.ingredientsImported, { importId: head.id, ingredientIds })
}
