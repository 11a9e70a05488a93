import type { CalendarDate } from '#platform/shared/calendar.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import { expiryStatus } from './expiry-status.ts'

/** What choosing among lots needs of each; amounts in integer thousandths of the lot's own unit. */
export interface StockLot {
  id: string
  milli: number
  unit: Unit
  /** When it goes off. */
  expiresOn: CalendarDate | null
}

export interface AllocationLot extends StockLot {
  createdAt: string
  /** Held back for plans and loans. */
  reservedMilli: number
}

export interface AllocationPlan {
  /** In the order of taking; thousandths of each lot's own unit. */
  takes: { id: string; milli: number }[]
  /** Thousandths of the asked unit that are not there; 0 when it is enough. */
  shortMilli: number
  /** Lots with food in them that cannot be compared with the asked unit. */
  incomparable: string[]
}

/** What goes off first comes first, undated last; then the older lot. */
function byExpiry(
  a: Pick<AllocationLot, 'id' | 'expiresOn' | 'createdAt'>,
  b: Pick<AllocationLot, 'id' | 'expiresOn' | 'createdAt'>,
): number {
  const keys = (lot: typeof a) => [lot.expiresOn ?? '9999', lot.createdAt, lot.id] as const
  const [left, right] = [keys(a), keys(b)]
  for (const [i, key] of left.entries()) {
    const other = right[i] ?? ''
    if (key !== other) return key < other ? -1 : 1
  }
  return 0
}

/**
 * Which lots give `milli` thousandths of `unit`: first to expire, first out. What is held back is taken last, because a
 * household may always eat its own food; with `keepReserved` it is not touched.
 * Never takes more than a lot holds. Each lot gives whole thousandths of its own unit, so the total is right to half of one
 * in the last lot; an amount too small for every lot (0.4 g of flour kept in kg) takes nothing and is not short.
 */
export function allocateFirstExpiring(
  lots: readonly AllocationLot[],
  milli: number,
  unit: Unit,
  conversions: readonly Conversion[] = [],
  { keepReserved = false } = {},
): AllocationPlan {
  const taken = new Map<string, number>()
  const stocked = lots.filter((lot) => lot.milli > 0).toSorted(byExpiry)
  const isComparable = (lot: AllocationLot) => convert(1, lot.unit, unit, conversions) !== null
  const comparable = stocked.filter(isComparable)
  const spare = (lot: AllocationLot) => Math.max(0, lot.milli - lot.reservedMilli)
  const rounds = keepReserved ? [spare] : [spare, (lot: AllocationLot) => lot.milli]

  // Kept unrounded between lots, so that many small ones do not add up their rounding.
  let open = milli
  for (const mayGive of rounds) {
    for (const lot of comparable) {
      const already = taken.get(lot.id) ?? 0
      const left = mayGive(lot) - already
      const wanted = convert(open, unit, lot.unit, conversions) ?? 0
      if (left <= 0 || wanted < 0.5) continue
      const take = Math.min(left, Math.round(wanted))
      taken.set(lot.id, already + take)
      open = wanted - take < 0.5 ? 0 : open - (convert(take, lot.unit, unit, conversions) ?? 0)
    }
  }
  const isLeft = comparable.some((lot) => (rounds.at(-1)?.(lot) ?? 0) > (taken.get(lot.id) ?? 0))
  return {
    takes: [...taken].map(([id, part]) => ({ id, milli: part })),
    shortMilli: open <= 0 || isLeft ? 0 : Math.max(1, Math.round(open)),
    incomparable: stocked.filter((lot) => !isComparable(lot)).map((lot) => lot.id),
  }
}

export interface StockLevel {
  /** `unknown`: what can be compared is below par, but there are lots that cannot be compared and may fill the gap. */
  verdict: 'no_par' | 'enough' | 'low' | 'unknown'
  /** Thousandths of the food's default unit in unexpired lots that can be compared with it. */
  totalMilli: number
  /** Unexpired lots in units that cannot be compared: named, never counted as nothing. */
  incomparable: string[]
}

/**
 * Whether a food runs low: a par level is set and what has not expired is below it (exactly at par is enough).
 * `parMilli` is in thousandths of `unit`, the food's default unit.
 */
export function lowStock(
  ingredient: { parMilli: number | null; unit: Unit; conversions: readonly Conversion[] },
  lots: readonly StockLot[],
  today: CalendarDate,
): StockLevel {
  const counted = lots.filter((lot) => lot.milli > 0 && expiryStatus(lot.expiresOn, today) !== 'expired')
  const amounts = counted.map((lot) => ({ id: lot.id, milli: convert(lot.milli, lot.unit, ingredient.unit, ingredient.conversions) }))
  const totalMilli = Math.round(amounts.reduce((sum, amount) => sum + (amount.milli ?? 0), 0))
  const incomparable = amounts.filter((amount) => amount.milli === null).map((amount) => amount.id)
  return { verdict: verdict(ingredient.parMilli, totalMilli, incomparable.length > 0), totalMilli, incomparable }
}

function verdict(parMilli: number | null, totalMilli: number, isPartial: boolean): StockLevel['verdict'] {
  if (parMilli === null) return 'no_par'
  if (totalMilli >= parMilli) return 'enough'
  return isPartial ? 'unknown' : 'low'
}
