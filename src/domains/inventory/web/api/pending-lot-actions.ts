import type { NewIngredient } from '#domains/ingredients/contract/index.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import type { OperationRequest, PendingMutation, RowsOf } from '#platform/web/sync/operation.ts'
import { pendingMutations } from '#platform/web/sync/pending-source.ts'
import type { Lot, NewLot } from '../../contract.ts'
import type { Place } from '../../rules/locations.ts'
import { isOpenedByUse } from '../../rules/opened-by-use.ts'

/**
 * A user's action, for screens to show before the server has it. Amounts are differences, which stay right whatever others change. `isUse`
 * tells a use, which may open a sealed lot, from other ways of taking an amount.
 */
export type LotIntent = {
  /** The lot's version after the action, once it was sent. */
  readonly version?: number
  readonly lotId: string
} & (
  | { readonly do: 'take'; readonly quantity: number; readonly isUse?: boolean }
  /**
   * `lot` is the lot before it was used up, if it was. `sealedAt` is the quantity that it had before the use that opened it, `place` where it was
   * then.
   */
  | {
      readonly do: 'give-back'
      readonly quantity: number
      readonly isUse?: boolean
      readonly sealedAt?: number
      readonly place?: Place
      readonly lot?: Lot
    }
  | { readonly do: 'open' }
  /** `place` is where it was before it was opened. */
  | { readonly do: 'close'; readonly place?: Place }
  | { readonly do: 'move' | 'edit'; readonly to: LotEdit; readonly from: LotEdit }
  /** Moves an amount into a new lot, `partId`. */
  | { readonly do: 'split'; readonly partId: string; readonly quantity: number }
  | { readonly do: 'merge'; readonly partId: string; readonly quantity: number }
  /** `ingredient` is the one that `lot` names, or null if `lot` has its id. */
  | { readonly do: 'add'; readonly lot: AddedFields; readonly ingredient: ProvisionalIngredient | null }
)

type AddedFields = Omit<NewLot, 'id' | 'ingredient'>
type EditedField =
  | 'quantity'
  | 'unit'
  | 'ownUnit'
  | 'isOpened'
  | 'isShared'
  | 'location'
  | 'storage'
  | 'expirationDate'
  | 'dateKind'
  | 'purchasePrice'
  | 'note'
export type LotEdit = Partial<Pick<Lot, EditedField>>

/** The ingredient of a lot added by name. A new one has a provisional id. */
export type ProvisionalIngredient = Pick<NewIngredient, 'name' | 'category' | 'parLevel'> & { readonly id: string }

/** What a change of several lots does to each, such as cooking. */
export interface LotsIntent {
  readonly lots: readonly LotIntent[]
}

/** An action that can wait on this device. */
export interface PendingLotAction {
  readonly words: string
  readonly intent: LotIntent
  readonly request: OperationRequest
}

/** Returns the intent that undoes `intent` on screen. `lot` is the lot before it. */
export function oppositeOf(intent: LotIntent, lot: Lot): LotIntent {
  switch (intent.do) {
    case 'take':
      return {
        ...intent,
        do: 'give-back',
        ...(opensLot(intent, lot) ? { sealedAt: lot.quantity, place: placeOf(lot) } : {}),
        ...(toMilli(intent.quantity) < toMilli(lot.quantity) ? {} : { lot }),
      }
    case 'give-back':
      return { ...intent, do: 'take' }
    case 'move':
    case 'edit':
      return { ...intent, to: intent.from, from: intent.to }
    case 'split':
      return { ...intent, do: 'merge' }
    case 'merge':
      return { ...intent, do: 'split' }
    case 'add':
      return takeAllIntent(lot)
    case 'open':
      return { ...intent, do: 'close', place: placeOf(lot) }
    default:
      return { ...intent, do: 'open' }
  }
}

const placeOf = ({ storage, location }: Place): Place => ({ storage, location })

/** Removes a lot that was added. */
export const takeAllIntent = ({ id, quantity }: Pick<Lot, 'id' | 'quantity'>): LotIntent => ({ do: 'take', lotId: id, quantity })

/** Reads an intent of any release; null if it doesn't change a single lot. */
export const readLotIntent = (intent: unknown): LotIntent | null =>
  typeof intent === 'object' && intent !== null && 'lotId' in intent && typeof intent.lotId === 'string' ? (intent as LotIntent) : null

/** Reads what an intent of any domain and release does to lots. */
export function readLotIntents(intent: unknown): readonly LotIntent[] {
  if (typeof intent === 'object' && intent !== null && 'lots' in intent && Array.isArray(intent.lots))
    return intent.lots.flatMap((one) => readLotIntent(one) ?? [])
  const single = readLotIntent(intent)
  return single ? [single] : []
}

/** The lots that a change of this device is about. */
export const changedLots: RowsOf = ({ intent }) =>
  readLotIntents(intent).flatMap((one) => ('partId' in one ? [one.lotId, one.partId] : [one.lotId]))

/** The actions of this device that change lots. */
const pendingLotIntents = (household: string | null) =>
  pendingMutations().flatMap((mutation) =>
    mutation.household === household ? readLotIntents(mutation.intent).map((intent) => ({ mutation, intent })) : [],
  )

/**
 * Applies the actions that the server hadn't received when the lot was requested. Returns null if nothing of the lot is left. `requestedAt`
 * is in ms since the epoch.
 */
export function applyPendingActions(household: string | null, lot: Lot, requestedAt: number): Lot | null {
  const isUnknown = ({ state, settledAt }: PendingMutation) => state === 'waiting' || (state === 'sent' && (settledAt ?? 0) >= requestedAt)
  const shown = pendingLotIntents(household).reduce(
    (one, { mutation, intent }) => (isUnknown(mutation) ? applyLotIntent(one, intent) : one),
    lot,
  )
  return shown === lot || toMilli(shown.quantity) > 0 ? shown : null
}

/** Returns the lot after an action; the same if the action doesn't change it. */
export function applyLotIntent<L extends Pick<Lot, 'id' | 'version' | EditedField>>(lot: L, intent: LotIntent): L {
  if (intent.lotId !== lot.id) return lot
  const next = { ...lot, version: Math.max(lot.version, intent.version ?? 0) }
  switch (intent.do) {
    case 'take':
    case 'split':
      return {
        ...next,
        ...(opensLot(intent, lot) ? { isOpened: true } : {}),
        quantity: fromMilli(toMilli(lot.quantity) - toMilli(intent.quantity)),
      }
    case 'give-back':
    case 'merge': {
      const quantity = fromMilli(toMilli(lot.quantity) + toMilli(intent.quantity))
      // While a later use stands, less is there, and the lot stays open.
      const isSealed = 'sealedAt' in intent && intent.sealedAt === quantity
      return { ...next, ...(isSealed ? { isOpened: false } : {}), quantity }
    }
    case 'move':
    case 'edit':
      return { ...next, ...intent.to }
    case 'open':
    case 'close':
      return { ...next, isOpened: intent.do === 'open' }
    default:
      // Saved by a later release.
      return lot
  }
}

const opensLot = (intent: LotIntent, { isOpened, quantity, unit }: Pick<Lot, 'isOpened' | 'quantity' | 'unit'>): boolean =>
  intent.do === 'take' && intent.isUse === true && isOpenedByUse({ isOpened, milli: toMilli(quantity), unit }, toMilli(intent.quantity))
