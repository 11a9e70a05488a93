import { randomUUIDv7 } from 'node:crypto'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { conflict } from '#platform/shared/problem.ts'
import * as contract from '../../contract.ts'
import * as store from '../store.ts'
import { assertRoom, listPlaces, lockPlaces, newPlaceRow } from './edit-place.ts'
import { rememberNames } from './rename-location.ts'

/** Stored in the change log to undo an arrangement. */
interface ArrangeUndo {
  /** The positions of those that moved. */
  moved: { id: string; from: number; to: number }[]
  /** The ids of those that it added. */
  added: string[]
}

/** Puts the places into an order, as one change. Skips those removed since. Throws 409 `too_many`. */
export async function arrangePlaces(
  tx: Transaction,
  member: Member,
  { places: wanted }: BodyOf<typeof contract.arrangePlaces>,
): Promise<contract.Place[]> {
  await lockPlaces(tx, member)
  const { householdId, now } = member
  const before = await store.listActivePlaces(tx, householdId)
  const { order, added } = await resolve(tx, member, before, wanted)
  assertRoom(before, added.length)
  const undo: ArrangeUndo = { moved: [], added: added.map(({ id }) => id) }
  const isAdded = new Set(undo.added)
  for (const [position, row] of order.entries()) {
    if (isAdded.has(row.id)) await store.insertPlace(tx, { ...row, position })
    else if (row.position !== position) {
      await store.updatePlace(tx, householdId, row.id, { position, updated_at: now.toISOString() })
      undo.moved.push({ id: row.id, from: row.position, to: position })
    }
  }
  if (undo.moved.length + added.length > 0) {
    await rememberNames(tx, member)
    await recordChange(tx, member, contract.placesArranged, {}, undo)
  }
  return listPlaces(tx, member)
}

/** Returns the rows in the wanted order, then the others, and those of them that are new. */
async function resolve(
  tx: Transaction,
  member: Member,
  before: readonly store.PlaceRow[],
  wanted: readonly { id?: string | undefined; name: string }[],
): Promise<{ order: store.PlaceRow[]; added: store.PlaceRow[] }> {
  const order = new Map<string, store.PlaceRow>()
  const added: store.PlaceRow[] = []
  for (const { id = randomUUIDv7(), name } of wanted) {
    const known = before.find((row) => row.id === id) ?? [...before, ...added].find((row) => row.name_key === nameKey(name))
    if (known) order.set(known.id, known)
    else if (!(await store.findPlace(tx, member.householdId, id))) {
      const row = newPlaceRow(member, { id, name }, 0)
      added.push(row)
      order.set(id, row)
    }
  }
  for (const row of before) if (!order.has(row.id)) order.set(row.id, row)
  return { order: [...order.values()], added }
}

/** Puts the places back. Throws 409 `undo_in_the_way` if they were arranged again or an added one was changed since. */
export async function restoreOrder(tx: Transaction, member: Member, change: Change): Promise<object> {
  await lockPlaces(tx, member)
  const { householdId, now } = member
  const at = now.toISOString()
  const { moved, added } = change.undo as ArrangeUndo
  const rows = new Map((await store.listActivePlaces(tx, householdId)).map((row) => [row.id, row]))
  const isMovedAgain = moved.some(({ id, to }) => rows.has(id) && rows.get(id)?.position !== to)
  const isAddedChanged = added.some((id) => rows.has(id) && rows.get(id)?.version !== 1)
  if (isMovedAgain || isAddedChanged) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  for (const { id, from } of moved) if (rows.has(id)) await store.updatePlace(tx, householdId, id, { position: from, updated_at: at })
  const gone = added.filter((id) => rows.has(id))
  for (const id of gone) await store.updatePlace(tx, householdId, id, { removed_at: at, updated_at: at })
  // What it added stays among the household's names where it was.
  await rememberNames(tx, member, { back: gone.flatMap((id) => rows.get(id)?.name ?? []) })
  return { placeId: null }
}
