import { categoryLabel } from '#domains/ingredients/rules/category-labels.ts'
import { lastSeq } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import type * as contract from '../../contract/guest-links.ts'
import { sortByAisle } from '../../rules/list-figures.ts'
import { findList } from '../store/lists.ts'
import { findRows, type ItemRow, listedRows } from '../store/rows.ts'
import { addItem } from './add-item.ts'
import { changeItem } from './change-item.ts'
import { type Guest, requireOpenLink } from './guest-links.ts'
import { aisleOrder } from './order-aisles.ts'
import { findItems, type ShoppingDeps } from './read-list.ts'

const toGuestRow = (row: ItemRow): contract.GuestRow => ({
  id: row.id,
  name: row.name,
  amount: formatExactAmount(row.milli, row.unit),
  note: row.note,
  category: categoryLabel(row.category),
  isChecked: row.is_checked === 1,
})

/** Returns the name of the guest's list; null for the default one. Throws 404 if it was archived or removed. */
async function nameOfList(q: Reader, { scope, listId }: Guest): Promise<string | null> {
  if (listId === null) return null
  const list = await findList(q, scope, listId)
  if (!list || list.archived_at !== null || list.removed_at !== null) throw notFound()
  return list.name
}

/**
 * Returns the guest's list in the order of the aisles; without rows if nothing of the household changed since `seq`. Throws 404 if the list
 * was archived or removed.
 */
export async function readGuestList(q: Reader, guest: Guest, known: string | undefined): Promise<ReplyOf<typeof contract.getGuestRows>> {
  const { scope, listId, host, expiresAt } = guest
  // Read before the rows, so that they include at least this change.
  const seq = await lastSeq(q, scope)
  // Each open page asks about once a second.
  if (known !== undefined && Number(known) === seq) return { seq, expiresAt, name: null, rows: null }
  const name = await nameOfList(q, guest)
  const rows = await listedRows(q, scope, listId)
  const aisles = await aisleOrder(
    q,
    host,
    rows.map(({ category }) => category),
  )
  const sorted = sortByAisle(
    rows.map((row) => ({ row, id: row.id, category: row.category, ingredientName: row.name, createdAt: row.created_at })),
    aisles,
  )
  return { seq, expiresAt, name, rows: sorted.map(({ row }) => toGuestRow(row)) }
}

/** Rows on a list above which guests can't add more: members have no such limit. */
const maxRows = 500

/** Adds a row for a guest. Throws 404 if the link has ended, and 409 `too_many` if the list is full. */
export async function addGuestRow(
  tx: Transaction,
  guest: Guest,
  shopping: ShoppingDeps,
  { id, name, quantity = 1, unit = 'each' }: BodyOf<typeof contract.addGuestRow>,
): Promise<contract.GuestRow> {
  await requireOpenLink(tx, guest)
  await nameOfList(tx, guest)
  if ((await listedRows(tx, guest.scope, guest.listId)).length >= maxRows) throw conflict('too_many', 'This list is full.')
  const input = {
    ...(id === undefined ? {} : { id }),
    ...(guest.listId === null ? {} : { listId: guest.listId }),
    ingredientName: name,
    // Not the note of an earlier row, which may not have been on this list.
    note: '',
    suggestedQuantity: quantity,
    unit,
  }
  return readGuestRow(tx, guest, (await addItem(tx, guest.host, shopping, input)).id)
}

/** Checks or unchecks a row for a guest. Throws 404 if the link has ended or the row isn't on its list, and `item_gone` if it left it. */
export async function checkGuestRow(
  tx: Transaction,
  guest: Guest,
  shopping: ShoppingDeps,
  id: string,
  { isChecked }: BodyOf<typeof contract.checkGuestRow>,
): Promise<contract.GuestRow> {
  await requireOpenLink(tx, guest)
  await nameOfList(tx, guest)
  const [found] = await findItems(tx, guest.host, [id])
  if (found?.row.list_id !== guest.listId) throw notFound()
  return readGuestRow(tx, guest, (await changeItem(tx, guest.host, shopping, id, { isChecked }, null)).id)
}

/** Throws 404 for a row of another list. */
async function readGuestRow(tx: Transaction, { scope, listId }: Guest, id: string): Promise<contract.GuestRow> {
  const [row] = await findRows(tx, scope, [id])
  if (row?.list_id !== listId) throw notFound()
  return toGuestRow(row)
}
