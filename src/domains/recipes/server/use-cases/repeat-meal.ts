import { randomUUIDv7 } from 'node:crypto'
import { carryMealEaters, findEatersToCarry } from '#domains/diets/server/index.ts'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Actor, type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { mealsRepeated, type PlanEntry, repeatBegun, repeatEnded, type repeatMeal as repeatEndpoint } from '../../contract/index.ts'
import { repeatedEntries } from '../../rules/repeated-meals.ts'
import * as store from '../store/plan.ts'
import { findRecipes } from '../store/recipes.ts'
import { endEatersOf, type PlanUndo, plannedForMeals, reserveForPlannedMeals, restorePlanEntries } from './meal-plan.ts'
import { readMeals, toPlanEntry } from './read-planned-meals.ts'

type Who = Pick<Actor, 'householdId' | 'now'> & Pick<Member, 'today'>

async function getEntry(tx: Transaction, { householdId }: Who, id: string): Promise<store.EntryRow> {
  const [row] = await store.findEntries(tx, householdId, [id])
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

/** Repeats a planned meal on its weekday. Throws `cannot_repeat` for an item in stock, `already_repeats`, or `already_exists`. */
export async function repeatMeal(
  tx: Transaction,
  member: Member,
  id: string,
  { id: repeatId = randomUUIDv7(), everyWeeks }: BodyOf<typeof repeatEndpoint>,
): Promise<PlanEntry> {
  const row = await getEntry(tx, member, id)
  if (row.lot_id !== null) throw conflict('cannot_repeat', 'Leftovers can’t repeat.')
  if (await store.findRepeat(tx, member.householdId, repeatId)) throw conflict('already_exists', 'This already exists.')
  const { household_id, on_date: first_on, meal, recipe_id, text, ingredient_id, amount_milli, unit, servings } = row
  const at = member.now.toISOString()
  const what = { meal, recipe_id, text, ingredient_id, amount_milli, unit, servings }
  const repeat = { household_id, id: repeatId, first_on, every_weeks: everyWeeks, ...what, ended_at: null, created_at: at }
  await store.insertRepeat(tx, repeat)
  if (!(await store.markEntryRepeated(tx, member.householdId, id, { repeat_id: repeatId, every_weeks: everyWeeks, updated_at: at })))
    throw conflict('already_repeats', 'This meal repeats already.')
  const added = await addEntries(tx, member, repeat, first_on)
  await recordChange(tx, member, repeatBegun, { entryIds: [id, ...added], repeatId }, { entryId: id })
  await reserveForPlannedMeals(tx, member)
  const meals = await readMeals(tx, member, first_on, first_on)
  const shown = meals.find((one) => one.row.id === id)
  if (!shown) throw notFound()
  return toPlanEntry(shown)
}

/**
 * Plans a repeat's days that came into reach. What was removed for a day isn't planned again. Those who eat on the day `from` eat on the new
 * days; null for those who ate on the days before. Returns the ids of the new entries.
 */
async function addEntries(
  tx: Transaction,
  { householdId, now, today }: Who,
  repeat: store.RepeatRow,
  from: CalendarDate | null,
): Promise<string[]> {
  const { id: repeatId, first_on: firstOn, every_weeks: everyWeeks, ended_at: _ended, created_at: _created, ...fields } = repeat
  if (repeat.recipe_id !== null) {
    const [recipe] = await findRecipes(tx, householdId, [repeat.recipe_id])
    if (!recipe || recipe.removed_at !== null) return []
  }
  const entries = repeatedEntries({ id: repeatId, firstOn, everyWeeks }, today)
  const ids = entries.map(({ id }) => id)
  const known = new Set((await store.findEntries(tx, householdId, ids)).map(({ id }) => id))
  const missing = entries.filter(({ id }) => !known.has(id))
  const at = now.toISOString()
  const times = { created_at: at, updated_at: at, removed_at: null }
  const added = missing.map(({ id, date }): store.EntryRow => {
    const entry = { ...fields, id, on_date: date, lot_id: null, leftover_of: null, state: 'planned', version: 1, ...times } as const
    return { ...entry, repeat_id: repeatId, every_weeks: everyWeeks }
  })
  const eaterIds = await findEatersToCarry(tx, householdId, repeat.meal, from === null ? { repeatId } : { date: from })
  for (const row of added) await store.insertEntry(tx, row)
  for (const one of await plannedForMeals(tx, { householdId }, added))
    await carryMealEaters(tx, { householdId, now }, one, { eaterIds, carriedFor: repeatId })
  return missing.map(({ id }) => id)
}

/** Plans the days of all repeats that came into reach. Returns whether there were any. */
export async function addRepeatedMeals(tx: Transaction, who: Parameters<typeof recordChange>[1] & Who): Promise<boolean> {
  const added: string[] = []
  for (const repeat of await store.listActiveRepeats(tx, who.householdId)) added.push(...(await addEntries(tx, who, repeat, null)))
  if (added.length === 0) return false
  await recordChange(tx, who, mealsRepeated, { entryIds: added })
  return true
}

/** Ends the repeat of a meal: this day and those before stay, later ones leave the plan. Does nothing if it doesn't repeat. */
export async function endRepeat(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await getEntry(tx, member, id)
  if (row.repeat_id === null || row.every_weeks === null) return
  const undo = await end(tx, member, row.repeat_id, (one) => one.on_date > row.on_date && one.state === 'planned')
  await recordChange(tx, member, repeatEnded, { entryIds: undo.map(({ entryId }) => entryId), repeatId: row.repeat_id }, undo)
  await reserveForPlannedMeals(tx, member)
}

/** Ends a repeat, and takes those of its meals off the plan. Returns how to undo it. */
async function end(
  tx: Transaction,
  { householdId, now }: Who,
  repeatId: string,
  isRemoved: (row: store.EntryRow) => boolean,
): Promise<PlanUndo[]> {
  const at = now.toISOString()
  await store.setRepeatEnd(tx, householdId, repeatId, at)
  await store.markRemovedEntries(tx, householdId, repeatId, null)
  const undo: PlanUndo[] = []
  const removed: store.EntryRow[] = []
  for (const row of await store.listRepeatedEntries(tx, householdId, repeatId)) {
    const { id, every_weeks } = row
    const set = isRemoved(row) ? { removed_at: at } : { every_weeks: null }
    if ('removed_at' in set) removed.push(row)
    await store.updateEntry(tx, householdId, id, { ...set, updated_at: at })
    undo.push({ entryId: id, set: 'removed_at' in set ? { removed_at: null } : { every_weeks }, expect: { ...set, repeat_id: repeatId } })
  }
  await endEatersOf(tx, { householdId, now }, removed)
  return undo
}

/** Ends an imported repeat as `end` does. Returns the ids of the meals that left the plan. */
export async function endRepeatOf(
  tx: Transaction,
  who: Who,
  repeatId: string,
  isRemoved: (row: store.EntryRow) => boolean,
): Promise<string[]> {
  const ended = await end(tx, who, repeatId, isRemoved)
  return ended.flatMap(({ entryId, set }) => ('removed_at' in set ? [entryId] : []))
}

/** Undoes `repeatMeal`: the first day stays planned. */
export async function undoRepeat(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { repeatId, entryIds } = repeatBegun.payload.parse(change.payload)
  const repeat = await store.findRepeat(tx, member.householdId, repeatId)
  if (repeat?.ended_at !== null) throw conflict('undo_in_the_way', 'Can’t undo: the plan has been changed since.')
  const ended = await end(tx, member, repeatId, ({ id, state }) => id !== entryIds[0] && state === 'planned')
  const seq = await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, entryIds: ended.map(({ entryId }) => entryId) })
  await reserveForPlannedMeals(tx, member)
  return seq
}

/** Undoes `endRepeat`. Throws 409 if one of its days was changed since. */
export async function undoEndRepeat(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { repeatId, entryIds } = repeatEnded.payload.parse(change.payload)
  await restorePlanEntries(tx, member, change.undo as PlanUndo[])
  await store.setRepeatEnd(tx, member.householdId, repeatId, null)
  const repeat = await store.findRepeat(tx, member.householdId, repeatId)
  if (repeat) await store.markRemovedEntries(tx, member.householdId, repeatId, repeat.every_weeks)
  const added = repeat ? await addEntries(tx, member, repeat, null) : []
  const seq = await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, entryIds: [...entryIds, ...added] })
  await reserveForPlannedMeals(tx, member)
  return seq
}
