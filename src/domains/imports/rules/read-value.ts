import type { Storage } from '#domains/ingredients/contract/index.ts'
import { plainName } from '#domains/ingredients/rules/plain-name.ts'
import { quantityAt } from '#domains/inventory/rules/read-quantity.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/text.ts'
import type { Unit } from '#platform/shared/units.ts'
import { type DecimalMark, isEitherWay, isInThousands, withDecimalPoint } from '#platform/shared/written-number.ts'

/** A cell of a table: what JSON or SQLite hold. */
export type Cell = unknown
export type TableRow = Readonly<Record<string, Cell>>

/** The text of a cell, trimmed; empty for what is none. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : ''

/** A name without markup, at most 120 characters; null where nothing is left. */
export const readName = (cell: Cell): string | null => plainName(textOf(cell))
/** The same for places and categories, which are shorter. */
export const shortName = (cell: Cell, max: number): string | null => readName(cell)?.slice(0, max).toWellFormed().trim() || null

const written = /^[+-]?\d{1,12}(?:\.\d{1,12})?$/

const closed = (cell: Cell) =>
  textOf(cell)
    .slice(0, 60)
    .replace(/[\s'’]/g, '')

/** Whether it is one number with a decimal mark and another with a mark of thousands: 1.500. */
export const isDoubtful = (cell: Cell): boolean => typeof cell !== 'number' && isEitherWay(closed(cell))

/**
 * A number as it is written, with a point or a comma; thousands may be set apart (1.234,5). Null for what is none. `mark` tells of those
 * that could be read either way; without it their point or comma stands before decimals.
 */
export function numberOf(cell: Cell, mark?: DecimalMark): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  const text = withDecimalPoint(closed(cell), mark)
  return written.test(text) ? Number(text) : null
}

/** The decimal mark of a column, by those of its numbers that can be read in one way only; null where none of them tells, or two disagree. */
export function markOf(cells: readonly Cell[]): DecimalMark | null {
  const marks = new Set<DecimalMark>()
  for (const cell of cells) {
    const text = closed(cell)
    const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
    if ((point < 0 && comma < 0) || isEitherWay(text) || numberOf(text) === null) continue
    const last: DecimalMark = comma > point ? ',' : '.'
    marks.add(isInThousands(text) ? otherOf(last) : last)
  }
  const [mark] = marks
  return marks.size === 1 && mark ? mark : null
}

const otherOf = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

export const isYes = (cell: Cell): boolean => /^(1|x|y|yes|true|ja|j|wahr|oui|o|vrai|opened|offen|geöffnet|ouvert)$/i.test(textOf(cell))

/** To three decimals, where that is an amount that can be kept. */
export function amountOf(value: number): number | null {
  const amount = Math.round(value * 1000) / 1000
  return amount > 0 && amount <= 1_000_000 ? amount : null
}

/** To cents, where that is a price that can be kept. */
export function priceOf(value: number): number | null {
  const price = Math.round(value * 100) / 100
  return price >= 0 && price <= 1_000_000 ? price : null
}

/** A field, where there is something to say in it. */
export const optional = <K extends string, V>(key: K, value: V | null): { [P in K]?: V } =>
  value === null ? {} : ({ [key]: value } as { [P in K]: V })

export interface ReadUnit {
  unit: Unit
  /** So many of `unit` is one: a dl is 100 ml. */
  times: number
  /** False where the name says nothing to us, and such things are counted. */
  isKnown: boolean
}

/** What a unit's name means, in English, German or French. Packs and unknown names are counted. */
export function unitOf(name: string): ReadUnit {
  const words = name.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const read = words.length === 0 || words.length > 3 ? null : quantityAt(['1', ...words], 0)
  if (!read || read.length !== words.length + 1) return { unit: 'piece', times: 1, isKnown: false }
  return { unit: read.unit ?? 'piece', times: read.quantity, isKnown: read.unit !== null }
}

const fridge = /kuhl|fridge|refriger|frigo|icebox/
const freezer = /freez|gefrier|tiefkuhl|\btk\b|congel|frost/

/** Where a place of this name keeps things. */
export function storageOf(place: string): Storage {
  const key = nameKey(place)
  return freezer.test(key) ? 'FREEZER' : fridge.test(key) ? 'FRIDGE' : 'PANTRY'
}

const storageWords: Record<string, Storage> = {
  pantry: 'PANTRY',
  vorrat: 'PANTRY',
  vorratskammer: 'PANTRY',
  'garde-manger': 'PANTRY',
  fridge: 'FRIDGE',
  kuhlschrank: 'FRIDGE',
  frigo: 'FRIDGE',
  refrigerateur: 'FRIDGE',
  freezer: 'FREEZER',
  gefrierschrank: 'FREEZER',
  tiefkuhler: 'FREEZER',
  congelateur: 'FREEZER',
}
/** The storage that a word names; null for any other. */
export const storageNamed = (word: string): Storage | null => storageWords[nameKey(word)] ?? null

/** In which order a date such as 03/04/2026 is written. */
export type DateOrder = 'day first' | 'month first'

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const byDots = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const bySlashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/

const dayOf = (year: string, month: string, day: string): string | null => {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return CalendarDate.safeParse(text).success ? text : null
}

/** A day as it is written: 2026-12-01, 1.12.2026, 12/1/2026 in the given order. Null for what is none. */
export function dateOf(cell: Cell, order: DateOrder = 'day first'): string | null {
  const text = textOf(cell).slice(0, 40)
  const [, y = '', m = '', d = ''] = iso.exec(text) ?? []
  if (y) return dayOf(y, m, d)
  const [, day = '', month = '', year = ''] = byDots.exec(text) ?? []
  if (year) return dayOf(year, month, day)
  const [, first = '', second = '', last = ''] = bySlashes.exec(text) ?? []
  if (!last) return null
  return order === 'day first' ? dayOf(last, second, first) : dayOf(last, first, second)
}

/** The order in which the dates of a column are written, by those that can be read in one way only; else `usual`. */
export function orderOf(cells: readonly Cell[], usual: DateOrder): DateOrder {
  for (const cell of cells) {
    const [, first, second] = bySlashes.exec(textOf(cell).slice(0, 40)) ?? []
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
  }
  return usual
}
