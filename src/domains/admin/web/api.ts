import { useEffect } from 'react'
import { callWithHeaders } from '#platform/web/api/call.ts'
import { invalidate, keyOf, useInfiniteQuery, useReply, useSend } from '#platform/web/api/query-cache.ts'
import { changeAccount, changeServer, listAccounts, makeBackup, showServer, signOutAccount } from '../contract.ts'

const pageSize = 20
const refetchMs = 2000

/** Returns the overview, refetched every 2 s while a backup is running. */
export function useServer() {
  const server = useReply(showServer, {})
  const isRunning = server.data?.backups.isRunning ?? false
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => void invalidate(showServer), refetchMs)
    return () => clearInterval(timer)
  }, [isRunning])
  return server
}

export const useBackup = () => useSend(makeBackup, { touches: [showServer] })

export const useChangeServer = () => useSend(changeServer, { touches: [showServer] })
export const useChangeAccount = () => useSend(changeAccount, { touches: [listAccounts] })
export const useSignOutAccount = () => useSend(signOutAccount, { touches: [listAccounts] })

/** Returns accounts whose name or address contains `search`, in pages. */
export const useAccounts = (search: string) =>
  useInfiniteQuery({
    queryKey: [...keyOf(listAccounts), { search }],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(search ? { search } : {}), ...(pageParam ? { cursor: pageParam } : {}) }
      const { reply, nextCursor } = await callWithHeaders(listAccounts, { query, signal })
      return { accounts: reply, next: nextCursor }
    },
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (previous) => previous,
  })
