import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
import type { OperationRequest } from '#platform/web/sync/operation.ts'
import { pendingMutations } from '#platform/web/sync/pending-source.ts'
import type { Lot } from '../../contract.ts'

/** A user's action as a difference, which stays right whenever it reaches the server and whatever others change. */
export type LotIntent =
  | { readonly do: 'take'; readonly lotId: string; readonly quantity: number }
  | { readonly do: 'give-back'; readonly lotId: string; readonly quantity: number }
  | { readonly do: 'open'; readonly lotId: string }
  | { readonly do: 'close'; readonly lotId: string }
  | { readonly do: 'move'; readonly lotId: string; readonly to: LotPlace; readonly from: LotPlace }

type LotPlace = Partial<Pick<Lot, 'location' | 'storage'>>

/** An action that can wait on this device. */
export interface PendingLotAction {
  readonly words: string
  readonly intent: LotIntent
  readonly request: OperationRequest
}

/** Returns the intent that undoes `intent` on screen. */
export function oppositeOf(intent: LotIntent): LotIntent {
  switch (intent.do) {
    case 'take':
    case 'give-back':
      return { ...intent, do: intent.do === 'take' ? 'give-back' : 'take' }
    case 'move':
      return { ...intent, to: intent.from, from: intent.to }
    default:
      return { ...intent, do: intent.do === 'open' ? 'close' : 'open' }
  }
}

/**
 * Applies the actions that the server hadn't received when the lot was requested. Returns null if nothing of the lot is left. `requestedAt`
 * is in ms since the epoch.
 */
export function withPending(household: string | null, lot: Lot, requestedAt: number): Lot | null {
  let shown = lot
  for (const mutation of pendingMutations()) {
    if (mutation.kind !== 'inventory' || mutation.household !== household) continue
    const isUnknown = mutation.state === 'waiting' || (mutation.state === 'sent' && (mutation.settledAt ?? 0) >= requestedAt)
    if (isUnknown) shown = afterIntent(shown, mutation.intent as LotIntent)
  }
  return shown === lot || toMilli(shown.quantity) > 0 ? shown : null
}

/** Returns the lot after an action. */
export function afterIntent<L extends Pick<Lot, 'id' | 'quantity' | 'isOpened' | 'location' | 'storage'>>(lot: L, intent: LotIntent): L {
  if (intent.lotId !== lot.id) return lot
  switch (intent.do) {
    case 'take':
      return { ...lot, quantity: fromMilli(toMilli(lot.quantity) - toMilli(intent.quantity)) }
    case 'give-back':
      return { ...lot, quantity: fromMilli(toMilli(lot.quantity) + toMilli(intent.quantity)) }
    case 'move':
      return { ...lot, ...intent.to }
    default:
      return { ...lot, isOpened: intent.do === 'open' }
  }
}
