import { findIngredient, learnBarcode } from '#domains/ingredients/server/index.ts'
import { checkStores } from '#domains/stores/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { itemEdited, itemRedated, type Lot, type LotChange } from '../../contract.ts'
import { countedAt } from '../../rules/counted-at.ts'
import { fieldsAfterDateCorrection } from '../../rules/effective-expiration.ts'
import { type LotColumns, toColumns } from '../store/lot-fields.ts'
import { activeLotsOf, type LotRow } from '../store/lots.ts'
import { checkVersion, getActiveLot, movedFields, recountedOriginalAmount } from './act-on-lot.ts'
import { applyStockChange } from './apply-stock-change.ts'
import { getLot } from './read-lots.ts'

/** Edits a lot; a quantity is a correction. Throws 412 with the current lot if its version is not `ifMatch`. */
export async function changeLot(tx: Transaction, member: Member, id: string, change: LotChange, ifMatch: number | null): Promise<Lot> {
  const row = await getActiveLot(tx, member, id)
  await checkVersion(tx, member, row, ifMatch)
  const delta = change.quantity === undefined ? 0 : toMilli(change.quantity) - row.milli
  const counted = delta === 0 ? {} : { confirmed_at: countedAt(row.confirmed_at, member.now) }
  const set = changedColumns(row, {
    ...(await editedColumns(tx, member, row, change)),
    ...counted,
    ...recountedOriginalAmount(row, delta, change.unit),
  })
  if (delta === 0 && Object.keys(set).length === 0) return getLot(tx, member, id)
  const [lot] = await applyStockChange(tx, member, itemEdited, [{ row, delta, kind: 'correct', set }])
  return lot as Lot
}

async function editedColumns(tx: Transaction, member: Member, row: LotRow, change: LotChange): Promise<Partial<LotColumns>> {
  const set: Partial<LotColumns> = toColumns(change)
  if (change.ingredientId !== undefined) {
    if (!(await findIngredient(tx, member.householdId, change.ingredientId))) throw notFound()
    set.ingredient_id = change.ingredientId
  }
  if (change.storage !== undefined || change.location !== undefined) Object.assign(set, await movedFields(tx, member, row, change))
  if (change.isOpened !== undefined) set.opened_on = change.isOpened ? (row.opened_on ?? member.today) : null
  if (change.expirationDate !== undefined || change.dateKind !== undefined) Object.assign(set, newDate(row, change))
  if (change.storeId) await checkStores(tx, member.householdId, [change.storeId])
  if (change.barcode) set.barcode = await learnBarcode(tx, member, set.ingredient_id ?? row.ingredient_id, change.barcode)
  return set
}

/** Returns the fields that another date or kind of date sets. Throws `date_missing` for a kind without a date. */
export function newDate(row: LotRow, change: Pick<LotChange, 'expirationDate' | 'dateKind'>): Partial<LotColumns> {
  const date = change.expirationDate === undefined ? row.expiration_date : change.expirationDate
  const kind = change.dateKind === undefined ? row.date_kind : change.dateKind
  if (date === null && change.dateKind) throw invalid('date_missing', 'Enter the date as well.', 'expirationDate')
  const { expirationDate, dateKind, frozenDaysLeft } = fieldsAfterDateCorrection(date, date === null ? null : kind)
  const isSame = expirationDate === row.expiration_date && dateKind === row.date_kind
  return isSame ? {} : { expiration_date: expirationDate, date_kind: dateKind, frozen_days_left: frozenDaysLeft }
}

/** Keeps only the fields whose values differ, so that Undo restores nothing else. */
export const changedColumns = (row: LotRow, set: Partial<LotColumns>): Partial<LotColumns> =>
  Object.fromEntries(Object.entries(set).filter(([field, value]) => row[field as keyof LotColumns] !== value))

/** Updates the expiration dates of an ingredient's lots after its shelf life changed. */
export async function refreshExpirationDates(tx: Transaction, member: Member, ingredientId: string): Promise<void> {
  const rows = await activeLotsOf(tx, member.householdId, ingredientId)
  // Setting a date field, even to the same value, recomputes the derived dates.
  const patches = rows.map((row) => ({ row, delta: 0, kind: 'correct' as const, set: { storage: row.storage } }))
  if (patches.length > 0) await applyStockChange(tx, member, itemRedated, patches)
}
