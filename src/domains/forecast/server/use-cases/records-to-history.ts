import type { LotHistory, ReservedRow } from '#domains/inventory/server/index.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { HistoryEvent, HouseholdHistory, PlannedUse } from '../../rules/history-types.ts'
import { type BoughtLot, packOffers } from './pack-offers.ts'

/** How to convert an ingredient's units. */
export interface IngredientMeasure {
  id: string
  defaultUnit: Unit
  conversions: readonly Conversion[]
}

/** The rows a forecast is computed from. */
export interface HouseholdRecords {
  today: CalendarDate
  timeZone: string
  ingredients: readonly IngredientMeasure[]
  histories: readonly LotHistory[]
  held: readonly ReservedRow[]
  /** Sequence numbers of undone changes and of their undos. */
  undone: readonly number[]
}

/** The events of a forecast, and the size of each lot's unit in the unit of its events. */
export interface ConvertedHistory {
  history: HouseholdHistory
  perOwnUnit: ReadonlyMap<string, number>
}

/** Stored for a lot that never expires. */
const never = '9999-12-31'
/** A plan without a date is expected within this many days and before the lot expires. */
const planDays = 7

interface SequencedEvent {
  seq: number
  event: HistoryEvent
}
type ByDay = Map<CalendarDate, SequencedEvent[]>

function addEvent(byDay: ByDay, seq: number, event: HistoryEvent): void {
  const day = byDay.get(event.on)
  if (day) day.push({ seq, event })
  else byDay.set(event.on, [{ seq, event }])
}

/**
 * Converts lots and their ledgers to events.
 * - Splits, loans and mistaken entries change the quantity added, never the quantity used.
 * - A correction is a count: what is missing was used unrecorded. On the day of the entry, before the first use, it fixes a typing error.
 * - Lots in a unit that can't be converted to the ingredient's are treated as a separate ingredient.
 */
export function toHistory({ today, timeZone, ingredients, histories, held, undone }: HouseholdRecords): ConvertedHistory {
  const measures = new Map(ingredients.map((ingredient) => [ingredient.id, ingredient]))
  const units = new Map<string, Unit>()
  const perOwnUnit = new Map<string, number>()
  const keys = new Map<string, string>()
  const byDay: ByDay = new Map()
  const bought: BoughtLot[] = []
  const undoneSeqs = new Set(undone)
  for (const lot of histories) {
    const { key, factor } = measureOf(lot, measures.get(lot.ingredient_id), units)
    perOwnUnit.set(lot.id, factor)
    keys.set(lot.id, key)
    const isBought = addLotEvents({ lot, ingredientId: key, factor: factor / 1000, undone: undoneSeqs, timeZone }, byDay)
    // Another unit has no place on the list.
    if (isBought && key === lot.ingredient_id) bought.push({ lot, ingredientId: key, factor })
  }
  const events = [...byDay.keys()].sort().flatMap((day) => (byDay.get(day) ?? []).sort((a, b) => a.seq - b.seq).map(({ event }) => event))
  const dates = new Map(histories.map((lot) => [lot.id, lot.goes_off_on]))
  const planned = held.map(({ lot_id: lotId, milli, on_date: plannedOn }): PlannedUse => {
    const latest = addDays(today, planDays)
    const date = dates.get(lotId) ?? latest
    const day = plannedOn ?? [date, latest].toSorted()[0] ?? latest
    const on = day < today ? today : day
    return { ingredientId: keys.get(lotId) ?? '', lotId, quantity: (milli / 1000) * (perOwnUnit.get(lotId) ?? 1), on }
  })
  return {
    history: { today, ingredients: [...new Set(keys.values())].map((id) => ({ id })), events, planned, offers: packOffers(bought, today) },
    perOwnUnit,
  }
}

/** Returns the ingredient key a lot counts under, and the size of its unit there. */
function measureOf(lot: LotHistory, ingredient: IngredientMeasure | undefined, units: Map<string, Unit>): { key: string; factor: number } {
  const factor = ingredient ? convert(1, lot.unit, ingredient.defaultUnit, ingredient.conversions) : null
  if (factor !== null) return { key: lot.ingredient_id, factor }
  const key = `${lot.ingredient_id} ${familyOf(lot.unit)}`
  const unit = units.get(key) ?? lot.unit
  units.set(key, unit)
  return { key, factor: convert(1, lot.unit, unit) ?? 1 }
}

interface LedgerLine {
  seq: number
  kind: string
  delta: number
  unit: string
  on: CalendarDate
}

/** Parses `seq kind delta unit date` in one pass; a household has tens of thousands of lines. */
function parseLine(text: string): LedgerLine {
  const kind = text.indexOf(' ')
  const delta = text.indexOf(' ', kind + 1)
  const unit = text.indexOf(' ', delta + 1)
  return {
    seq: Number(text.slice(0, kind)),
    kind: text.slice(kind + 1, delta),
    delta: Number(text.slice(delta + 1, unit)),
    unit: text.slice(unit + 1, -11),
    on: text.slice(-10),
  }
}

/** What a change took from a lot, or what a count found, in thousandths of the lot's unit. */
interface Taken {
  seq: number
  type: 'used' | 'discarded' | 'counted'
  milli: number
  on: CalendarDate
}

/** Returns the last count of a lot if it found what was recorded, which the ledger doesn't say. */
function confirmationOf({ confirmed_at, added_on }: LotHistory, timeZone: string, added: number, taken: readonly Taken[]): Taken | null {
  const on = confirmed_at === null ? null : dateInTimeZone(timeZone, new Date(confirmed_at))
  if (on === null || on <= added_on || taken.some((take) => take.type === 'counted' && take.on >= on)) return null
  let milli = added
  let seq = 0
  for (const take of taken) {
    if (take.on > on) continue
    milli = take.type === 'counted' ? Math.min(milli, take.milli) : milli - take.milli
    seq = Math.max(seq, take.seq)
  }
  return { seq, type: 'counted', milli: Math.max(0, milli), on }
}

interface LotRecords {
  lot: LotHistory
  ingredientId: string
  /** Converts thousandths of the lot's unit to the ingredient's unit. */
  factor: number
  undone: ReadonlySet<number>
  timeZone: string
}

/** Adds the events of one lot's ledger. Returns whether the lot is as it was bought: neither a mistake nor split or received. */
function addLotEvents({ lot, ingredientId, factor, undone, timeZone }: LotRecords, byDay: ByDay): boolean {
  if (lot.ledger === null) return false
  let added = 0
  let balance = 0
  let unit: string | undefined
  const taken: Taken[] = []
  const lines = lot.ledger.split(',').map(parseLine)
  lines.sort((a, b) => a.seq - b.seq)
  for (const { seq, kind, delta, unit: lineUnit, on } of lines) {
    if (undone.has(seq)) continue
    const after = balance + delta
    if (unit !== undefined && lineUnit !== unit && kind === 'correct' && balance > 0) {
      // The same stock in another unit: scale everything before.
      const ratio = after / balance
      added *= ratio
      for (const take of taken) take.milli *= ratio
    } else if (kind === 'use') taken.push({ seq, type: 'used', milli: -delta, on })
    else if (kind === 'discard') taken.push({ seq, type: 'discarded', milli: -delta, on })
    else if (kind === 'correct' && delta <= 0 && (taken.length > 0 || after === 0 || on > lot.added_on))
      taken.push({ seq, type: 'counted', milli: after, on })
    else {
      added += delta
      // What was split off or added later counts as never or always there, so also on the day of the count.
      for (const take of taken) if (take.type === 'counted') take.milli = Math.max(0, take.milli + delta)
    }
    balance = after
    unit = lineUnit
  }
  if (added <= 0) return false
  const confirmed = confirmationOf(lot, timeZone, added, taken)
  if (confirmed) taken.push(confirmed)
  const { id: lotId, goes_off_on: date, added_on: on } = lot
  const effectiveExpiration = date === never ? null : date
  addEvent(byDay, lines[0]?.seq ?? 0, { type: 'added', lotId, ingredientId, quantity: added * factor, on, effectiveExpiration })
  for (const { seq, type, milli, on } of taken) {
    const quantity = milli * factor
    addEvent(byDay, seq, type === 'used' ? { type, ingredientId, lotId, quantity, on } : { type, lotId, quantity, on })
  }
  return !lines.some(({ seq, kind }) => !undone.has(seq) && (kind === 'split' || kind === 'transfer'))
}
