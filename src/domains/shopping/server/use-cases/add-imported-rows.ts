import { randomUUIDv7 } from 'node:crypto'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type Interval, maxBundles, maxRecurring, type NewBundle, type NewShoppingItem } from '../../contract/index.ts'
import { insertBundle, listActiveBundles, removeUnchangedBundles } from '../store/bundles.ts'
import { listExistingLists } from '../store/lists.ts'
import { endUnchangedRecurring, insertRecurring, listRecurring, type RecurringRow } from '../store/recurring-items.ts'
import * as store from '../store/rows.ts'
import { addToList, type FindByName } from './add-item.ts'
import { type RowPatch, toTouchedItems, writeRows } from './apply-list-change.ts'
import { newBundleRow } from './edit-bundle.ts'

/** What a row is about, and the name of its list; undefined for the default list. One that is recurring or a bundle isn't a row of a list. */
interface ListedThing {
  name: string
  ingredientId: string | undefined
  list: string | undefined
  isRecurring?: boolean
  isBundle?: boolean
}

/** Name keys of no list. */
const [recurringKey, bundleKey] = ['\n', '\n\n']

/** What is open on each list, what repeats, and the bundles. */
export interface ListedItems {
  includes(thing: ListedThing): boolean
  add(thing: ListedThing): void
}

/** Reads the open rows of all lists that aren't archived, what repeats, and the bundles. */
export async function readListedItems(q: Reader, householdId: HouseholdId): Promise<ListedItems> {
  const names = new Map((await listExistingLists(q, householdId)).map(({ id, name_key }) => [id, name_key]))
  const keysOf = (list: string | undefined, ingredientKey: string, ingredientId: string | null | undefined) =>
    [ingredientKey, ingredientId].flatMap((key) => (key ? `${list ?? ''}\n${key}` : []))
  const keysOfThing = ({ name, ingredientId, list, isRecurring = false, isBundle = false }: ListedThing) =>
    isBundle
      ? keysOf(bundleKey, nameKey(name), null)
      : keysOf(isRecurring ? recurringKey : list === undefined ? undefined : nameKey(list), ingredientKey(name), ingredientId)
  const open = (await store.listedRows(q, householdId, 'all')).filter((row) => row.is_checked === 0)
  const keys = new Set(
    open.flatMap((row) => keysOf(row.list_id === null ? undefined : names.get(row.list_id), row.food_key, row.ingredient_id)),
  )
  for (const row of await listRecurring(q, householdId))
    for (const key of keysOf(recurringKey, row.food_key, row.ingredient_id)) keys.add(key)
  for (const { name } of await listActiveBundles(q, householdId)) for (const key of keysOf(bundleKey, nameKey(name), null)) keys.add(key)
  return {
    includes: (thing) => keysOfThing(thing).some((key) => keys.has(key)),
    add(thing) {
      for (const key of keysOfThing(thing)) keys.add(key)
    },
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

/** Returns how many more bundles and repeating items a household can have. */
export async function readListRoom(q: Reader, householdId: HouseholdId): Promise<{ bundles: number; recurring: number }> {
  const [bundles, recurring] = [await listActiveBundles(q, householdId), await listRecurring(q, householdId)]
  return { bundles: maxBundles - bundles.length, recurring: maxRecurring - recurring.length }
}

/** What repeats, and when it is next due. */
export interface ImportedRecurringItem {
  name: string
  ingredientId: string | null
  category: string
  quantity: number
  unit: Unit
  listId: string | null
  every: Interval
  dueOn: CalendarDate
  /** The day of the month that `dueOn` is meant for, if it isn't its own. */
  monthDay?: number
}

/** Adds what repeats, recorded as `event` with `payload` and without an undo. Returns their ids. `readListRoom` says how many fit. */
export async function importRecurring(
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly ImportedRecurringItem[],
  payload: object,
): Promise<string[]> {
  const at = member.now.toISOString()
  const rows = input.map(
    ({ name, ingredientId, category, quantity, unit, listId, every, dueOn, monthDay }): RecurringRow => ({
      household_id: member.householdId,
      id: randomUUIDv7(),
      ingredient_id: ingredientId,
      name,
      food_key: ingredientKey(name),
      category,
      milli: toMilli(quantity),
      unit,
      priority: 'medium',
      list_id: listId,
      every_count: every.count,
      every_unit: every.unit,
      due_on: dueOn,
      month_day: monthDay ?? null,
      item_id: null,
      ended_at: null,
      merged_into: null,
      version: 1,
      created_at: at,
      updated_at: at,
    }),
  )
  for (const row of rows) await insertRecurring(tx, row)
  if (rows.length > 0) await recordChange(tx, member, event, { ...payload, items: [] })
  return rows.map(({ id }) => id)
}

/** Adds bundles, recorded as `event` with `payload` and without an undo. Returns their ids. `readListRoom` says how many fit. */
export async function importBundles(
  tx: Transaction,
  member: Member,
  event: EventType,
  input: readonly NewBundle[],
  payload: object,
): Promise<string[]> {
  const rows = input.map(({ name, items }) => newBundleRow(member, { name, items }))
  for (const row of rows) await insertBundle(tx, row)
  if (rows.length > 0) await recordChange(tx, member, event, { ...payload, items: [] })
  return rows.map(({ id }) => id)
}

/**
 * Removes imported rows that are listed, ends what repeats and removes bundles, as one change. Keeps those that were changed since, unless
 * `includeChanged`. Returns the ids of the rest.
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
  const ended = await endUnchangedRecurring(tx, member.householdId, ids, { at: member.now.toISOString(), includeChanged })
  const bundles = await removeUnchangedBundles(tx, member.householdId, ids, { at: member.now.toISOString(), includeChanged })
  if (ended.length + bundles.length > 0 && own.length === 0) await recordChange(tx, member, event, { ...payload, items: [] })
  const gone = new Set([...own.map(({ id }) => id), ...ended, ...bundles])
  return new Set(ids.filter((id) => !gone.has(id)))
}
