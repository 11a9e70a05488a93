import { changeUndone, memberRemoved } from '#domains/households/contract/index.ts'
import { membersOf } from '#domains/households/server/index.ts'
import { type Change, changesBefore, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import * as contract from '../../contract.ts'
import { mealId } from '../../rules/meal-eaters.ts'
import * as store from '../store.ts'

type Columns = Pick<store.MealEatersRow, 'eater_ids' | 'removed_at' | 'carried_for'>

export const toMealEaters = (row: store.MealEatersRow): contract.MealEaters => ({
  id: row.id,
  date: row.date,
  meal: row.meal,
  eaterIds: JSON.parse(row.eater_ids),
  carriedFor: row.carried_for,
  createdAt: row.created_at,
  version: row.version,
})

export const listMealEaters = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.MealEaters[]> =>
  (await store.listActiveMealEaters(q, householdId)).map(toMealEaters)

const maxRemovals = 1000

/** Returns the members and guests who left, also erased ones. */
async function formerEaters(q: Reader, householdId: HouseholdId): Promise<ReadonlySet<string>> {
  const names = [memberRemoved.name, contract.guestRemoved.name]
  const changes = await changesBefore(q, householdId, names, undefined, maxRemovals)
  const ids = changes.map(({ payload }) => payload as { userId?: string; eaterId?: string })
  return new Set(ids.flatMap(({ userId, eaterId }) => userId ?? eaterId ?? []))
}

/**
 * Returns the members and guests among these, and null if only people who left are named: then all members eat again. A device may not know
 * yet who left, so removed guests count and the others are dropped. Throws 404 for everyone else.
 */
async function presentEaters(q: Reader, { householdId }: Member, ids: readonly string[]): Promise<readonly string[] | null> {
  const known = new Set<string>((await membersOf(q, householdId)).map(({ userId }) => userId))
  const guests = await store.listEaterNames(q, householdId, ids)
  const present = ids.filter((id) => known.has(id) || typeof guests.get(id) === 'string')
  if (present.length === ids.length) return present
  const former = await formerEaters(q, householdId)
  if (!ids.every((id) => present.includes(id) || former.has(id))) throw notFound()
  return present.length === 0 ? null : present
}

/** Says who eats a meal; null means all members. Throws 404, and 412 if it was changed since `ifMatch`. */
export async function setMealEaters(
  tx: Transaction,
  member: Member,
  { date, meal, eaterIds: named }: BodyOf<typeof contract.setMealEaters>,
  ifMatch: number | null,
): Promise<ReplyOf<typeof contract.setMealEaters>> {
  const { householdId, now } = member
  const eaterIds = named && (await presentEaters(tx, member, named))
  const id = mealId(date, meal)
  const row = await store.findMealEaters(tx, householdId, id)
  const isStored = row !== undefined && row.removed_at === null
  if (ifMatch !== null && ifMatch !== (isStored ? row.version : 0))
    throw new Problem(412, 'changed_meanwhile', say`Someone else changed this in the meantime.`, {
      current: isStored ? toMealEaters(row) : null,
    })
  const at = now.toISOString()
  const to: Columns = { eater_ids: JSON.stringify(eaterIds ?? []), removed_at: eaterIds === null ? at : null, carried_for: null }
  const known: Columns = row ?? { eater_ids: '[]', removed_at: at, carried_for: null }
  const isSame = isStored === (eaterIds !== null) && (!isStored || row.eater_ids === to.eater_ids)
  const version = isSame ? (row?.version ?? 0) : await write(tx, householdId, { id, date, meal, known, to, at })
  if (!isSame) await recordChange(tx, member, contract.mealEatersChanged, { date, meal }, { version })
  return {
    id,
    date,
    meal,
    eaterIds: eaterIds && [...eaterIds],
    carriedFor: isSame ? (row?.carried_for ?? null) : null,
    createdAt: row?.created_at ?? at,
    version,
  }
}

interface Write extends Pick<store.MealEatersRow, 'id' | 'date' | 'meal'> {
  known: Columns
  to: Columns
  at: string
}

/** Returns the new version. */
async function write(tx: Transaction, householdId: HouseholdId, { id, date, meal, known, to, at }: Write): Promise<number> {
  const before = JSON.stringify({
    eater_ids: known.eater_ids,
    removed_at: known.removed_at,
    carried_for: known.carried_for,
  } satisfies Columns)
  const row = await store.findMealEaters(tx, householdId, id)
  if (row) await store.updateMealEaters(tx, householdId, id, { ...to, before, updated_at: at })
  else
    await store.insertMealEaters(tx, {
      household_id: householdId,
      id,
      date,
      meal,
      ...to,
      before,
      version: 1,
      created_at: at,
      updated_at: at,
    })
  return (row?.version ?? 0) + 1
}

/** Throws 409 `undo_in_the_way` if it was changed since. */
export async function undoMealEaters(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { version } = change.undo as { version: number }
  const { date, meal } = contract.mealEatersChanged.payload.parse(change.payload)
  const id = mealId(date, meal)
  const row = await store.findMealEaters(tx, member.householdId, id)
  if (!row || row.version !== version || row.before === null)
    throw conflict('undo_in_the_way', say`Can’t undo: this has been changed since.`)
  const to = JSON.parse(row.before) as Columns
  await store.updateMealEaters(tx, member.householdId, id, { ...to, before: null, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, date, meal })
}

/** Takes a member who leaves out of every meal, and of what could be undone. All members eat the meals that were only theirs. */
export async function forgetInMeals(tx: Transaction, householdId: HouseholdId, eaterId: string): Promise<void> {
  for (const row of await store.listMealEatersNaming(tx, householdId, eaterId)) {
    const named = JSON.parse(row.eater_ids) as string[]
    const left = named.filter((id) => id !== eaterId)
    const isEmptied = left.length === 0 && named.length > 0
    await store.updateMealEaters(tx, householdId, row.id, {
      eater_ids: JSON.stringify(left),
      before: null,
      ...(isEmptied && { removed_at: row.removed_at ?? row.updated_at, carried_for: null }),
    })
  }
}
