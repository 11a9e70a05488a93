import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { NewShoppingItem } from '../../contract/index.ts'
import * as store from '../store/rows.ts'
import { addToList, type FindByName } from './add-item.ts'
import { type RowPatch, toTouchedItems, writeRows } from './apply-list-change.ts'

/** Returns the ingredients and names of open rows of all lists that aren't archived. */
export async function readListedItems(
  q: Reader,
  householdId: HouseholdId,
): Promise<{ ingredientKeys: Set<string>; ingredientIds: Set<string> }> {
  const open = (await store.listedRows(q, householdId, 'all')).filter((row) => row.is_checked === 0)
  return {
    ingredientKeys: new Set(open.map((row) => row.food_key)),
    ingredientIds: new Set(open.flatMap((row) => row.ingredient_id ?? [])),
  }
}

/** Adds rows as one change, recorded as `event` with `payload` and without an undo. Returns their ids in the order of `input`. */
export const importRows = (
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly NewShoppingItem[],
  payload: object,
  find: FindByName,
): Promise<string[]> => addToList(tx, member, input, find, (patches) => recordRows(tx, member, event, patches, payload))

async function recordRows(tx: Transaction, member: Member, event: EventType, patches: readonly RowPatch[], payload: object): Promise<void> {
  await recordChange(tx, member, event, { ...payload, items: toTouchedItems(patches) })
  await writeRows(tx, member, patches)
}

/**
 * Removes imported rows that are listed as one change. Keeps those that were changed since, unless `includeChanged`. Returns the ids of the
 * rest.
 */
export async function rollbackRows(
  tx: Transaction,
  member: Member,
  event: EventType,
  ids: readonly string[],
  payload: object,
  { includeChanged }: { includeChanged: boolean },
): Promise<Set<string>> {
  const rows = await store.findRows(tx, member.householdId, ids)
  const own = rows.filter((row) => row.state === 'listed' && (includeChanged || (row.version === 1 && row.is_checked === 0)))
  if (own.length > 0)
    await recordRows(
      tx,
      member,
      event,
      own.map((row) => ({ row, set: { state: 'removed' } })),
      payload,
    )
  const gone = new Set(own.map(({ id }) => id))
  return new Set(ids.filter((id) => !gone.has(id)))
}
