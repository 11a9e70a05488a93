import { fromMilli, toMilli } from '#platform/shared/quantity.ts'
import type { Sending } from '#platform/web/sync/operation.ts'
import { pendingMutations } from '#platform/web/sync/pending.ts'
import type { Lot } from '../../contract.ts'

/** What a person did to a lot, as a difference: right whenever it reaches the server, and whatever others do meanwhile. */
export type LotIntent =
  | { readonly do: 'take'; readonly lotId: string; readonly quantity: number }
  | { readonly do: 'give-back'; readonly lotId: string; readonly quantity: number }
  | { readonly do: 'open'; readonly lotId: string }
  | { readonly do: 'close'; readonly lotId: string }

/** An act that can wait on this device. */
export interface PendingLotAction {
  readonly words: string
  readonly intent: LotIntent
  readonly request: Sending
}

/** What takes it back on screen. */
export const oppositeOf = (intent: LotIntent): LotIntent =>
  intent.do === 'take' || intent.do === 'give-back'
    ? { ...intent, do: intent.do === 'take' ? 'give-back' : 'take' }
    : { ...intent, do: intent.do === 'open' ? 'close' : 'open' }

/** The lot as the server had it when it was asked, with what it could not know then; null when nothing of it is left. */
export function withPending(household: string | null, lot: Lot, askedAt: number): Lot | null {
  let shown = lot
  for (const held of pendingMutations()) {
    if (held.kind !== 'inventory' || held.household !== household) continue
    const isUnknown = held.state === 'waiting' || (held.state === 'sent' && (held.settledAt ?? 0) >= askedAt)
    if (isUnknown) shown = after(shown, held.intent as LotIntent)
  }
  return shown === lot || toMilli(shown.quantity) > 0 ? shown : null
}

function after(lot: Lot, intent: LotIntent): Lot {
  if (intent.lotId !== lot.id) return lot
  switch (intent.do) {
    case 'take':
      return { ...lot, quantity: fromMilli(toMilli(lot.quantity) - toMilli(intent.quantity)) }
    case 'give-back':
      return { ...lot, quantity: fromMilli(toMilli(lot.quantity) + toMilli(intent.quantity)) }
    default:
      return { ...lot, isOpened: intent.do === 'open' }
  }
}
