import type { DiscardReason } from '#domains/inventory/contract.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'

/** One discard, as the ledger has it. */
export interface WasteEntry {
  id: string
  lotId: string
  ingredientId: string
  on: CalendarDate
  reason: DiscardReason
  /** Thousandths of `unit`. */
  milli: number
  unit: Unit
  /** Null: it had no price. */
  cents: number | null
}

export interface WastedIngredientFacts {
  name: string
  conversions: readonly Conversion[]
}

/** Given away or back to the soil: no waste unless somebody wants it counted. */
const keptFromWaste: ReadonlySet<DiscardReason> = new Set(['donated', 'composted'])
export const countsAsWaste = (reason: DiscardReason, includeGiven: boolean) => includeGiven || !keptFromWaste.has(reason)
/** What could have been otherwise: everything but poor quality, and what was given on purpose. */
export const isAvoidable = (reason: DiscardReason) => reason !== 'quality' && !keptFromWaste.has(reason)

/** Money is in cents. */
export interface Sums {
  cents: number
  items: number
  avoidableCents: number
  unpriced: number
  grams: number
  /** Entries in a unit that nothing known turns into grams. */
  unweighed: number
  byReason: Map<DiscardReason, { cents: number; items: number }>
  /** Donated and composted, where they are not counted. */
  leftOut: { cents: number; items: number }
}

/** Adds up entries. Costs are whole cents of the ledger, so that every part adds up to the whole. */
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

/** The costliest entries first; then what had no price, the newest first. */
export function topEntries(entries: readonly WasteEntry[], count: number, includeGiven: boolean): WasteEntry[] {
  return entries
    .filter(({ reason }) => countsAsWaste(reason, includeGiven))
    .sort((a, b) => (b.cents ?? -1) - (a.cents ?? -1) || (a.on < b.on ? 1 : a.on > b.on ? -1 : 0))
    .slice(0, count)
}

/** A share of what was paid, to four places; null where nothing was. */
export const shareOf = (cents: number, paidCents: number): number | null =>
  paidCents > 0 ? Math.round((cents / paidCents) * 10_000) / 10_000 : null
