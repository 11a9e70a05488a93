import { convertOfKind } from '#domains/ingredients/rules/kinds.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { compareText } from '#platform/shared/local-tables.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import { expiryStatusOf } from './expiry-status.ts'

/** A lot's stock, in integer thousandths of its own unit. */
export interface StockLot {
  id: string
  milli: number
  unit: Unit
  expiresOn: CalendarDate | null
}

export interface AllocationLot extends StockLot {
  createdAt: string
  /** Reserved for plans and loans. */
  reservedMilli: number
  /** If it is of a kind of the ingredient: the kind's, which come before the ingredient's. */
  conversions?: readonly Conversion[]
}

export interface AllocationPlan {
  /** In the order of use; thousandths of each lot's own unit. */
  takes: { id: string; milli: number }[]
  /** Missing thousandths of the requested unit; 0 if there is enough. */
  shortMilli: number
  /** Ids of stocked lots whose unit doesn't convert to the requested one. */
  incomparable: string[]
}

/** An amount of an ingredient to take from any of its lots. */
export interface AmountToTake {
  ingredientId: string
  quantity: number
  unit: Unit
}

/** Sorts by expiration date, undated last, then by age. */
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
 * Chooses lots for `milli` thousandths of `unit`, soonest to expire first. Takes reserved stock last, or never with `keepReserved`.
 * Takes whole thousandths of each lot's own unit, so the total is exact to half a thousandth of the last lot's unit. An amount too small
 * for every lot (0.4 g of flour kept in kg) takes nothing and isn't short.
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
  const convertFor = (lot: AllocationLot, amount: number, from: Unit, to: Unit) =>
    convertOfKind(amount, from, to, lot.conversions, conversions)
  const isComparable = (lot: AllocationLot) => convertFor(lot, 1, lot.unit, unit) !== null
  const comparable = stocked.filter(isComparable)
  const spare = (lot: AllocationLot) => Math.max(0, lot.milli - lot.reservedMilli)
  const rounds = keepReserved ? [spare] : [spare, (lot: AllocationLot) => lot.milli]

  // Stays unrounded between lots, so that rounding errors don't add up.
  let remaining = milli
  for (const available of rounds) {
    for (const lot of comparable) {
      const already = taken.get(lot.id) ?? 0
      const left = available(lot) - already
      const needed = convertFor(lot, remaining, unit, lot.unit) ?? 0
      if (left <= 0 || needed < 0.5) continue
      const take = Math.min(left, Math.round(needed))
      taken.set(lot.id, already + take)
      remaining = needed - take < 0.5 ? 0 : remaining - (convertFor(lot, take, lot.unit, unit) ?? 0)
    }
  }
  const isLeft = comparable.some((lot) => (rounds.at(-1)?.(lot) ?? 0) > (taken.get(lot.id) ?? 0))
  return {
    takes: [...taken].map(([id, part]) => ({ id, milli: part })),
    shortMilli: remaining <= 0 || isLeft ? 0 : Math.max(1, Math.round(remaining)),
    incomparable: stocked.filter((lot) => !isComparable(lot)).map((lot) => lot.id),
  }
}

/** Does what `allocateFirstExpiring` does for several amounts of an ingredient, each after those before it. Plans are in their units. */
export function allocateInOrder(
  lots: readonly AllocationLot[],
  amounts: readonly Omit<AmountToTake, 'ingredientId'>[],
  conversions: readonly Conversion[],
): (AllocationPlan & { unit: Unit })[] {
  const taken = new Map<string, number>()
  return amounts.map(({ quantity, unit }) => {
    const left = lots.map((lot) => ({ ...lot, milli: lot.milli - (taken.get(lot.id) ?? 0) }))
    const plan = allocateFirstExpiring(left, toMilli(quantity), unit, conversions)
    for (const { id, milli } of plan.takes) taken.set(id, (taken.get(id) ?? 0) + milli)
    return { ...plan, unit }
  })
}

export interface StockLevel {
  /** `unknown` if the convertible stock is below par but lots in other units may make up for it. */
  verdict: 'no_par' | 'enough' | 'low' | 'unknown'
  /** Unexpired stock that converts to the ingredient's default unit, in thousandths of it. */
  totalMilli: number
  /** Ids of unexpired lots in units that don't convert. */
  incomparable: string[]
}

/**
 * Compares unexpired stock with the par level; exactly at par is enough. `parMilli` is in thousandths of `unit`, the ingredient's default
 * unit.
 */
export function compareWithPar(
  ingredient: { parMilli: number | null; unit: Unit; conversions: readonly Conversion[] },
  lots: readonly StockLot[],
  today: CalendarDate,
): StockLevel {
  const counted = lots.filter((lot) => lot.milli > 0 && expiryStatusOf(lot.expiresOn, today) !== 'expired')
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

/** An ingredient with a par level and its unexpired stock, summed by unit. Thousandths. */
export interface ParStock {
  ingredientId: string
  parMilli: number
  /** The ingredient's default unit. */
  unit: Unit
  conversions: readonly Conversion[]
  stock: readonly { unit: Unit; milli: number }[]
}

/** An ingredient below its par level. Amounts in thousandths of `unit`, its default unit. */
export interface LowIngredient {
  ingredientId: string
  totalMilli: number
  parMilli: number
  unit: Unit
}

/** Returns the ingredients whose stock is below their par level, in the order of their ids. */
export function ingredientsBelowPar(stocks: readonly ParStock[], today: CalendarDate): LowIngredient[] {
  const low = stocks.flatMap(({ ingredientId, parMilli, unit, conversions, stock }) => {
    const lots = stock.map((one, at) => ({ ...one, id: String(at), expiresOn: null }))
    const { verdict, totalMilli } = compareWithPar({ parMilli, unit, conversions }, lots, today)
    return verdict === 'low' ? [{ ingredientId, totalMilli, parMilli, unit }] : []
  })
  return low.toSorted((a, b) => compareText(a.ingredientId, b.ingredientId))
}
