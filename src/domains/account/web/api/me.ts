import { useReply } from '#platform/web/api/query-cache.ts'
import { getMe } from '../../contract/index.ts'

/** The signed-in user; changes rarely, so it is asked for once. */
export const useMe = () => useReply(getMe, {}, { staleTime: 5 * 60_000, persisted: true })
