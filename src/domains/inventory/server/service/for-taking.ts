import type { TakeLot } from '../../rules/stock.ts'
import { type LotRow, never } from '../store/lots.ts'

/** A lot as `takeFirstExpiring` asks for it; `reserved`: thousandths held back, by lot. */
export const forTaking = (row: LotRow, reserved: ReadonlyMap<string, number>): TakeLot => ({
  id: row.id,
  milli: row.milli,
  unit: row.unit,
  effective: row.goes_off_on === never ? null : row.goes_off_on,
  createdAt: row.created_at,
  reservedMilli: reserved.get(row.id) ?? 0,
})
