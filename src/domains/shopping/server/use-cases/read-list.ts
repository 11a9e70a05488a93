import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import type { ShoppingItem, ShoppingList } from '../../contract/index.ts'
import { sortByAisle, statsOf } from '../../rules/list-figures.ts'
import type { Instacart } from '../gateway/instacart.ts'
import type { ListChoice } from '../store/lists.ts'
import { countListed, type ListedItemRow, shownList, shownRows } from '../store/read-list.ts'
import * as store from '../store/rows.ts'
import { aisleOrder } from './order-aisles.ts'
import { toItem } from './to-response.ts'

export interface ShoppingDeps {
  /** Null if the server has no API key. */
  readonly instacart: Instacart | null
}

/** Returns a list with its figures, from one consistent snapshot. */
export async function readList(q: Reader, member: Member, shopping: ShoppingDeps, list: ListChoice = null): Promise<ShoppingList> {
  return toShoppingList(q, member, shopping, await shownList(q, member.householdId, member.today, list))
}

export async function toShoppingList(
  q: Reader,
  member: Member,
  { instacart }: ShoppingDeps,
  rows: readonly ListedItemRow[],
): Promise<ShoppingList> {
  const items = rows.map((row) => toItemFor(member, row, instacart !== null))
  const aisles = await aisleOrder(
    q,
    member,
    items.map(({ category }) => category),
  )
  return { items: sortByAisle(items, aisles), stats: statsOf(items), aisles, canSendToInstacart: instacart !== null }
}

/** Converts a row to what a member receives. A tablet isn't told who added or checked it: it shows food, not people. */
function toItemFor({ tabletId }: Member, row: ListedItemRow, withHandles: boolean): ShoppingItem {
  return tabletId === undefined ? toItem(row, withHandles) : { ...toItem({ ...row, is_added: 0 }, withHandles), checkedBy: null }
}

/** Returns the current rows in the order of `ids`. */
export async function readItems(q: Reader, member: Member, { instacart }: ShoppingDeps, ids: readonly string[]): Promise<ShoppingItem[]> {
  const rows = await shownRows(q, member.householdId, member.today, ids)
  const shown = new Map(rows.map((row) => [row.id, toItemFor(member, row, instacart !== null)]))
  return ids.map((id) => {
    const item = shown.get(id)
    if (!item) throw new Error(`shopping row ${id} disappeared within its transaction`)
    return item
  })
}

export async function readItem(q: Reader, member: Member, shopping: ShoppingDeps, id: string): Promise<ShoppingItem> {
  const [item] = await readItems(q, member, shopping, [id])
  return item as ShoppingItem
}

/** Resolves ids to rows, each once. An id that was merged into another row resolves to that row, with the merged row as `alias`. Throws `not_found`. */
export async function findItems(
  q: Reader,
  member: Member,
  ids: readonly string[],
): Promise<{ row: store.ItemRow; alias: store.ItemRow | null }[]> {
  const named = new Map((await store.findRows(q, member.householdId, ids)).map((row) => [row.id, row]))
  const others = [...named.values()].flatMap(({ merged_into }) => (merged_into !== null && !named.has(merged_into) ? [merged_into] : []))
  const all = new Map([...named, ...(await store.findRows(q, member.householdId, others)).map((row) => [row.id, row] as const)])
  const found = new Map<string, { row: store.ItemRow; alias: store.ItemRow | null }>()
  for (const id of ids) {
    const first = all.get(id)
    const row = first?.merged_into ? all.get(first.merged_into) : first
    if (!first || !row) throw notFound()
    if (!found.has(row.id)) found.set(row.id, { row, alias: first === row ? null : first })
  }
  return [...found.values()]
}

export const itemGone = () => conflict('item_gone', 'Someone just removed this from the list.')

export const countList = (q: Reader, householdId: HouseholdId): Promise<{ open: number; checked: number }> => countListed(q, householdId)
