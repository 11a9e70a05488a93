import { useEffect } from 'react'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { type InventoryChange, inventoryChangeEvent, inventoryChannel } from '../../contract.ts'
import { onStockChange, refreshCounts, showServerLot, trimPages } from '../api/stock-cache.ts'

const isInventoryChange = (payload: unknown): payload is InventoryChange =>
  typeof payload === 'object' && payload !== null && 'type' in payload && 'data' in payload

/** Applies other members' changes to the cached lists while the screen is open. */
export function useLiveStock(): void {
  useEffect(() => {
    // Read once: switching households mounts a new screen.
    const { household } = currentSession()
    const stop = onEvent({ channel: 'inventory:', event: inventoryChangeEvent }, ({ channel, payload }) => {
      if (household === null || channel !== inventoryChannel(household)) return
      if (!isInventoryChange(payload)) return
      showServerLot(household, payload)
      refreshCounts(household)
    })
    return () => {
      stop()
      trimPages(household)
    }
  }, [])
}

/** Calls `listener` shortly after stock changed on any device. */
export function useStockChanges(listener: () => void): void {
  useEffect(() => onStockChange(listener), [listener])
}
