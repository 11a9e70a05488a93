import { useEffect } from 'react'
import { useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { connectHomeAssistant, disconnectHomeAssistant, getHomeAssistant } from '../../contract.ts'

const recheckMs = 3_000

/** Reads the connection; again and again until the broker is connected. */
export function useHomeAssistant(id: string) {
  const query = useEndpointQuery(getHomeAssistant, { params: { id } }, { staleTime: 0 })
  const { data, dataUpdatedAt, refetch } = query
  const isWaiting = data?.isOn === true && data.connection !== 'connected'
  useEffect(() => {
    if (!isWaiting || dataUpdatedAt === 0) return
    const timer = setTimeout(() => void refetch(), recheckMs)
    return () => clearTimeout(timer)
  }, [isWaiting, dataUpdatedAt, refetch])
  return query
}

export const useConnectHomeAssistant = () => useEndpointMutation(connectHomeAssistant, { touches: [getHomeAssistant] })
export const useDisconnectHomeAssistant = () => useEndpointMutation(disconnectHomeAssistant, { touches: [getHomeAssistant] })
