import * as diets from '#domains/diets/contract.ts'
import { eaterTable, foodContentsTable, mealEatersTable } from '#domains/diets/rules/local-diets.ts'
import { mealId } from '#domains/diets/rules/meal-eaters.ts'
import { undoChange } from '#domains/households/contract/index.ts'
import { bulkEditIngredients } from '#domains/ingredients/contract/bulk-edit.ts'
import { changeIngredient, type Ingredient } from '#domains/ingredients/contract/index.ts'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { isProvisional } from '#domains/ingredients/rules/provisional-id.ts'
import * as inventory from '#domains/inventory/contract.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import type { LotIntent } from '#domains/inventory/web/api/pending-lot-actions.ts'
import * as labels from '#domains/labels/contract.ts'
import { labelTable } from '#domains/labels/rules/local-labels.ts'
import * as places from '#domains/places/contract.ts'
import { placeTable } from '#domains/places/rules/local-places.ts'
import * as recipes from '#domains/recipes/contract/index.ts'
import { cookbookTable } from '#domains/recipes/rules/local-cookbooks.ts'
import { cookingTable, planTable, recipeTable } from '#domains/recipes/rules/local-recipes.ts'
import type { CookbookIntent } from '#domains/recipes/web/api/pending-cookbook-changes.ts'
import type { RecipeIntent } from '#domains/recipes/web/api/recipe-intent.ts'
import * as shopping from '#domains/shopping/contract/index.ts'
import * as listChanges from '#domains/shopping/rules/list-changes.ts'
import { bundleTable } from '#domains/shopping/rules/local-bundles.ts'
import { localList, namedListTable, recurringTable, tripTable } from '#domains/shopping/rules/local-list.ts'
import * as stores from '#domains/stores/contract.ts'
import { storeTable } from '#domains/stores/rules/local-stores.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import type { Row } from '#platform/shared/local-tables.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import type { NewOperation } from '#platform/web/sync/outbox-interface.ts'
import type { Random } from '#tests/support/data/random.ts'
import type { OfflineDevice } from './offline-device.ts'
import { day } from './random-writes.ts'

/** A change as a screen makes it, and what its undo shows; null if a screen offers none. */
interface Made extends Pick<NewOperation, 'kind' | 'intent' | 'request'> {
  opposite?: unknown
}
interface Acting extends Pick<OfflineDevice, 'tables' | 'person' | 'outbox'> {
  random: Random
}
/** Returns a random change of what the device shows; null if there is nothing to change. */
type OfflineAct = (acting: Acting) => Made | null

const requestTo = ({ method, path }: Endpoint, id: string | null, body?: unknown): OperationRequest => ({
  method: method as OperationRequest['method'],
  address: id === null ? path : path.replace('{id}', id),
  ...(body === undefined ? {} : { body }),
})
const now = () => new Date().toISOString()

/** A `RowIntent` of any table. */
interface AnyRowIntent {
  id: string
  to: object | null
}
const madeRow = (kind: string, request: OperationRequest, intent: AnyRowIntent, opposite?: AnyRowIntent): Made => ({
  kind,
  request,
  intent,
  ...(opposite ? { opposite } : {}),
})

const store: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(storeTable))
  const roll = random.below(10)
  if (!known || roll < 3) {
    const body = { id: random.uuid(), name: `Store ${random.below(1e6)}`, place: random.below(9) }
    const to = { ...body, aisles: { arranged: [], pairs: [] }, createdAt: now(), version: 0 }
    return madeRow('stores', requestTo(stores.addStore, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  const { id, name } = known
  if (roll < 5) return madeRow('stores', requestTo(stores.removeStore, id), { id, to: null }, { id, to: known })
  const to = roll < 8 ? { name: `Store ${random.below(1e6)}` } : { place: random.below(9) }
  return madeRow('stores', requestTo(stores.changeStore, id, to), { id, to }, 'name' in to ? { id, to: { name } } : undefined)
}

const eater: OfflineAct = ({ tables, random, person }) => {
  const known = random.pick(tables.rows(eaterTable))
  const roll = random.below(10)
  if (!known || roll < 3) {
    const body = { id: random.uuid(), name: `Guest ${random.below(1e6)}`, diets: [], allergens: ['nuts' as const], avoids: [] }
    const to = { ...body, userId: null, createdAt: now(), version: 0 }
    return madeRow('eaters', requestTo(diets.addGuest, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  if (roll < 5 && known.userId === null)
    return madeRow('eaters', requestTo(diets.removeGuest, known.id), { id: known.id, to: null }, { id: known.id, to: known })
  const to = { avoids: [`Food ${random.below(1e6)}`] }
  const own = tables.get(eaterTable, person.userId)
  if (roll < 7 && !own) {
    const { userId: id } = person
    const first = { id, userId: id, name: null, diets: [], allergens: [], ...to, createdAt: now(), version: 0 }
    return madeRow('eaters', requestTo(diets.changeEater, id, to), { id, to: first }, { id, to: null })
  }
  const changed = known.userId === null ? known : own
  if (!changed) return null
  const { id, avoids } = changed
  return madeRow('eaters', requestTo(diets.changeEater, id, to), { id, to }, { id, to: { avoids } })
}

const mealEaters: OfflineAct = ({ tables, random }) => {
  const [date, meal] = [day(random.below(4)), 'dinner' as const]
  const id = mealId(date, meal)
  const known = tables.get(mealEatersTable, id)
  // Members who leave are taken out, which no device does.
  const guest = random.pick(tables.rows(eaterTable).filter(({ userId }) => userId === null))
  const eaterIds = random.below(3) === 0 ? null : guest ? [guest.id] : []
  const to = eaterIds && { createdAt: now(), version: 0, ...known, id, date, meal, eaterIds }
  return madeRow('mealEaters', requestTo(diets.setMealEaters, null, { date, meal, eaterIds }), { id, to }, { id, to: known ?? null })
}

const foodContents: OfflineAct = ({ tables, random }) => {
  const ingredient = random.pick([...tables.rows(ingredientTable)].filter(({ id }) => !isProvisional(id)))
  if (!ingredient) return null
  const { id } = ingredient
  const known = tables.get(foodContentsTable, id)
  const body = { contains: random.below(3) === 0 ? [] : ['milk' as const], without: random.below(3) === 0 ? [] : ['nuts' as const] }
  const isEmpty = body.contains.length + body.without.length === 0
  const to = isEmpty ? null : { createdAt: now(), version: 0, ...known, id, ...body }
  return madeRow('foodContents', requestTo(diets.setFoodContents, id, body), { id, to }, { id, to: known ?? null })
}

const place: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(placeTable))
  const roll = random.below(12)
  if (!known || roll < 4) {
    // Some have the name of a location that items are at.
    const body = {
      id: random.uuid(),
      name: roll < 2 ? `Place ${random.below(1e6)}` : `Shelf ${random.below(9)}`,
      storage: 'FRIDGE',
    } as const
    if (tables.rows(placeTable).some(({ name }) => name === body.name)) return null
    const to = { ...body, position: 1000, picture: null, createdAt: now(), version: 0 }
    return madeRow('places', requestTo(places.addPlace, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  const { id, name: from, storage } = known
  if (roll < 6) return madeRow('places', requestTo(places.removePlace, id), { id, to: null }, { id, to: known })
  if (roll < 8) {
    const to = { storage: random.pick(['PANTRY', 'FREEZER'] as const) ?? null }
    return madeRow('places', requestTo(places.changePlace, id, to), { id, to }, { id, to: { storage } })
  }
  if (roll < 9) {
    const order = tables.rows(placeTable).filter(({ version }) => version > 0)
    if (order.length === 0) return null
    order.reverse()
    const moved = order.map((one, position) => ({ id: one.id, to: { position } }))
    const request = requestTo(places.arrangePlaces, null, { places: order.map((one) => ({ id: one.id, name: one.name })) })
    return { kind: 'places', request, intent: { ...moved[0], others: moved.slice(1) } }
  }
  const to = { name: `Place ${random.below(1e6)}` }
  const renamed = { id, to, renamed: { from, to: to.name } }
  const back = { id, to: { name: from }, renamed: { from: to.name, to: from } }
  return madeRow('places', requestTo(places.changePlace, id, to), renamed, back)
}

/** Refuses a change of a row if someone else changed it since this device knew it. */
const unlessOthersChanged = (outbox: Parameters<OfflineAct>[0]['outbox'], of: string, { id, version }: { id: string; version: number }) => {
  const own = outbox.pending().filter(({ kind, state, intent }) => kind === of && state === 'waiting' && (intent as Row).id === id)
  return { ifMatch: { version, own: own.map((one) => one.id), when: 'always' } } as const
}

const label: OfflineAct = ({ tables, outbox, random }) => {
  const known = random.pick(tables.rows(labelTable))
  if (!known) return null
  const lotId = random.pick(tables.rows(lotTable))?.id
  const targets = [
    { lotId: null, location: null },
    { lotId: null, location: `Drawer ${random.below(1e6)}` },
  ]
  const to = random.pick(lotId === undefined ? targets : [{ lotId, location: null }, ...targets]) ?? { lotId: null, location: null }
  const { id, lotId: from, location } = known
  const request = { ...requestTo(labels.setLabel, id, to), ...unlessOthersChanged(outbox, 'labels', known) }
  return madeRow('labels', request, { id, to }, { id, to: { lotId: from, location } })
}

const namedList: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(namedListTable))
  const roll = random.below(10)
  const name = `List ${random.below(30)}`
  if (!known || roll < 3) {
    const body = { id: random.uuid(), name }
    const to = { ...body, isArchived: false, createdAt: now(), version: 0 }
    return madeRow('shoppingLists', requestTo(shopping.addNamedList, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  const { id } = known
  if (roll < 5) return madeRow('shoppingLists', requestTo(shopping.removeNamedList, id), { id, to: null }, { id, to: known })
  const [to, from] = roll < 7 ? [{ name }, { name: known.name }] : [{ isArchived: !known.isArchived }, { isArchived: known.isArchived }]
  return madeRow('shoppingLists', requestTo(shopping.changeNamedList, id, to), { id, to }, { id, to: from })
}

const bundle: OfflineAct = ({ tables, outbox, random }) => {
  const known = random.pick(tables.rows(bundleTable))
  const roll = random.below(10)
  const fields = { name: `Bundle ${random.below(1e6)}`, items: [`${1 + random.below(9)} eggs`] }
  if (!known || roll < 3) {
    const body = { id: random.uuid(), ...fields }
    const to = { ...body, createdAt: now(), version: 0 }
    return madeRow('shoppingBundles', requestTo(shopping.addBundle, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  const { id, name, items } = known
  if (roll < 5) return madeRow('shoppingBundles', requestTo(shopping.removeBundle, id), { id, to: null }, { id, to: known })
  const request = { ...requestTo(shopping.changeBundle, id, fields), ...unlessOthersChanged(outbox, 'shoppingBundles', known) }
  return madeRow('shoppingBundles', request, { id, to: fields }, { id, to: { name, items } })
}

const cookbook: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(cookbookTable))
  const recipe = random.pick(tables.rows(recipeTable))
  const roll = random.below(10)
  const name = `Cookbook ${random.below(1e6)}`
  if (!known || roll < 3) {
    const body = { id: random.uuid(), name, recipeIds: recipe ? [recipe.id] : [] }
    const to = { ...body, position: 100_000, createdAt: now(), version: 0 }
    return madeRow('cookbooks', requestTo(recipes.addCookbook, null, body), { id: body.id, to }, { id: body.id, to: null })
  }
  const { id } = known
  if (roll < 4) return madeRow('cookbooks', requestTo(recipes.removeCookbook, id), { id, to: null }, { id, to: known })
  if (roll < 6 || !recipe)
    return madeRow('cookbooks', requestTo(recipes.changeCookbook, id, { name }), { id, to: { name } }, { id, to: { name: known.name } })
  if (roll < 7) {
    const request = requestTo(recipes.arrangeCookbooks, null, { cookbookIds: [id] })
    return madeRow('cookbooks', request, { id, to: { position: 0 } }, { id, to: { position: known.position } })
  }
  const isIn = roll < 9
  const fill = (toBeIn: boolean): CookbookIntent => ({ id, to: {}, fill: { recipeIds: [recipe.id], isIn: toBeIn } })
  const request = requestTo(recipes.setCookbookRecipes, id, { recipeIds: [recipe.id], isIn })
  return madeRow('cookbooks', request, fill(isIn), fill(!isIn))
}

const recurring: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(recurringTable))
  const roll = random.below(10)
  const every = { count: 1 + random.below(4), unit: random.pick(shopping.intervalUnits) ?? 'week' }
  if (!known || roll < 3) {
    const item = random.pick(localList(tables, day(0), 'all').items)
    if (!item || tables.rows(recurringTable).some(({ ingredientName }) => ingredientName === item.ingredientName)) return null
    const { ingredientId, ingredientName, category, suggestedQuantity, unit, listId } = item
    const id = random.uuid()
    const copy = { ingredientId, ingredientName, category, suggestedQuantity, unit, listId, every }
    const to = { id, ...copy, dueOn: day(0), createdAt: now(), version: 0 }
    const request = requestTo(shopping.repeatItem, null, { id, itemId: item.id, every })
    return madeRow('recurringItems', request, { id, to }, { id, to: null })
  }
  const { id, suggestedQuantity } = known
  if (roll < 5) return madeRow('recurringItems', requestTo(shopping.endRecurringItem, id), { id, to: null }, { id, to: known })
  const [to, from] = roll < 8 ? [{ every }, { every: known.every }] : [{ suggestedQuantity: 1 + random.below(9) }, { suggestedQuantity }]
  return madeRow('recurringItems', requestTo(shopping.changeRecurringItem, id, to), { id, to }, { id, to: from })
}

const trip: OfflineAct = ({ tables, person: { userId }, random }) => {
  const known = random.pick(tables.rows(tripTable))
  const storeId = random.pick(tables.rows(storeTable))?.id ?? null
  const roll = random.below(10)
  if (!known || roll < 4) {
    const [id, startedAt] = [random.uuid(), now()]
    const request = requestTo(shopping.startTrip, null, { id, startedAt, ...(storeId === null ? {} : { storeId }) })
    return madeRow('shoppingTrips', request, { id, to: { id, userId, listId: null, storeId, startedAt, version: 0 } })
  }
  const { id } = known
  if (roll < 7) return madeRow('shoppingTrips', requestTo(shopping.endTrip, id), { id, to: null }, { id, to: known })
  return madeRow('shoppingTrips', requestTo(shopping.changeTrip, id, { storeId }), { id, to: { storeId } })
}

const foods = ['Milk', 'Eggs', 'Bread', 'Rice', 'Soap', 'Tea'] as const

const list: OfflineAct = ({ tables, random }) => {
  const { items } = localList(tables, day(0), 'all')
  const item = random.pick(items)
  const roll = random.below(20)
  const of = (change: listChanges.ListChange): Made => ({ kind: 'shopping', ...change })
  const other = random.pick(tables.rows(namedListTable).filter(({ isArchived }) => !isArchived))
  if (!item || roll < 6) {
    const draft = { name: random.pick(foods) ?? 'Milk', quantity: 1 + random.below(3), unit: 'each', listId: other?.id ?? null } as const
    return of(listChanges.buildAdd(random.uuid(), draft, now()))
  }
  const storeId = random.pick(tables.rows(storeTable))?.id
  if (roll < 10) return of(listChanges.buildCheck(item, !item.isChecked, now(), storeId ?? null))
  if (roll < 12) return of(listChanges.buildIncrement(item))
  if (roll < 13) return of(listChanges.buildEdit(item, { note: `Note ${random.below(9)}` }))
  if (roll < 14) return of(listChanges.buildEdit(item, { storeIds: storeId ? [storeId] : [] }))
  if (roll < 16) return of(listChanges.buildMove(item, item.listId === null ? (other?.id ?? null) : null, 'another'))
  if (roll < 18) return of(listChanges.buildRemove(item))
  const checked = items.filter(({ isChecked }) => isChecked)
  return checked.length > 0 ? of(listChanges.buildClear(checked)) : null
}

const lot: OfflineAct = ({ tables, random }) => {
  const of = (request: OperationRequest, intent: LotIntent, opposite?: LotIntent): Made => ({
    kind: 'inventory',
    request,
    intent,
    ...(opposite ? { opposite } : {}),
  })
  const known = random.pick(tables.rows(lotTable))
  const roll = random.below(10)
  if (!known || roll < 3) {
    const ingredientId = random.pick(tables.rows(ingredientTable))?.id
    if (!ingredientId) return null
    const body = {
      ingredientId,
      quantity: 40,
      unit: 'each',
      ownUnit: random.below(2) === 0 ? 'box' : null,
      ...(random.below(3) === 0 ? { newOwnUnit: { name: 'box', quantity: 1 + random.below(6), unit: 'each' as const } } : {}),
      purchasePrice: 1 + random.below(9),
      expirationDate: day(random.below(9)),
    } as const
    const id = random.uuid()
    return of(requestTo(inventory.addLot, null, { id, ...body }), { do: 'add', lotId: id, lot: body, ingredient: null })
  }
  const [lotId, quantity] = [known.id, 1 + random.below(3)]
  if (roll < 8) {
    const use = { lotId, quantity, isUse: true }
    return of(requestTo(inventory.useLot, lotId, { quantity }), { do: 'take', ...use }, { do: 'give-back', ...use })
  }
  const { location } = known
  const to = { location: `Shelf ${random.below(9)}` }
  return of(requestTo(inventory.changeLot, lotId, to), { do: 'edit', lotId, to, from: { location } })
}

const ingredient: OfflineAct = ({ tables, random }) => {
  const known = random.pick(tables.rows(ingredientTable))
  if (!known) return null
  if (random.below(3) === 0) {
    const rows = tables.rows(ingredientTable).filter(({ id }) => !isProvisional(id))
    const fields = { category: random.pick(['Bakery', 'Pets', 'Baby']) ?? 'Baby', isFavorite: random.below(2) === 0 }
    const all = (to: (row: Ingredient) => Partial<Ingredient>) => ({
      ingredients: rows.map((row) => ({ ingredientId: row.id, to: to(row) })),
    })
    return {
      kind: 'ingredients',
      request: requestTo(bulkEditIngredients, null, { ids: rows.map(({ id }) => id), edit: { do: 'change', fields } }),
      intent: all(() => fields),
      opposite: all(({ category, isFavorite }) => ({ category, isFavorite })),
    }
  }
  const parent = random.pick(tables.rows(ingredientTable))
  const to = random.below(3) === 0 ? { parentId: parent?.id ?? null } : { parLevel: random.below(9) }
  return {
    kind: 'ingredients',
    request: requestTo(changeIngredient, known.id, to),
    intent: { do: 'edit', ingredientId: known.id, to },
  }
}

const recipe: OfflineAct = ({ tables, random }) => {
  const of = (request: OperationRequest, intent: RecipeIntent): Made => ({ kind: 'recipes', request, intent })
  const known = random.pick(tables.rows(recipeTable))
  const roll = random.below(16)
  if (!known || roll < 3) {
    const body = { name: `Dish ${random.below(1e6)}`, ingredients: ['2 Milk'] }
    const recipeId = random.uuid()
    return of(requestTo(recipes.addRecipe, null, { ...body, id: recipeId }), { do: 'add-recipe', recipeId, recipe: body })
  }
  const recipeId = known.id
  if (roll < 6) {
    const to = { rating: 1 + random.below(5) }
    return of(requestTo(recipes.changeRecipe, recipeId, to), { do: 'edit-recipe', recipeId, to })
  }
  if (roll < 7) return of(requestTo(recipes.removeRecipe, recipeId), { do: 'remove-recipe', recipeId })
  const cooking = random.pick(tables.rows(cookingTable))
  if (cooking && roll < 8) return of(requestTo(recipes.removeCooking, cooking.id), { do: 'remove-cooking', cookingId: cooking.id })
  if (roll < 11) {
    const fields = { id: random.uuid(), date: day(-random.below(9)), rating: 1 + random.below(5), notes: 'Good' }
    const request = requestTo(recipes.addCooking, recipeId, fields)
    return of(request, { do: 'put-cooking', cooking: { ...fields, recipeId, picture: null, createdAt: now(), version: 1 } })
  }
  const entry = random.pick(tables.rows(planTable))
  if (entry && roll < 13) return of(requestTo(recipes.removePlanEntry, entry.id), { do: 'unplan', entryIds: [entry.id] })
  const item = random.pick(tables.rows(lotTable))
  const quantity = 1 + random.below(3)
  const stocked = item && (random.below(2) === 0 ? { inventoryItemId: item.id, quantity } : { ingredientId: item.ingredientId, quantity })
  const planned = stocked && random.below(3) === 0 ? stocked : { recipeId }
  const what = random.below(3) === 0 ? { text: 'Eating out' } : planned
  const entries = [{ id: entry && random.below(4) === 0 ? entry.id : random.uuid(), date: day(random.below(6)), ...what }]
  return of(requestTo(recipes.putMealPlan, null, { entries }), { do: 'plan', entries })
}

/** What people change on a device, by what they change. */
export const offlineActs = {
  store,
  eater,
  mealEaters,
  foodContents,
  place,
  label,
  namedList,
  bundle,
  cookbook,
  recurring,
  trip,
  list,
  lot,
  ingredient,
  recipe,
} satisfies Record<string, OfflineAct>

/** Makes a change of a kind on the device, and sometimes undoes it at once. Returns null if there is nothing to change. */
export async function actOffline(device: OfflineDevice, name: keyof typeof offlineActs, random: Random) {
  const { tables, person, outbox } = device
  const made = offlineActs[name]({ tables, person, outbox, random })
  if (!made) return null
  const { opposite, ...operation } = made
  const id = device.add({ ...operation, words: name })
  const isUndone = opposite !== undefined && random.below(4) === 0
  const request = { method: 'POST', address: undoChange.path } as const
  if (isUndone) await device.undo(id, { kind: made.kind, words: `Undo: ${name}`, intent: opposite, request })
  return { kind: made.kind, intent: made.intent, isUndone }
}
