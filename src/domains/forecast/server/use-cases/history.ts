import type { HeldRow, LotHistory } from '#domains/inventory/server/index.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { type Conversion, convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { HistoryEvent, HouseholdHistory, PlannedUse } from '../../rules/history.ts'

/** What the forecast needs to know of a food. */
export interface IngredientMeasure {
  id: string
  defaultUnit: Unit
  conversions: readonly Conversion[]
}

/** A household's records as they are read, for one day. */
export interface Records {
  today: CalendarDate
  ingredients: readonly IngredientMeasure[]
  courses: readonly LotHistory[]
  held: readonly HeldRow[]
  /** Numbers of changes that did nothing in the end: taken back, or the taking back. */
  undone: readonly number[]
}

/** The records as the forecast reads them, and how many of the food's unit one of each lot's own unit is. */
export interface ReadRecords {
  history: HouseholdHistory
  perOwnUnit: ReadonlyMap<string, number>
}

/** Stored for "never goes off". */
const never = '9999-12-31'
/** A plan without a day of its own is expected within so many days, and before the lot goes off. */
const planDays = 7

interface Placed {
  seq: number
  event: HistoryEvent
}
type ByDay = Map<CalendarDate, Placed[]>

function place(byDay: ByDay, seq: number, event: HistoryEvent): void {
  const day = byDay.get(event.on)
  if (day) day.push({ seq, event })
  else byDay.set(event.on, [{ seq, event }])
}

/**
 * Turns lots and their ledger into what a forecast is told. Splits, loans and entries made by mistake change how much came, never how
 * much was used; a lot that is found to hold less than the records say was used from, unless nobody had touched it: then it was typed wrong.
 * Lots of a food in a unit that cannot be compared with the food's own are a food by themselves.
 */
export function toHistory({ today, ingredients, courses, held, undone }: Records): ReadRecords {
  const measures = new Map(ingredients.map((ingredient) => [ingredient.id, ingredient]))
  const units = new Map<string, Unit>()
  const perOwnUnit = new Map<string, number>()
  const keys = new Map<string, string>()
  const byDay: ByDay = new Map()
  const nothingDone = new Set(undone)
  for (const course of courses) {
    const { key, factor } = measureOf(course, measures.get(course.ingredient_id), units)
    perOwnUnit.set(course.id, factor)
    keys.set(course.id, key)
    read(course, key, factor / 1000, nothingDone, byDay)
  }
  const events = [...byDay.keys()].sort().flatMap((day) => (byDay.get(day) ?? []).sort((a, b) => a.seq - b.seq).map(({ event }) => event))
  const dates = new Map(courses.map((course) => [course.id, course.goes_off_on]))
  const planned = held.map(({ lot_id: lotId, milli, on_date: plannedOn }): PlannedUse => {
    const latest = addDays(today, planDays)
    const date = dates.get(lotId) ?? latest
    const day = plannedOn ?? [date, latest].toSorted()[0] ?? latest
    const on = day < today ? today : day
    return { ingredientId: keys.get(lotId) ?? '', lotId, quantity: (milli / 1000) * (perOwnUnit.get(lotId) ?? 1), on }
  })
  return {
    history: { today, ingredients: [...new Set(keys.values())].map((id) => ({ id })), events, planned },
    perOwnUnit,
  }
}

/** The food a lot counts under, and what one of its unit is there. */
function measureOf(
  course: LotHistory,
  ingredient: IngredientMeasure | undefined,
  units: Map<string, Unit>,
): { key: string; factor: number } {
  const factor = ingredient ? convert(1, course.unit, ingredient.defaultUnit, ingredient.conversions) : null
  if (factor !== null) return { key: course.ingredient_id, factor }
  const key = `${course.ingredient_id} ${familyOf(course.unit)}`
  const unit = units.get(key) ?? course.unit
  units.set(key, unit)
  return { key, factor: convert(1, course.unit, unit) ?? 1 }
}

interface Line {
  seq: number
  kind: string
  delta: number
  unit: string
  on: CalendarDate
}

/** Tens of thousands of lines: each is gone through once. */
function lineOf(text: string): Line {
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

/** Reads one lot's ledger. `factor`: thousandths of its unit as the food's unit. */
function read(course: LotHistory, ingredientId: string, factor: number, undone: ReadonlySet<number>, byDay: ByDay): void {
  if (course.ledger === null) return
  let added = 0
  let balance = 0
  let unit: string | undefined
  const taken: { seq: number; type: 'used' | 'discarded'; milli: number; on: CalendarDate }[] = []
  const lines = course.ledger.split(',').map(lineOf)
  lines.sort((a, b) => a.seq - b.seq)
  for (const { seq, kind, delta, unit: lineUnit, on } of lines) {
    if (undone.has(seq)) continue
    const after = balance + delta
    if (unit !== undefined && lineUnit !== unit && kind === 'correct' && balance > 0) {
      // The same stock in another unit: what was before is as many times what is there now as it was then.
      const ratio = after / balance
      added *= ratio
      for (const take of taken) take.milli *= ratio
    } else if (kind === 'use') taken.push({ seq, type: 'used', milli: -delta, on })
    else if (kind === 'discard') taken.push({ seq, type: 'discarded', milli: -delta, on })
    else if (kind === 'correct' && delta < 0 && (taken.length > 0 || after === 0)) taken.push({ seq, type: 'used', milli: -delta, on })
    else added += delta
    balance = after
    unit = lineUnit
  }
  if (added <= 0) return
  const { id: lotId, goes_off_on: date, added_on: on } = course
  const effectiveExpiration = date === never ? null : date
  place(byDay, lines[0]?.seq ?? 0, { type: 'added', lotId, ingredientId, quantity: added * factor, on, effectiveExpiration })
  for (const { seq, type, milli, on } of taken) {
    const quantity = milli * factor
    place(byDay, seq, type === 'used' ? { type, ingredientId, lotId, quantity, on } : { type, lotId, quantity, on })
  }
}
