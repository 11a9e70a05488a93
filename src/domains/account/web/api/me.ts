import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { getMe } from '../../contract/index.ts'

/** Returns the signed-in user, at most 5 minutes old. */
export const useMe = () => useEndpointQuery(getMe, {}, { staleTime: 5 * 60_000, persisted: true })
