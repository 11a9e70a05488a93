import { useCallback } from 'react'
import { listLots } from '#domains/inventory/contract.ts'
import { useStockChanges } from '#domains/inventory/web/index.ts'
import { invalidate, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { type ExpirationAnalytics, expirationAnalytics } from '../../contract.ts'

interface Figures {
  data: ExpirationAnalytics | undefined
  error: Error | null
  isFetching: boolean
  retry: () => void
}

/** Returns the expiration figures. If they fail to load, uses the inventory list: its length as the total, 0 for the rest. */
export function useExpiration(): Figures {
  const counted = useEndpointQuery(expirationAnalytics, {}, { staleTime: 0 })
  // Figures loaded before stay when a reload fails.
  const isMissing = counted.isError && counted.data === undefined
  const list = useEndpointQuery(listLots, {}, { enabled: isMissing })
  useStockChanges(useCallback(() => void invalidate(expirationAnalytics), []))
  const lots = list.data && (Array.isArray(list.data) ? list.data : list.data.items)
  const instead = isMissing && lots ? { totalActive: lots.length, expiringSoon: 0, expired: 0, expiringSoonItems: [] } : undefined
  return {
    data: counted.data ?? instead,
    error: isMissing ? list.error : null,
    isFetching: counted.isFetching || list.isFetching,
    retry: () => {
      void counted.refetch()
      if (isMissing) void list.refetch()
    },
  }
}
