import { endTablet, listTablets, pairTablet } from '#domains/households/contract/tablets.ts'
import { useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'

export const useTablets = (id: string) => useEndpointQuery(listTablets, { params: { id } }, { staleTime: 0 })
export const usePairTablet = () => useEndpointMutation(pairTablet, { touches: [listTablets] })
export const useEndTablet = () => useEndpointMutation(endTablet, { touches: [listTablets] })
