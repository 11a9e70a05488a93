import { useEffect } from 'react'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { invalidate, queryKeyOf, useEndpointMutation, useEndpointQuery, useInfiniteQuery } from '#platform/web/api/query-cache.ts'
import { changeAccount, changeServerSettings, getServerOverview, listAccounts, signOutAccount, startBackup } from '../contract.ts'

const pageSize = 20
const refetchMs = 2000

/** Returns the overview, refetched every 2 s while a backup is running. */
export function useServerOverview() {
  const server = useEndpointQuery(getServerOverview, {})
  const isRunning = server.data?.backups.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void invalidate(getServerOverview), refetchMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return server
}

export const useStartBackup = () => useEndpointMutation(startBackup, { touches: [getServerOverview] })

export const useChangeServer = () => useEndpointMutation(changeServerSettings, { touches: [getServerOverview] })
export const useChangeAccount = () => useEndpointMutation(changeAccount, { touches: [listAccounts] })
export const useSignOutAccount = () => useEndpointMutation(signOutAccount, { touches: [listAccounts] })

/** Returns accounts whose name or address contains `search`, in pages. */
export const useAccounts = (search: string) =>
  useInfiniteQuery({
    queryKey: [...queryKeyOf(listAccounts), { search }],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) }
      const { reply, nextCursor } = await callWithHeaders(listAccounts, { query, signal })
      return { accounts: reply, next: nextCursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  })
