import { toMilli } from '#platform/shared/quantity-and-money.ts'
import type { Lot } from '../../contract.ts'
import { isOpenedByUse } from '../../rules/opened-by-use.ts'
import type { LotIntent } from './pending-lot-actions.ts'

/** Uses some or all of a lot, which may open it. */
export function createUseIntent(lot: Pick<Lot, 'id' | 'quantity' | 'unit' | 'isOpened'>, quantity: number): LotIntent {
  const opens = isOpenedByUse({ ...lot, milli: toMilli(lot.quantity) }, toMilli(quantity))
  return { do: 'take', lotId: lot.id, quantity, ...(opens ? { opens } : {}) }
}
