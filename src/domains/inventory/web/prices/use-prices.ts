import { t } from '@lingui/core/macro'
import { useEffect } from 'react'
import { useMoney } from '#domains/households/web/index.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { listPrices, listStorePrices, type PricePoint } from '../../contract.ts'
import { onStockChange } from '../api/stock-cache.ts'

/** What was paid for an ingredient, newest first; what this device last saw of it while offline. Disabled without an id. */
export function usePrices(ingredientId: string | null) {
  useEffect(() => onStockChange(() => void invalidate(listPrices)), [])
  return useEndpointQuery(
    listPrices,
    { params: { id: ingredientId ?? '' } },
    { enabled: ingredientId !== null, persisted: true, staleTime: 0 },
  )
}

/** What each ingredient last cost in each store; works offline. */
export function useStorePrices() {
  useEffect(() => onStockChange(() => void invalidate(listStorePrices)), [])
  return useEndpointQuery(listStorePrices, {})
}

/** Returns a formatter of unit prices: `$1.80/kg`. */
export function useUnitPrice(): (price: Pick<PricePoint, 'unitPrice' | 'per'>) => string {
  const money = useMoney()
  return ({ unitPrice, per }) => {
    const amount = money(unitPrice)
    return per === 'each' ? t`${amount} each` : `${amount}/${per}`
  }
}
