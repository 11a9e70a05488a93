import type { DiscardReason } from '#domains/inventory/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'

/** A discard as recorded in the ledger. */
export interface WasteEntry {
  id: string
  lotId: string
  ingredientId: string
  on: CalendarDate
  reason: DiscardReason
  /** In thousandths of `unit`. */
  milli: number
  unit: Unit
  /** Null if the lot had no price. */
  cents: number | null
}

export interface WastedIngredientFacts {
  name: string
  conversions: readonly Conversion[]
}

/** Not counted as waste unless asked for. */
const keptFromWaste: ReadonlySet<DiscardReason> = new Set(['donated', 'composted'])
export const countsAsWaste = (reason: DiscardReason, includeGiven: boolean) => includeGiven || !keptFromWaste.has(reason)
/** Returns whether waste could have been avoided: every reason except poor quality, donated and composted. */
export const isAvoidable = (reason: DiscardReason) => reason !== 'quality' && !keptFromWaste.has(reason)

/** Money is in cents. */
export interface Sums {
  cents: number
  items: number
  avoidableCents: number
  unpriced: number
  grams: number
  /** Records whose unit can't be converted to grams. */
  unweighed: number
  byReason: Map<DiscardReason, { cents: number; items: number }>
  /** Donated and composted records, if not counted. */
  leftOut: { cents: number; items: number }
}

/** Sums up records. Costs are whole cents of the ledger, so the parts add up to the total. */
export function summarizeWaste(
  entries: Iterable<WasteEntry>,
  ingredients: ReadonlyMap<string, WastedIngredientFacts>,
  includeGiven: boolean,
): Sums {
  const sums: Sums = {
    cents: 0,
    items: 0,
    avoidableCents: 0,
    unpriced: 0,
    grams: 0,
    unweighed: 0,
    byReason: new Map(),
    leftOut: { cents: 0, items: 0 },
  }
  for (const entry of entries) {
    const cents = entry.cents ?? 0
    if (!countsAsWaste(entry.reason, includeGiven)) {
      sums.leftOut.cents += cents
      sums.leftOut.items++
      continue
    }
    sums.cents += cents
    sums.items++
    if (entry.cents === null) sums.unpriced++
    if (isAvoidable(entry.reason)) sums.avoidableCents += cents
    const reason = sums.byReason.get(entry.reason) ?? { cents: 0, items: 0 }
    reason.cents += cents
    reason.items++
    sums.byReason.set(entry.reason, reason)
    const grams = convert(entry.milli / 1000, entry.unit, 'g', ingredients.get(entry.ingredientId)?.conversions)
    if (grams === null) sums.unweighed++
    else sums.grams += grams
  }
  return sums
}

/** Returns the costliest records; those without a price come last, newest first. */
export function topEntries(entries: readonly WasteEntry[], count: number, includeGiven: boolean): WasteEntry[] {
  return entries
    .filter(({ reason }) => countsAsWaste(reason, includeGiven))
    .sort((a, b) => (b.cents ?? -1) - (a.cents ?? -1) || (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
    .slice(0, count)
}

/** Returns the share of the paid price with four decimals; null if nothing was paid. */
export const wastedFractionOfSpending = (cents: number, paidCents: number): number | null =>
  paidCents > 0 ? Math.round((cents / paidCents) * 10_000) / 10_000 : null
