import { recordChange } from '#platform/server/changes/log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { NewShoppingItem } from '../../contract/index.ts'
import * as store from '../store/rows.ts'
import { addToList, type FindByName } from './add-item.ts'
import { type Patch, touched, writeRows } from './apply-changes.ts'

/** Foods and names that are on the list and still to be bought. */
export async function listedThings(
  q: Reader,
  householdId: HouseholdId,
): Promise<{ ingredientKeys: Set<string>; ingredientIds: Set<string> }> {
  const open = (await store.listedRows(q, householdId)).filter((row) => row.is_checked === 0)
  return {
    ingredientKeys: new Set(open.map((row) => row.food_key)),
    ingredientIds: new Set(open.flatMap((row) => row.ingredient_id ?? [])),
  }
}

/** Puts rows on the list as one change, `event` with `payload`, which has no undo of its own; answers their ids in the order given. */
export const importRows = (
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly NewShoppingItem[],
  payload: object,
  find: FindByName,
): Promise<string[]> => addToList(tx, member, input, find, (patches) => note(tx, member, event, patches, payload))

async function note(tx: Transaction, member: Member, event: EventType, patches: readonly Patch[], payload: object): Promise<void> {
  await recordChange(tx, member, event, { ...payload, items: touched(patches) })
  await writeRows(tx, member, patches)
}

/** Takes rows off again that nobody has touched since they were brought, as one change; answers which of them stay. */
export async function rollbackRows(
  tx: Transaction,
  member: Member,
  event: EventType,
  ids: readonly string[],
  payload: object,
): Promise<Set<string>> {
  const rows = await store.findRows(tx, member.householdId, ids)
  const own = rows.filter((row) => row.version === 1 && row.state === 'listed' && row.is_checked === 0)
  if (own.length > 0)
    await note(
      tx,
      member,
      event,
      own.map((row) => ({ row, set: { state: 'removed' } })),
      payload,
    )
  const gone = new Set(own.map(({ id }) => id))
  return new Set(ids.filter((id) => !gone.has(id)))
}
