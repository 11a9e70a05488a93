import { membersOf } from '#domains/households/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { MealEaters } from '../../contract.ts'
import { eatersOnArrival, endsOnLeaving, presentEaters } from '../../rules/carried-eaters.ts'
import { mealId } from '../../rules/meal-eaters.ts'
import * as store from '../store.ts'
import { toMealEaters } from './set-meal-eaters.ts'

interface Who {
  householdId: HouseholdId
  now: Date
}
type DayMeal = Pick<MealEaters, 'date' | 'meal'>

/** Something planned that comes to a meal or leaves it. */
export interface PlannedForMeal extends DayMeal {
  /** Its id, and that of its repeat. */
  ids: readonly (string | null)[]
  /** Whether something else is planned for the meal. */
  hasOthers: boolean
}

/**
 * Returns who eats a meal on a day, or the last day that it was carried to for a repeat, without those who left; null for all members.
 */
export async function findEatersToCarry(
  q: Reader,
  householdId: HouseholdId,
  meal: MealEaters['meal'],
  from: { date: CalendarDate } | { repeatId: string },
): Promise<readonly string[] | null> {
  const row =
    'date' in from
      ? await store.findMealEaters(q, householdId, mealId(from.date, meal))
      : await store.findLastCarried(q, householdId, from.repeatId, meal)
  if (!row || row.removed_at !== null) return null
  const members = (await membersOf(q, householdId)).map(({ userId }) => userId as string)
  const guests = (await store.listActiveEaters(q, householdId)).flatMap(({ id, user_id }) => (user_id === null ? id : []))
  const here = new Set([...members, ...guests])
  return presentEaters(toMealEaters(row).eaterIds, (id) => here.has(id))
}

/** Carries who eats to a meal that a repeat or a copy plans something for. The caller records a change afterward. */
export async function carryMealEaters(
  tx: Transaction,
  { householdId, now }: Who,
  { date, meal, hasOthers }: PlannedForMeal,
  { eaterIds, carriedFor }: { eaterIds: readonly string[] | null; carriedFor: string },
): Promise<void> {
  const id = mealId(date, meal)
  const at = now.toISOString()
  const row = await store.findMealEaters(tx, householdId, id)
  const said = row?.removed_at === null ? toMealEaters(row) : undefined
  const isReset = row !== undefined && row.removed_at !== null && row.carried_for === null
  const result = eatersOnArrival({ eaterIds, said, isReset, hasOthers })
  if (result === 'keep') return
  if (result === 'end') return end(tx, { householdId, now }, id)
  const set = { eater_ids: JSON.stringify(result), removed_at: null, before: null, carried_for: carriedFor, updated_at: at }
  if (row) await store.updateMealEaters(tx, householdId, id, set)
  else await store.insertMealEaters(tx, { household_id: householdId, id, date, meal, ...set, version: 1, created_at: at })
}

async function end(tx: Transaction, { householdId, now }: Who, id: string): Promise<void> {
  const at = now.toISOString()
  await store.updateMealEaters(tx, householdId, id, { removed_at: at, before: null, updated_at: at })
}

const idOf = ({ date, meal }: DayMeal) => mealId(date, meal)

/** Ends who eats where it was carried and what it was carried for leaves, or nothing is left. The caller records a change afterward. */
export async function endCarriedEaters(tx: Transaction, who: Who, left: readonly PlannedForMeal[]): Promise<void> {
  const rows = await store.findMealEatersById(tx, who.householdId, [...new Set(left.map(idOf))])
  for (const { id, removed_at, before, carried_for } of rows) {
    const ends = (carriedFor: string | null) => left.some((one) => idOf(one) === id && endsOnLeaving({ carriedFor }, one))
    if (removed_at === null && ends(carried_for)) await end(tx, who, id)
    // What someone said can no longer be undone to it.
    else if (before !== null && ends((JSON.parse(before) as Pick<store.MealEatersRow, 'carried_for'>).carried_for ?? null))
      await store.updateMealEaters(tx, who.householdId, id, { before: null })
  }
}

/** Undoes `endCarriedEaters`, where nothing else is planned. */
export async function restoreCarriedEaters(tx: Transaction, { householdId, now }: Who, back: readonly PlannedForMeal[]): Promise<void> {
  const rows = await store.findMealEatersById(tx, householdId, [...new Set(back.map(idOf))])
  for (const { id, removed_at, carried_for } of rows) {
    const isBack = back.some((one) => idOf(one) === id && !one.hasOthers && one.ids.includes(carried_for))
    if (removed_at !== null && carried_for !== null && isBack)
      await store.updateMealEaters(tx, householdId, id, { removed_at: null, updated_at: now.toISOString() })
  }
}
