import type { CalendarDate } from '#platform/shared/calendar.ts'

/** What a forecast is told of a food. Its quantities are all in one unit, the food's own. */
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
      /** Last day on which the lot is eaten; null or absent: it does not go off. */
      effectiveExpiration?: CalendarDate | null | undefined
    }
  /** Without a lot it is taken from the one that goes off first. */
  | { type: 'used'; ingredientId: string; lotId?: string | null | undefined; quantity: number; on: CalendarDate }
  | { type: 'discarded'; lotId: string; quantity: number; reason?: string | null | undefined; on: CalendarDate }

/** A use that is intended: a planned meal, a loan. */
export interface PlannedUse {
  ingredientId: string
  lotId?: string | null | undefined
  quantity: number
  on: CalendarDate
}

/** One household's records up to `today`. Events of today move the stock but tell nothing of habits yet; later ones are left out. */
export interface HouseholdHistory {
  today: CalendarDate
  ingredients: readonly KnownIngredient[]
  events: readonly HistoryEvent[]
  planned?: readonly PlannedUse[] | undefined
}

/** Less than this is nothing: half a thousandth of a unit. */
export const nothing = 0.0005

/** A lot as the records tell it. Days are counted from today: negative is past. */
export interface ReplayedLot {
  id: string
  added: number
  left: number
  /** Last day on which it is eaten; Infinity: it does not go off. */
  expiresOn: number
  cameOn: number
  /** Sum and number of its uses, and the day of the last one (-Infinity: none). */
  used: number
  uses: number
  lastUse: number
  /** Last day on which it was there beyond doubt: a use named it, or it was thrown out after its date. */
  provenOn: number
  discarded: boolean
  /** What there was at the end of its date; null: that day is not over, or it was thrown out before. */
  leftWhenDue: number | null
  /** What the records still had when less was thrown out after its date. */
  unaccounted: number
  /** Thrown out beyond what the records had: uses told of this lot were another's. */
  surplus: number
  /** Days on which younger lots came while this one was there. */
  younger: number
  /** Uses of lots that go off later, since its own last use. */
  passedOver: number
}

/** A day on which a food was used. */
export interface UseDay {
  day: number
  quantity: number
  /** The shelf was empty afterwards: they may have wanted more. */
  emptied: boolean
}

/** Days on which the food was there to be used, first and last included. */
export interface Stretch {
  from: number
  to: number
}

/** Days back to which entries are kept. */
export const entrySpan = 120

/** One line of a food's recent past as it was replayed. */
export interface LedgerEntry {
  day: number
  type: 'added' | 'used' | 'discarded'
  /** Null: a use beyond what the records had. */
  lot: ReplayedLot | null
  quantity: number
  /** What the records had less afterwards. */
  taken: number
  named: boolean
}

/** A food's past. */
export interface IngredientHistory {
  id: string
  lots: ReplayedLot[]
  uses: UseDay[]
  /** Recorded uses; several may share a day. */
  useCount: number
  stocked: Stretch[]
  /** Of the last `entrySpan` days. */
  entries: LedgerEntry[]
  /** Uses that named a lot while another date stood beside it, and how many of them took what goes off first. */
  choices: number
  firstChosen: number
}

/** First to go off first, then first come. */
export const byExpiry = (a: ReplayedLot, b: ReplayedLot) => (a.expiresOn === b.expiresOn ? a.cameOn - b.cameOn : a.expiresOn - b.expiresOn)
