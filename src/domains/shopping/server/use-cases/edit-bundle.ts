import { randomUUIDv7 } from 'node:crypto'
import { changeUndone } from '#domains/households/contract/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound, Problem } from '#platform/shared/problem.ts'
import * as contract from '../../contract/index.ts'
import { compareBundles } from '../../rules/local-bundles.ts'
import * as store from '../store/bundles.ts'

/** Stored in the change log to undo a change: previous columns, and those required for the undo. */
interface BundleUndo {
  bundleId: string
  set: Partial<store.BundleRow>
  expect: Partial<store.BundleRow>
}

export const toBundle = ({ id, name, items, created_at, version }: store.BundleRow): contract.Bundle => ({
  id,
  name,
  items: JSON.parse(items),
  createdAt: created_at,
  version,
})

export const listBundles = async (q: Reader, { householdId }: { householdId: HouseholdId }): Promise<contract.Bundle[]> =>
  (await store.listActiveBundles(q, householdId)).map(toBundle).sort(compareBundles)

const record = (tx: Transaction, member: Member, event: EventType, undo: BundleUndo) =>
  recordChange(tx, member, event, { bundleId: undo.bundleId }, undo)

async function findExisting(q: Reader, householdId: HouseholdId, id: string): Promise<store.BundleRow> {
  const row = await store.findBundle(q, householdId, id)
  if (!row || row.removed_at !== null) throw notFound()
  return row
}

/** Throws 409 `too_many` if the household can't have another bundle. */
async function assertRoom(q: Reader, householdId: HouseholdId): Promise<void> {
  const bundles = await store.listActiveBundles(q, householdId)
  if (bundles.length >= contract.maxBundles) throw conflict('too_many', 'That’s too many bundles. Delete one first.')
}

export function newBundleRow(
  { householdId, now }: Pick<Member, 'householdId' | 'now'>,
  { id = randomUUIDv7(), name, items }: contract.NewBundle,
): store.BundleRow {
  const at = now.toISOString()
  return {
    household_id: householdId,
    id,
    name,
    items: JSON.stringify(items),
    version: 1,
    created_at: at,
    updated_at: at,
    removed_at: null,
  }
}

/** Creates a bundle. Idempotent by `input.id`, unless it was deleted since: that throws 404. Throws 409 `too_many`. */
export async function addBundle(
  tx: Transaction,
  member: Member,
  { id = randomUUIDv7(), name, items }: contract.NewBundle,
): Promise<contract.Bundle> {
  const { householdId } = member
  if (await store.findBundle(tx, householdId, id)) return toBundle(await findExisting(tx, householdId, id))
  await assertRoom(tx, householdId)
  const row = newBundleRow(member, { id, name, items })
  await store.insertBundle(tx, row)
  await record(tx, member, contract.bundleAdded, {
    bundleId: id,
    set: { removed_at: row.created_at },
    expect: { removed_at: null, name, items: row.items },
  })
  return toBundle(row)
}

/** Renames a bundle or replaces its items. Throws 412 if it was changed since `ifMatch`. */
export async function changeBundle(
  tx: Transaction,
  member: Member,
  id: string,
  { name, items }: contract.BundleChange,
  ifMatch: number | null,
): Promise<contract.Bundle> {
  const row = await findExisting(tx, member.householdId, id)
  if (ifMatch !== null && ifMatch !== row.version)
    throw new Problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: toBundle(row) })
  const lines = JSON.stringify(items)
  const to = {
    ...(name !== undefined && name !== row.name && { name }),
    ...(items !== undefined && lines !== row.items && { items: lines }),
  }
  if (Object.keys(to).length === 0) return toBundle(row)
  await store.updateBundle(tx, member.householdId, id, { ...to, updated_at: member.now.toISOString() })
  const before = { ...('name' in to && { name: row.name }), ...('items' in to && { items: row.items }) }
  await record(tx, member, contract.bundleChanged, { bundleId: id, set: before, expect: { removed_at: null, ...to } })
  return toBundle(await findExisting(tx, member.householdId, id))
}

/** Deletes a bundle. Does nothing if it is already deleted. */
export async function removeBundle(tx: Transaction, member: Member, id: string): Promise<void> {
  const row = await store.findBundle(tx, member.householdId, id)
  if (!row) throw notFound()
  if (row.removed_at !== null) return
  const at = member.now.toISOString()
  await store.updateBundle(tx, member.householdId, id, { removed_at: at, updated_at: at })
  await record(tx, member, contract.bundleRemoved, { bundleId: id, set: { removed_at: null }, expect: { removed_at: at } })
}

/** Undoes a change of a bundle. Throws 409 `undo_in_the_way` if it was changed since, `too_many` if there is no room for it. */
export async function undoBundleChange(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { bundleId, set, expect } = change.undo as BundleUndo
  const row = await store.findBundle(tx, member.householdId, bundleId)
  const isUnchanged = hasColumns(row, expect)
  if (!isUnchanged) throw conflict('undo_in_the_way', 'Can’t undo: this has been changed since.')
  if (set.removed_at === null) await assertRoom(tx, member.householdId)
  await store.updateBundle(tx, member.householdId, bundleId, { ...set, updated_at: member.now.toISOString() })
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, bundleId })
}
