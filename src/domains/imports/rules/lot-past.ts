import type { Lot } from '#domains/inventory/contract.ts'
import { sumOfMovements } from '#domains/inventory/rules/past-movements.ts'
import type { PlanData } from './import-plan.ts'
import { roundPrice } from './parse-cell.ts'

/** Tells whether the household has the lot of a Larder export already. Stock that is gone here returns, the past only once. */
export const isLotHere = (kind: 'lot' | 'past', state: Lot['state'] | undefined): boolean =>
  kind === 'lot' ? state === 'active' : state !== undefined

type Moved = Pick<PlanData['lot'], 'quantity' | 'purchasePrice' | 'movements'>

/** Returns a lot as it is now, with the price of what is left: its household has the rest on record. */
export function withoutMovements<L extends Moved>({ movements, ...lot }: L): Omit<L, 'movements'> {
  if (!movements || movements.length === 0) return lot
  const left = Math.round((lot.quantity - sumOfMovements(movements)) * 1000) / 1000
  const price = lot.purchasePrice == null ? null : roundPrice((lot.purchasePrice * left) / lot.quantity)
  return { ...lot, quantity: left, ...(price === null ? {} : { purchasePrice: price }) }
}
