import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { membersOf, userNamesOf } from '#domains/households/server/index.ts'
import { checkStores, listStores } from '#domains/stores/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { liveTrips } from '../../rules/live-trips.ts'
import { listedRows } from '../store/rows.ts'
import * as store from '../store/trips.ts'
import { findOpenList } from './edit-named-list.ts'

export const toTrip = (row: store.TripRow): contract.SyncedTrip => ({
  id: row.id,
  userId: row.user_id,
  listId: row.list_id,
  storeId: row.store_id,
  startedAt: row.started_at,
  version: row.version,
})

/** Returns the trips that aren't over. */
export async function listTrips(q: Reader, { householdId, now }: Member): Promise<contract.ShoppingTrip[]> {
  const trips = await store.listOpenTrips(q, householdId)
  if (trips.length === 0) return []
  const members = new Set((await membersOf(q, householdId)).map(({ userId }): string => userId))
  const shoppers = trips.map(({ user_id }) => user_id).filter((id) => members.has(id))
  const [names, rows] = [await userNamesOf(q, shoppers), await listedRows(q, householdId, 'all')]
  const stores = new Set((await listStores(q, { householdId })).map(({ id }) => id))
  const items = rows.map((row) => ({
    isChecked: row.is_checked === 1,
    checkedAt: row.checked_at,
    checkedBy: row.checked_by,
    listId: row.list_id,
    storeIds: JSON.parse(row.store_ids) as string[],
  }))
  return liveTrips(trips.map(toTrip), items, stores, (id) => names.get(id), now)
}

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface TripUndo {
  tripId: string
  set: Partial<Pick<store.TripRow, 'store_id' | 'ended_at'>>
  expect: Partial<Pick<store.TripRow, 'store_id' | 'ended_at'>>
}

/** Changes a trip's columns and records that with its undo. */
async function change(tx: Transaction, member: Member, event: EventType, row: store.TripRow, set: TripUndo['set']): Promise<void> {
  await store.updateTrip(tx, member.householdId, row.id, set)
  const before = Object.fromEntries(Object.keys(set).map((column) => [column, row[column as keyof TripUndo['set']]]))
  const undo: TripUndo = { tripId: row.id, set: before, expect: set }
  const { store_id: storeId } = { ...row, ...set }
  await recordChange(tx, member, event, { tripId: row.id, storeId }, undo)
}

/**
 * Starts the member's trip and ends the one before. Idempotent by `id`: a trip that was ended since stays ended. Throws 404 for another
 * household's list or store.
 */
export async function startTrip(tx: Transaction, member: Member, input: contract.NewTrip): Promise<contract.SyncedTrip> {
  const { householdId, userId } = member
  const now = member.now.toISOString()
  const id = input.id ?? randomUUIDv7()
  const [known] = await store.findTrips(tx, householdId, [id])
  if (known) return toTrip(known)
  await checkStores(tx, householdId, input.storeId === undefined ? [] : [input.storeId])
  const listId = input.listId === undefined ? null : await findOpenList(tx, householdId, input.listId)
  const startedAt = input.startedAt === undefined ? now : new Date(input.startedAt).toISOString()
  for (const open of await store.listOpenTrips(tx, householdId))
    if (open.user_id === userId) await change(tx, member, contract.tripEnded, open, { ended_at: now })
  const row: store.TripRow = {
    household_id: householdId,
    id,
    user_id: userId,
    list_id: listId,
    store_id: input.storeId ?? null,
    started_at: [startedAt, now].toSorted()[0] ?? now,
    ended_at: null,
    version: 1,
  }
  await store.insertTrip(tx, row)
  const undo: TripUndo = { tripId: id, set: { ended_at: now }, expect: { ended_at: null } }
  await recordChange(tx, member, contract.tripStarted, { tripId: id, storeId: row.store_id }, undo)
  return toTrip(row)
}

async function findTrip(tx: Transaction, householdId: HouseholdId, id: string): Promise<store.TripRow> {
  const [row] = await store.findTrips(tx, householdId, [id])
  if (!row) throw notFound()
  return row
}

/** Takes a trip to another store. Does nothing if it is over. Throws `not_found`. */
export async function changeTrip(
  tx: Transaction,
  member: Member,
  id: string,
  { storeId }: contract.TripChange,
): Promise<contract.SyncedTrip> {
  const row = await findTrip(tx, member.householdId, id)
  await checkStores(tx, member.householdId, storeId === null ? [] : [storeId])
  if (row.ended_at === null && row.store_id !== storeId) await change(tx, member, contract.tripMoved, row, { store_id: storeId })
  return toTrip(await findTrip(tx, member.householdId, id))
}

/** Ends a trip; any member may, since a shopper may forget. Does nothing if it is over. Throws `not_found`. */
export async function endTrip(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await findTrip(tx, member.householdId, id)
  if (row.ended_at === null) await change(tx, member, contract.tripEnded, row, { ended_at: member.now.toISOString() })
}

/** Undoes a change of a trip. Throws 409 `undo_in_the_way` if it was changed since or its shopper is on another trip. */
export async function undoTripChange(tx: Transaction, member: Member, { seq, undo }: Change): Promise<number> {
  const { tripId, set, expect } = undo as TripUndo
  const row = await findTrip(tx, member.householdId, tripId)
  const isUnchanged = Object.entries(expect).every(([column, value]) => row[column as keyof TripUndo['set']] === value)
  const resumes = row.ended_at !== null && set.ended_at === null
  const isTaken = resumes && (await store.listOpenTrips(tx, member.householdId)).some(({ user_id }) => user_id === row.user_id)
  if (!isUnchanged || isTaken) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  await store.updateTrip(tx, member.householdId, tripId, set.ended_at ? { ended_at: member.now.toISOString() } : set)
  return recordChange(tx, member, changeUndone, { undoneSeq: seq, tripId })
}
