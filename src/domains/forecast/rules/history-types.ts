import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Rests } from './finished-rests.ts'

/** An ingredient with recorded events. All its quantities are in one unit. */
export interface KnownIngredient {
  id: string
}

export type HistoryEvent =
  | {
      type: 'added'
      lotId: string
      ingredientId: string
      quantity: number
      on: CalendarDate
      /** Last day on which the lot can be eaten; null or absent if it never expires. */
      effectiveExpiration?: CalendarDate | null | undefined
    }
  /** Without `lotId`, takes the lot that expires first. */
  | { type: 'used'; ingredientId: string; lotId?: string | null | undefined; quantity: number; on: CalendarDate }
  | { type: 'discarded'; lotId: string; quantity: number; reason?: string | null | undefined; on: CalendarDate }
  /** The lot was counted: this much was left, zero if it was gone. */
  | { type: 'counted'; lotId: string; quantity: number; on: CalendarDate }

/** An intended use: a planned meal or a loan. */
export interface PlannedUse {
  ingredientId: string
  lotId?: string | null | undefined
  quantity: number
  on: CalendarDate
}

/** A size that an ingredient is sold in, with its last price. `quantity` is in the ingredient's unit. */
export interface PackOffer {
  quantity: number
  /** Of the whole pack, in any one currency. */
  price: number
  storeId: string | null
}

/** The size that was bought last, and all known ones. */
export interface PackOffers {
  usual: PackOffer
  offers: readonly PackOffer[]
}

/** One household's events up to `today`. Events of today change the stock but not the habits; later events are ignored. */
export interface HouseholdHistory {
  today: CalendarDate
  ingredients: readonly KnownIngredient[]
  events: readonly HistoryEvent[]
  planned?: readonly PlannedUse[] | undefined
  /** Sizes that an ingredient is sold in, by its id. */
  offers?: ReadonlyMap<string, PackOffers> | undefined
}

/** Quantities below this count as zero: half a thousandth of a unit. */
export const epsilon = 0.0005

/** A lot after replaying its events. Days are relative to today; the past is negative. */
export interface ReplayedLot {
  id: string
  added: number
  left: number
  /** Last day on which it can be eaten; Infinity if it never expires. */
  expiresOn: number
  cameOn: number
  /** Sum and number of its uses, and the day of the last one (-Infinity without uses). */
  used: number
  uses: number
  lastUse: number
  /** Last day on which it was certainly in stock: a use named it, it was counted, or it was discarded after its date. */
  provenOn: number
  discarded: boolean
  /** Quantity at the end of its date; null if that day isn't over or it was discarded before. */
  leftWhenDue: number | null
  /** Recorded quantity missing when it was counted, or discarded after its date. */
  unaccounted: number
  /** Quantity discarded beyond the recorded rest: uses recorded for this lot took another one. */
  surplus: number
  /** Number of days on which newer lots arrived while this one was in stock. */
  younger: number
  /** Number of uses of lots that expire later, since its own last use. */
  passedOver: number
}

/** A day on which an ingredient was used. */
export interface UseDay {
  day: number
  quantity: number
  /** Whether the shelf was empty afterwards, so that more may have been needed. */
  emptied: boolean
}

/** An inclusive range of days. */
export interface DayRange {
  from: number
  to: number
}

/** Number of past days covered by `entries`. */
export const entryDays = 120

/** One replayed event of an ingredient's recent past. */
export interface ReplayedEvent {
  day: number
  type: 'added' | 'used' | 'discarded' | 'counted'
  /** Null for a use beyond the recorded stock. */
  lot: ReplayedLot | null
  quantity: number
  /** By how much the recorded stock decreased. */
  taken: number
  named: boolean
}

/** An ingredient's replayed past. */
export interface IngredientHistory {
  id: string
  lots: ReplayedLot[]
  uses: UseDay[]
  /** Number of recorded uses; several may share a day. */
  useCount: number
  stocked: DayRange[]
  /** The events of the last `entryDays` days. */
  entries: ReplayedEvent[]
  /** Uses that named a lot while lots of another date were in stock, and how many of them took the lot that expires first. */
  choices: number
  firstChosen: number
  rests: Rests
}

/** Sorts by expiry, then by arrival. */
export const byExpiry = (a: ReplayedLot, b: ReplayedLot) => (a.expiresOn === b.expiresOn ? a.cameOn - b.cameOn : a.expiresOn - b.expiresOn)
