import { useEffect } from 'react'
import { currentSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
import { InventoryChange, inventoryChange, inventoryChannel } from '../../contract.ts'
import { onStockChange, refreshCounts, showServer, trimPages } from '../api/lists.ts'

/** Keeps every held list of stock right while the screen stands: other members' changes appear as they happen. */
export function useLiveStock(): void {
  useEffect(() => {
    // A switch puts another screen in this one's place, and that one follows its own household.
    const { household } = currentSession()
    const stop = onEvent({ channel: 'inventory:', event: inventoryChange }, ({ channel, payload }) => {
      if (household === null || channel !== inventoryChannel(household)) return
      const change = InventoryChange.safeParse(payload)
      if (!change.success) return
      showServer(household, change.data)
      refreshCounts(household)
    })
    return () => {
      stop()
      trimPages(household)
    }
  }, [])
}

/** Runs a moment after stock changed, here or elsewhere: for figures that the server counts. */
export function useStockChanges(listener: () => void): void {
  useEffect(() => onStockChange(listener), [listener])
}
