import { randomUUIDv7 } from 'node:crypto'
import type { Meal } from '#domains/diets/contract.ts'
import { carryMealEaters } from '#domains/diets/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { rowIdOf } from '../../rules/missing-list-rows.ts'
import { deleteImportedNeeds, insertListedNeed } from '../store/listed-needs.ts'
import * as store from '../store/plan.ts'
import { findRecipe, listNames } from '../store/recipes.ts'
import { getEditableRow } from './edit-recipe.ts'
import { endEatersOf, reserveForPlannedMeals } from './meal-plan.ts'
import { buyerOf } from './read-planned-meals.ts'
import { starterRow } from './recipe-row.ts'
import { endRepeatOf } from './repeat-meal.ts'

/** What an import plans. `lotId` and `ingredientId` are the household's own; `text` names them. */
export type ImportedDish = { servings: number } & (
  | { recipeId: string }
  | { text: string }
  | { text: string; lotId: string; quantity: number; unit: Unit; leftoverOf?: string }
  | { text: string; ingredientId: string; quantity: number; unit: Unit }
)
/** What a row of the list has for a meal. `foodKey`: an ingredient's id, or the key of a name. */
export interface ListedShare {
  itemId: string
  foodKey: string
  quantity: number
  unit: Unit
}
export interface ImportedMeal {
  listed: readonly ListedShare[]
  dish: ImportedDish
  date: CalendarDate
  meal: Meal
  isCooked: boolean
}
/** `day`: the day of the repeat that it is; null for the first. Of a removed one, nothing is planned. */
export type ImportedDay = ImportedMeal & { day: CalendarDate | null; isRemoved: boolean }
export interface ImportedRepeat {
  dish: ImportedDish
  firstOn: CalendarDate
  everyWeeks: number
  meal: Meal
  days: readonly ImportedDay[]
}

/** Returns a function that finds the household's recipe with an id in its own export, or with a name. */
export async function recipeFinder(
  q: Reader,
  householdId: HouseholdId,
): Promise<(recipe: { recipeId?: string; name: string }) => string | undefined> {
  const recipes = await listNames(q, householdId)
  const byName = new Map(recipes.map(({ id, name }) => [nameKey(name), id]))
  // A starter that was changed has the same id in every household.
  const ids = new Set(recipes.flatMap(({ id }) => (starterRow(id) ? [] : [id])))
  return ({ recipeId = '', name }) => (ids.has(recipeId) ? recipeId : byName.get(nameKey(name)))
}

/** Returns a starter's id if the household hasn't removed it, and makes it the household's own recipe. */
export async function findStarter(tx: Transaction, member: Member, id: string): Promise<string | null> {
  if (!starterRow(id) || ((await findRecipe(tx, member.householdId, id))?.removed_at ?? null) !== null) return null
  return (await getEditableRow(tx, member, id)).id
}

/** A planned meal's text, or the name of its recipe. */
export const plannedKey = (date: string, meal: string, name: string): string => `${date} ${meal} ${nameKey(name)}`

/** Names a day's meal. */
export const slotKey = (date: string, meal: string): string => `${date} ${meal}`

/**
 * What is planned already: ids of meals, leftovers and repeats, also ended ones; how often there is something under a key; and the meals of
 * days that have something.
 */
export interface PlannedAlready {
  ids: ReadonlySet<string>
  counts: ReadonlyMap<string, number>
  slots: ReadonlySet<string>
}
export async function readPlanned(q: Reader, householdId: HouseholdId): Promise<PlannedAlready> {
  const entries = await store.listPlannedNames(q, householdId)
  const counts = new Map<string, number>()
  for (const { on_date, meal, name } of entries) {
    const key = plannedKey(on_date, meal, name)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const ids = [...entries.map(({ id }) => id), ...(await store.listRepeatIds(q, householdId))]
  const slots = new Set(entries.map(({ on_date, meal }) => slotKey(on_date, meal)))
  return { ids: new Set([...ids, ...(await store.listLeftoverIds(q, householdId))]), counts, slots }
}

/** Returns whether a day's meal has something that isn't one of these meals or repeats. */
export async function hasOtherMeal(
  q: Reader,
  householdId: HouseholdId,
  { date, meal }: Pick<ImportedMeal, 'date' | 'meal'>,
  ids: ReadonlySet<string>,
): Promise<boolean> {
  const entries = await store.listEntries(q, householdId, date, date)
  return entries.some((row) => row.meal === meal && !ids.has(row.id) && !ids.has(row.repeat_id ?? ''))
}

const noDish = { recipe_id: null, text: null, lot_id: null, ingredient_id: null, amount_milli: null, unit: null, leftover_of: null }

function dishColumns(dish: ImportedDish) {
  const { servings } = dish
  if ('recipeId' in dish) return { ...noDish, recipe_id: dish.recipeId, servings }
  if (!('unit' in dish)) return { ...noDish, text: dish.text, servings }
  const amount = { text: dish.text, amount_milli: toMilli(dish.quantity), unit: dish.unit, servings }
  return 'lotId' in dish
    ? { ...noDish, ...amount, lot_id: dish.lotId, leftover_of: dish.leftoverOf ?? null }
    : { ...noDish, ...amount, ingredient_id: dish.ingredientId }
}

const newEntry = (
  { householdId, now }: Member,
  { dish, date, meal, isCooked }: ImportedMeal,
  more: Pick<store.EntryRow, 'id' | 'repeat_id' | 'every_weeks'> & { isRemoved?: boolean },
): store.EntryRow => {
  const at = now.toISOString()
  const { isRemoved = false, ...columns } = more
  return {
    household_id: householdId,
    ...dishColumns(dish),
    ...columns,
    on_date: date,
    meal,
    state: isCooked ? 'cooked' : 'planned',
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: isRemoved ? at : null,
  }
}

/** Inserts an entry, and what is on the list for it. All members eat it, unless someone said who eats on its day. */
async function insertMeal(tx: Transaction, { now }: Member, row: store.EntryRow, listed: readonly ListedShare[]): Promise<void> {
  await store.insertEntry(tx, row)
  const { id, household_id: householdId, on_date: date, meal } = row
  const planned = { date, meal, ids: [id, row.repeat_id], hasOthers: true }
  if (row.removed_at === null) await carryMealEaters(tx, { householdId, now }, planned, { eaterIds: null, carriedFor: id })
  const buyer = buyerOf(row)
  if (buyer === null) return
  for (const { itemId, foodKey, quantity, unit } of listed)
    await insertListedNeed(tx, {
      household_id: row.household_id,
      id: randomUUIDv7(),
      entry_id: row.id,
      recipe_id: buyer,
      food_key: foodKey,
      item_id: itemId,
      milli: quantity === 0 ? 0 : toMilli(quantity),
      unit,
      seq: 0,
    })
}

/** Plans a meal without recording a change or reserving stock, which the caller does. Returns its id. */
export async function importMeal(tx: Transaction, member: Member, meal: ImportedMeal): Promise<string> {
  const id = randomUUIDv7()
  await insertMeal(tx, member, newEntry(member, meal, { id, repeat_id: null, every_weeks: null }), meal.listed)
  return id
}

/** Says of which recipe an item is leftovers. Returns false if that is known already. */
export async function importLeftovers(tx: Transaction, householdId: HouseholdId, lotId: string, recipeId: string): Promise<boolean> {
  if (await store.isLeftover(tx, householdId, lotId)) return false
  await store.insertLeftover(tx, { household_id: householdId, lot_id: lotId, recipe_id: recipeId })
  return true
}

/** Begins a repeat with its days so far, as `importMeal` does. Returns its id and those of the days that are planned. */
export async function importRepeat(
  tx: Transaction,
  member: Member,
  { dish, firstOn, everyWeeks, meal, days }: ImportedRepeat,
): Promise<{ id: string; entryIds: string[] }> {
  const { householdId, now } = member
  const id = randomUUIDv7()
  const { lot_id: _none, leftover_of: _nothing, ...what } = dishColumns(dish)
  const row = { ...what, first_on: firstOn, every_weeks: everyWeeks, meal, ended_at: null, created_at: now.toISOString() }
  await store.insertRepeat(tx, { household_id: householdId, id, ...row })
  const entryIds: string[] = []
  for (const { day, isRemoved, ...planned } of days) {
    const entryId = day === null ? randomUUIDv7() : rowIdOf(id, day, 0)
    const row = newEntry(member, planned, { id: entryId, repeat_id: id, every_weeks: everyWeeks, isRemoved })
    await insertMeal(tx, member, row, planned.listed)
    if (!isRemoved) entryIds.push(entryId)
  }
  return { id, entryIds }
}

/**
 * Takes imported meals off the plan and ends imported repeats. Keeps meals that were changed since, unless `includeChanged`. `ids`: those
 * given that are of the plan. `removed`: the meals taken off.
 */
export async function rollbackPlan(
  tx: Transaction,
  member: Member,
  targetIds: readonly string[],
  { includeChanged }: { includeChanged: boolean },
): Promise<{ ids: Set<string>; kept: string[]; removed: string[] }> {
  const { householdId, now } = member
  const at = now.toISOString()
  const entries = new Map((await store.findEntries(tx, householdId, targetIds)).map((row) => [row.id, row]))
  await store.deleteLeftovers(tx, householdId, targetIds)
  const done = { ids: new Set<string>(), kept: [] as string[], removed: [] as string[] }
  for (const id of targetIds) {
    const row = entries.get(id)
    if (row) {
      done.ids.add(id)
      const isKept = row.removed_at !== null || (row.version > 1 && !includeChanged)
      if (isKept) done.kept.push(id)
      else await store.updateEntry(tx, householdId, id, { removed_at: at, updated_at: at })
      if (!isKept) done.removed.push(id)
      continue
    }
    const repeat = await store.findRepeat(tx, householdId, id)
    if (!repeat) continue
    done.ids.add(id)
    if (repeat.ended_at !== null) done.kept.push(id)
    else done.removed.push(...(await endRepeatOf(tx, member, id, ({ version }) => version === 1 || includeChanged)))
  }
  await endEatersOf(
    tx,
    member,
    [...entries.values()].filter(({ id }) => done.removed.includes(id)),
  )
  // What the import brought to the list for them, its undo takes off there.
  await deleteImportedNeeds(tx, householdId, done.removed)
  return done
}

/** Renews the reservations once meals were imported. */
export const reserveForImported = (tx: Transaction, member: Member) => reserveForPlannedMeals(tx, member)
