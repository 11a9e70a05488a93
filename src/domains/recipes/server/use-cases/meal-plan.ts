import { randomUUIDv7 } from 'node:crypto'
import {
  carryMealEaters,
  endCarriedEaters,
  findEatersToCarry,
  type PlannedForMeal,
  restoreCarriedEaters,
} from '#domains/diets/server/index.ts'
import { findIngredientOrMerged } from '#domains/ingredients/server/index.ts'
import { freePlanReservations, replacePlanReservations, takeFromLot, takeFromLots } from '#domains/inventory/server/index.ts'
import { type Actor, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { conflict, invalid, notFound, Problem } from '#platform/shared/problem.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { mealEaten, type NewPlanEntry, type PlanEntry, planChanged, planRemoved } from '../../contract/index.ts'
import { leftoverDish } from '../../rules/leftover-lot.ts'
import * as store from '../store/plan.ts'
import { getEditableRow } from './edit-recipe.ts'
import { findPlannedIngredientId, maxSpanDays, plannedMeal, readMeals, readUpcomingNeeds, toPlanEntry } from './read-planned-meals.ts'

/** Stored in the change log to undo a change of the plan. */
export interface PlanUndo {
  entryId: string
  set: Partial<store.EntryRow>
  expect: Partial<store.EntryRow>
}
interface Span {
  from: CalendarDate
  to: CalendarDate
}

/** Returns a range of days, a week from today by default. Throws 422 if it is reversed or too long. */
export function spanOf({ today }: Pick<Member, 'today'>, input: { from?: CalendarDate | undefined; to?: CalendarDate | undefined }): Span {
  const from = input.from ?? today
  const to = input.to ?? addDays(from, 6)
  const days = daysBetween(from, to)
  if (days < 0 || days > maxSpanDays) throw invalid('span_invalid', say`Request at most ${maxSpanDays} days, in date order.`, 'to')
  return { from, to }
}

/** Returns the planned meals of a range, each with its stock. */
export const listPlan = async (q: Reader, member: Member, { from, to }: Span): Promise<PlanEntry[]> =>
  (await readMeals(q, member, from, to)).map(toPlanEntry)

/** Plans meals in one change: updates existing entries and adds new ones. Returns them in order. */
export async function putPlan(tx: Transaction, member: Member, entries: readonly NewPlanEntry[]): Promise<PlanEntry[]> {
  const input = entries.map((entry) => ({ ...entry, id: entry.id ?? randomUUIDv7() }))
  const ids = input.map(({ id }) => id)
  if (new Set(ids).size !== ids.length) throw invalid('twice', 'The same meal is listed twice.', 'entries')
  const existing = new Map((await store.findEntries(tx, member.householdId, ids)).map((row) => [row.id, row]))
  const undo: PlanUndo[] = []
  for (const entry of input) {
    const row = existing.get(entry.id)
    const parts = await putEntry(tx, member, entry, row)
    undo.push(...parts)
    if (row && parts.some(({ set: { on_date, meal } }) => on_date ?? meal)) await endEatersOf(tx, member, [row])
    if (!row && parts.length > 0 && entry.copiedFrom !== undefined) await carryToCopy(tx, member, entry, entry.copiedFrom)
  }
  if (undo.length > 0) {
    await recordChange(tx, member, planChanged, { entryIds: undo.map(({ entryId }) => entryId) }, undo)
    await reserveForPlannedMeals(tx, member)
  }
  const dates = input.map(({ date }) => date).toSorted()
  const meals = await readMeals(tx, member, dates[0] ?? member.today, dates.at(-1) ?? member.today)
  const shown = new Map(meals.map((meal) => [meal.row.id, toPlanEntry(meal)]))
  return ids.flatMap((id) => shown.get(id) ?? [])
}

/** Those who eat the meal that is copied eat its copy. */
async function carryToCopy(
  tx: Transaction,
  member: Member,
  { id, date, meal = defaultMeal }: NewPlanEntry & { id: string },
  from: CalendarDate,
): Promise<void> {
  const eaterIds = await findEatersToCarry(tx, member.householdId, meal, { date: from })
  for (const one of await plannedForMeals(tx, member, [{ id, on_date: date, meal, repeat_id: null }]))
    await carryMealEaters(tx, member, one, { eaterIds, carriedFor: id })
}

type OnDay = Pick<store.EntryRow, 'id' | 'on_date' | 'meal' | 'repeat_id'>

/** Returns what diets need to know of entries, each with whether something else than these is planned for its meal. */
export async function plannedForMeals(
  q: Reader,
  { householdId }: Pick<Actor, 'householdId'>,
  rows: readonly OnDay[],
): Promise<PlannedForMeal[]> {
  const dates = rows.map(({ on_date }) => on_date).toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return []
  const own = new Set(rows.map(({ id }) => id))
  const others = (await store.listEntries(q, householdId, first, last)).filter(({ id }) => !own.has(id))
  const occupied = new Set(others.map(({ on_date, meal }) => `${on_date} ${meal}`))
  return rows.map(({ id, on_date: date, meal, repeat_id }) => {
    return { date, meal, ids: [id, repeat_id], hasOthers: occupied.has(`${date} ${meal}`) }
  })
}

/** Ends who eats meals where it was carried for entries that left them. */
export const endEatersOf = async (tx: Transaction, who: Pick<Actor, 'householdId' | 'now'>, left: readonly OnDay[]): Promise<void> =>
  endCarriedEaters(tx, who, await plannedForMeals(tx, who, left))

const defaultMeal = 'dinner'

/** Returns what undoes it; nothing if it is left out or stays as it was. */
async function putEntry(
  tx: Transaction,
  member: Member,
  entry: NewPlanEntry & { id: string },
  row: store.EntryRow | undefined,
): Promise<PlanUndo[]> {
  const at = member.now.toISOString()
  const fields = await plannedFields(tx, member, entry, row).catch((error: unknown) => {
    if (entry.copiedFrom !== undefined && error instanceof Problem && error.code === 'not_found') return null
    throw error
  })
  if (!fields) return []
  const values = { on_date: entry.date, meal: entry.meal ?? row?.meal ?? defaultMeal, ...fields } as const
  if (!row) {
    const { id } = entry
    const added = {
      household_id: member.householdId,
      id,
      ...values,
      state: 'planned',
      version: 1,
      repeat_id: null,
      every_weeks: null,
    } as const
    await store.insertEntry(tx, { ...added, created_at: at, updated_at: at, removed_at: null })
    return [{ entryId: id, set: { removed_at: at }, expect: { removed_at: null, state: 'planned' } }]
  }
  if (row.removed_at !== null) throw conflict('entry_gone', 'Someone just removed this from the plan.')
  const columns = (Object.keys(values) as (keyof typeof values)[]).filter((column) => row[column] !== values[column])
  if (columns.length === 0) return []
  if (row.state === 'cooked') throw conflict('already_cooked', 'This meal has already been cooked.')
  const pick = (from: Partial<store.EntryRow>): Partial<store.EntryRow> =>
    Object.fromEntries(columns.map((column) => [column, from[column]]))
  await store.updateEntry(tx, member.householdId, row.id, { ...pick(values), updated_at: at })
  return [{ entryId: row.id, set: pick(row), expect: { removed_at: null, state: 'planned', ...pick(values) } }]
}

type PlannedFields = Pick<
  store.EntryRow,
  'recipe_id' | 'text' | 'servings' | 'lot_id' | 'ingredient_id' | 'amount_milli' | 'unit' | 'leftover_of'
>

/** Returns the columns that say what is planned. Throws `not_found`, or `lot_ended` for an item of which none is left. */
async function plannedFields(
  tx: Transaction,
  member: Member,
  { recipeId, text, inventoryItemId, ingredientId, quantity, unit, servings }: NewPlanEntry,
  row: store.EntryRow | undefined,
): Promise<PlannedFields> {
  const none = {
    recipe_id: null,
    text: null,
    servings: 1,
    lot_id: null,
    ingredient_id: null,
    amount_milli: null,
    unit: null,
    leftover_of: null,
  }
  if (recipeId !== undefined) {
    const recipe = await getEditableRow(tx, member, recipeId)
    const isRecipe = row !== undefined && row.recipe_id !== null
    return { ...none, recipe_id: recipe.id, servings: servings ?? (isRecipe ? row.servings : recipe.servings) }
  }
  if (ingredientId !== undefined) return { ...none, ...(await ingredientFields(tx, member, { ingredientId, quantity, unit }, row)) }
  if (inventoryItemId === undefined) return { ...none, text: text ?? null }
  const isKnown = row?.lot_id === inventoryItemId
  const milli = quantity === undefined ? ((isKnown ? row.amount_milli : null) ?? 1000) : toMilli(quantity)
  // What is planned can be moved after the item is gone.
  if (isKnown) return { ...none, text: row.text, lot_id: row.lot_id, amount_milli: milli, unit: row.unit, leftover_of: row.leftover_of }
  const [lot] = await store.findPlannedLots(tx, member.householdId, [inventoryItemId])
  if (!lot || lot.state === 'removed') throw notFound()
  if (lot.state !== 'active') throw conflict('lot_ended', 'There’s none left.')
  const leftoverOf = await store.findLeftoverRecipeId(tx, member.householdId, lot.id)
  return { ...none, text: leftoverDish(lot.name) ?? lot.name, lot_id: lot.id, amount_milli: milli, unit: lot.unit, leftover_of: leftoverOf }
}

/** Returns the columns of an amount of an ingredient. Throws `not_found`. */
async function ingredientFields(
  tx: Transaction,
  member: Member,
  { ingredientId, quantity, unit }: { ingredientId: string } & Pick<NewPlanEntry, 'quantity' | 'unit'>,
  row: store.EntryRow | undefined,
) {
  const ingredient = await findIngredientOrMerged(tx, member.householdId, ingredientId)
  const known = row && row.ingredient_id === (ingredient?.id ?? ingredientId) ? row : undefined
  const milli = quantity === undefined ? (known?.amount_milli ?? 1000) : toMilli(quantity)
  // What is planned can be moved after the ingredient is gone.
  const [id, name] = ingredient ? [ingredient.id, ingredient.name] : [known?.ingredient_id, known?.text]
  if (id == null || name == null) throw notFound()
  return { text: name, ingredient_id: id, amount_milli: milli, unit: unit ?? known?.unit ?? ingredient?.default_unit ?? 'each' }
}

export async function removeEntry(tx: Transaction, member: Member, id: string): Promise<void> {
  const [row] = await store.findEntries(tx, member.householdId, [id])
  if (!row || row.removed_at !== null) throw notFound()
  await removeEntries(tx, member, [id], [{ entryId: id, set: { removed_at: null }, expect: { removed_at: member.now.toISOString() } }])
}

/** Removes the meals of these recipes from the plan, cooked or not, without an undo. */
export async function removeMealsOf(tx: Transaction, member: Member, recipeIds: readonly string[]): Promise<void> {
  const ids = await store.listMealIdsOf(tx, member.householdId, recipeIds)
  if (ids.length > 0) await removeEntries(tx, member, ids)
}

async function removeEntries(tx: Transaction, member: Member, entryIds: readonly string[], undo?: readonly PlanUndo[]): Promise<void> {
  const at = member.now.toISOString()
  for (const id of entryIds) await store.updateEntry(tx, member.householdId, id, { removed_at: at, updated_at: at })
  await endEatersOf(tx, member, await store.findEntries(tx, member.householdId, entryIds))
  await recordChange(tx, member, planRemoved, { entryIds: [...entryIds] }, undo)
  await reserveForPlannedMeals(tx, member)
}

/** Undoes changes of the plan, and what they did to who eats; the caller records that. */
export async function restorePlanEntries(tx: Transaction, member: Member, parts: readonly PlanUndo[]): Promise<void> {
  const ids = parts.map(({ entryId }) => entryId)
  const rows = new Map((await store.findEntries(tx, member.householdId, ids)).map((row) => [row.id, row]))
  const left: store.EntryRow[] = []
  const back: store.EntryRow[] = []
  for (const { entryId, set, expect } of parts) {
    const row = rows.get(entryId)
    const stands = hasColumns(row, expect)
    if (!stands) throw conflict('undo_in_the_way', 'Can’t undo: the plan has been changed since.')
    await store.updateEntry(tx, member.householdId, entryId, { ...set, updated_at: member.now.toISOString() })
    const now = { ...row, ...set }
    const isElsewhere = now.on_date !== row.on_date || now.meal !== row.meal || (now.removed_at === null) !== (row.removed_at === null)
    if (isElsewhere && row.removed_at === null) left.push(row)
    if (isElsewhere && now.removed_at === null) back.push(now)
  }
  await endEatersOf(tx, member, left)
  await restoreCarriedEaters(tx, member, await plannedForMeals(tx, member, back))
}

/** Marks a planned meal of this recipe as cooked and frees what was reserved for it. Throws 404 if there is none, 409 if it was cooked already. */
export async function markCooked(tx: Transaction, member: Member, id: string, recipeId: string): Promise<void> {
  const row = await plannedMeal(tx, member, id, recipeId)
  if (row.state === 'cooked') throw conflict('already_cooked', 'This meal has already been cooked.')
  await reserveForPlannedMeals(tx, member)
  await store.updateEntry(tx, member.householdId, id, { state: 'cooked', updated_at: member.now.toISOString() })
  await freePlanReservations(tx, member.householdId, id)
}

/** Uses a planned item or ingredient from stock and marks the meal as eaten, in one change. Throws `lot_ended` or `not_enough`. */
export async function eatMeal(tx: Transaction, member: Member, id: string): Promise<PlanEntry> {
  const [row] = await store.findEntries(tx, member.householdId, [id])
  if (!row || row.removed_at !== null) throw notFound()
  const { lot_id: lotId, ingredient_id: ingredientId, amount_milli: milli, unit } = row
  if (milli === null || unit === null) throw notFound()
  await reserveForPlannedMeals(tx, member)
  if (!(await store.markEntryCooked(tx, member.householdId, id, member.now.toISOString())))
    throw conflict('already_cooked', 'This meal has already been cooked.')
  // What is reserved for other meals is used last.
  await freePlanReservations(tx, member.householdId, id)
  const about = { entryIds: [id] }
  if (lotId !== null) await takeFromLot(tx, member, mealEaten, { lotId, milli, unit }, about)
  else if (ingredientId !== null) {
    const meant = await findPlannedIngredientId(tx, member, row)
    if (meant === null) throw conflict('lot_ended', 'There’s none left.')
    await takeFromLots(tx, member, mealEaten, [{ ingredientId: meant, quantity: fromMilli(milli), unit }], [], about)
  }
  await reserveForPlannedMeals(tx, member)
  const meals = await readMeals(tx, member, row.on_date, row.on_date)
  const meal = meals.find((one) => one.row.id === id)
  if (!meal) throw notFound()
  return toPlanEntry(meal)
}

/** Undoes `markCooked` and `eatMeal`. A meal removed from the plan since stays removed. */
export async function undoMarkCooked(tx: Transaction, member: Member, id: string): Promise<void> {
  await store.updateEntry(tx, member.householdId, id, { state: 'planned', updated_at: member.now.toISOString() })
}

/** Renews the reservations for upcoming meals. Returns whether any changed. */
export async function reserveForPlannedMeals(
  tx: Transaction,
  actor: Pick<Actor, 'householdId' | 'now'> & Pick<Member, 'today'>,
): Promise<boolean> {
  return (await store.hasPlanned(tx, actor.householdId)) && replacePlanReservations(tx, actor, await readUpcomingNeeds(tx, actor))
}
