import { useCallback, useEffect, useRef, useState } from 'react'
import { getTablet, type TabletScreen } from '#domains/households/contract/tablets.ts'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { getMealPlan, type PlanEntry } from '#domains/recipes/contract/plan.ts'
import { getShoppingList, type ShoppingItem } from '#domains/shopping/contract/index.ts'
import { ApiError } from '#platform/web/api/call.ts'
import { callTablet } from '#platform/web/api/call-tablet.ts'
import { followSignals } from '#platform/web/sync/follow-signals.ts'

/** Items that are read, soonest to expire first. */
const maxLots = 60
const recheckMs = 60_000
const retryMs = 5_000
/** Several changes at once are read once. */
const settleMs = 150

/** What the tablet shows. Only in memory: nothing of the household stays in the browser. */
export interface Kitchen extends TabletScreen {
  readonly lots: readonly Lot[]
  readonly list: readonly ShoppingItem[]
  readonly meals: readonly PlanEntry[]
}

export type KitchenState =
  | { readonly phase: 'starting'; readonly isOffline: boolean }
  /** `isDropped`: the browser didn't keep the cookie that it was just given. */
  | { readonly phase: 'unpaired'; readonly isDropped: boolean }
  | { readonly phase: 'open'; readonly kitchen: Kitchen; readonly isOffline: boolean }

/** Whether the server says that this tablet isn't paired, or no longer. */
export const isUnpaired = (error: unknown): boolean => error instanceof ApiError && error.status === 401

async function readKitchen(): Promise<Kitchen> {
  const { reply: screen } = await callTablet(getTablet)
  const { today } = screen
  const [lots, list, meals] = await Promise.all([
    callTablet(listLots, { query: { limit: maxLots } }),
    callTablet(getShoppingList),
    callTablet(getMealPlan, { query: { from: today, to: today } }),
  ])
  return { ...screen, lots: lotsOf(lots.reply), list: list.reply.items, meals: meals.reply }
}

export const lotsOf = (reply: readonly Lot[] | { readonly items: readonly Lot[] }): readonly Lot[] =>
  'items' in reply ? reply.items : reply

/** Follows the household of this tablet. `refresh` reads it again; `restart` begins again once the tablet is paired. */
export function useKitchen(): { state: KitchenState; refresh: () => Promise<void>; restart: () => void } {
  const [state, setState] = useState<KitchenState>({ phase: 'starting', isOffline: false })
  const [round, setRound] = useState(0)
  const reads = useRef(0)
  const isNew = useRef(false) // paired, with nothing read yet
  const isUnpairedNow = state.phase === 'unpaired'

  const refresh = useCallback(async () => {
    const read = ++reads.current
    try {
      const kitchen = await readKitchen()
      isNew.current = false
      // A later read has begun, which knows more.
      if (read === reads.current) setState({ phase: 'open', kitchen, isOffline: false })
    } catch (error) {
      if (isUnpaired(error)) {
        // Also outdates what is still being read.
        reads.current++
        const isDropped = isNew.current
        isNew.current = false
        setState((known) => (known.phase === 'unpaired' ? known : { phase: 'unpaired', isDropped }))
      } else if (read === reads.current) setState((known) => (known.phase === 'unpaired' ? known : { ...known, isOffline: true }))
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` begins again
  useEffect(() => {
    if (isUnpairedNow) return
    let settling: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(settling)
      settling = setTimeout(() => void refresh(), settleMs)
    }
    void refresh()
    const stop = followSignals({ onSignal: soon, onBreak: () => void refresh() })
    // The day may have changed, or the stream be blocked.
    const recheck = setInterval(() => void refresh(), recheckMs)
    window.addEventListener('online', soon)
    return () => {
      stop()
      clearTimeout(settling)
      clearInterval(recheck)
      window.removeEventListener('online', soon)
    }
  }, [isUnpairedNow, round, refresh])

  const isOffline = state.phase !== 'unpaired' && state.isOffline
  useEffect(() => {
    if (!isOffline) return
    const retry = setInterval(() => void refresh(), retryMs)
    return () => clearInterval(retry)
  }, [isOffline, refresh])

  const restart = useCallback(() => {
    isNew.current = true
    setState({ phase: 'starting', isOffline: false })
    setRound((known) => known + 1)
  }, [])
  return { state, refresh, restart }
}
