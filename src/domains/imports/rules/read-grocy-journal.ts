import type { PastMovement } from '#domains/inventory/rules/past-movements.ts'
import { dateOf, isYes, numberOf, type TableRow, textOf } from './parse-cell.ts'

/** Rows of grocy's journal that are read, the newest; some thirty a day for nine years. */
export const maxJournalRows = 100_000

/** What left a stock entry, counted in the product's stock unit. */
export interface JournalMovement extends Pick<PastMovement, 'kind' | 'on' | 'reason'> {
  count: number
}

/** A stock entry of grocy's journal. */
export interface JournalEntry {
  productId: string
  /** The newest price, date, place and store of its rows. */
  row: TableRow
  boughtOn: string | null
  movements: JournalMovement[]
}

const countOf = (row: TableRow) => numberOf(row['amount']) ?? 0

/** Returns what left the entry by this row, or null. `before` is its amount before an edit. */
function movementIn(row: TableRow, before: number | null): JournalMovement | null {
  const type = textOf(row['transaction_type'])
  const on = dateOf(row['used_date']) ?? dateOf(row['row_created_timestamp'])
  const count = type === 'stock-edit-new' ? (before ?? countOf(row)) - countOf(row) : -countOf(row)
  if (on === null || count <= 0) return null
  if (type === 'consume') return isYes(row['spoiled']) ? { kind: 'discard', reason: 'spoiled', count, on } : { kind: 'use', count, on }
  // Moving it to another place is no use of it.
  return type === 'inventory-correction' || type === 'stock-edit-new' ? { kind: 'correct', count, on } : null
}

/** Returns the entries of grocy's journal by their stock id, without what was undone. */
export function readJournal(rows: readonly TableRow[]): ReadonlyMap<string, JournalEntry> {
  const idOf = (row: TableRow) => numberOf(row['id']) ?? 0
  const entries = new Map<string, JournalEntry>()
  const amountsBeforeEdit = new Map<string, number>()
  for (const row of rows.toSorted((a, b) => idOf(a) - idOf(b)).slice(-maxJournalRows)) {
    const stockId = textOf(row['stock_id'])
    if (stockId === '' || isYes(row['undone'])) continue
    const entry = entries.get(stockId) ?? { productId: textOf(row['product_id']), row, boughtOn: null, movements: [] }
    entries.set(stockId, entry)
    // Rows of uses don't name the store.
    entry.row = { ...entry.row, ...Object.fromEntries(Object.entries(row).filter(([, cell]) => textOf(cell) !== '')) }
    entry.boughtOn ??= dateOf(row['purchased_date'])
    if (textOf(row['transaction_type']) === 'stock-edit-old') amountsBeforeEdit.set(stockId, countOf(row))
    const movement = movementIn(row, amountsBeforeEdit.get(stockId) ?? null)
    if (movement) entry.movements.push(movement)
  }
  return entries
}
