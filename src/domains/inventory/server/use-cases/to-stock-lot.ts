import type { AllocationLot } from '../../rules/stock.ts'
import { type LotRow, never } from '../store/lots.ts'

/** A lot as `allocateFirstExpiring` asks for it; `reserved`: thousandths held back, by lot. */
export const toStockLot = (row: LotRow, reserved: ReadonlyMap<string, number>): AllocationLot => ({
  id: row.id,
  milli: row.milli,
  unit: row.unit,
  expiresOn: row.goes_off_on === never ? null : row.goes_off_on,
  createdAt: row.created_at,
  reservedMilli: reserved.get(row.id) ?? 0,
})
