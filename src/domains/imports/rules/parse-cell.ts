import { maxNote, Note, type Storage } from '#domains/ingredients/contract/index.ts'
import { plainName } from '#domains/ingredients/rules/catalog-dump.ts'
import { parseQuantityAt } from '#domains/inventory/rules/parse-quantity.ts'
import { isCalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { type DecimalMark, hasAmbiguousMark, hasThousandsSeparators, withDecimalPoint } from '#platform/shared/normalize-decimal.ts'
import type { Unit } from '#platform/shared/units.ts'

/** A value from JSON or SQLite. */
export type Cell = unknown
export type TableRow = Readonly<Record<string, Cell>>

/** Returns the trimmed text of a string or number, otherwise an empty string. */
export const textOf = (cell: Cell): string =>
  typeof cell === 'string' ? cell.trim() : typeof cell === 'number' || typeof cell === 'bigint' ? String(cell) : ''

/** Returns a name without markup, at most 120 characters, or null if nothing is left. */
export const readName = (cell: Cell): string | null => plainName(textOf(cell))
/** Like `readName`, with a shorter limit for locations and categories. */
export const shortName = (cell: Cell, max: number): string | null => readName(cell)?.slice(0, max).toWellFormed().trim() || null

/** Returns a note in one line, a long one up to its last whole word. Null if there is none or it has characters that notes may not have. */
export function noteOf(cell: Cell): string | null {
  const line = textOf(cell).replace(/\s+/g, ' ')
  const short = line.length <= maxNote ? line : `${line.slice(0, maxNote - 1).replace(/ ?\S*$/, '')}…`
  const { data = '' } = Note.safeParse(short)
  return data || null
}

const decimal = /^[+-]?\d{1,12}(?:\.\d{1,12})?$/

const withoutSpaces = (cell: Cell) =>
  textOf(cell)
    .slice(0, 60)
    .replace(/[\s'’]/g, '')

/** True if the mark may separate decimals or thousands, as in 1.500. */
export const isAmbiguousNumber = (cell: Cell): boolean => typeof cell !== 'number' && hasAmbiguousMark(withoutSpaces(cell))

/**
 * Parses a number with a decimal point or comma and optional thousands separators (1.234,5). Returns null if it isn't a number. `mark` is
 * the decimal mark of an ambiguous number; the default is the mark it contains.
 */
export function numberOf(cell: Cell, mark?: DecimalMark): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null
  const text = withDecimalPoint(withoutSpaces(cell), mark)
  return decimal.test(text) ? Number(text) : null
}

/** Returns the decimal mark that the unambiguous numbers of a column share, or null if there are none or they disagree. */
export function decimalMarkOf(cells: readonly Cell[]): DecimalMark | null {
  const marks = new Set<DecimalMark>()
  for (const cell of cells) {
    const text = withoutSpaces(cell)
    const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
    if ((point < 0 && comma < 0) || hasAmbiguousMark(text) || numberOf(text) === null) continue
    const last: DecimalMark = comma > point ? ',' : '.'
    marks.add(hasThousandsSeparators(text) ? otherOf(last) : last)
  }
  const [mark] = marks
  return marks.size === 1 && mark ? mark : null
}

const otherOf = (mark: DecimalMark): DecimalMark => (mark === '.' ? ',' : '.')

export const isYes = (cell: Cell): boolean => /^(1|x|y|yes|true|ja|j|wahr|oui|o|vrai|opened|offen|geöffnet|ouvert)$/i.test(textOf(cell))

/** Rounds to three decimals. Returns null if the amount is out of range. */
export function roundAmount(value: number): number | null {
  const amount = Math.round(value * 1000) / 1000
  return amount > 0 && amount <= 1_000_000 ? amount : null
}

/** Rounds to cents. Returns null if the price is out of range. */
export function roundPrice(value: number): number | null {
  const price = Math.round(value * 100) / 100
  return price >= 0 && price <= 1_000_000 ? price : null
}

/** Returns an object with the field, or without it if the value is null. */
export const optional = <K extends string, V>(key: K, value: V | null): { [P in K]?: V } =>
  value === null ? {} : ({ [key]: value } as { [P in K]: V })

export interface ReadUnit {
  unit: Unit
  /** Number of `unit` in one: 100 for dl, which is read as ml. */
  times: number
  /** False for an unknown name, which is counted in pieces. */
  isKnown: boolean
}

/** Parses an English, German or French unit name. Packs and unknown names are counted in pieces. */
export function unitOf(name: string): ReadUnit {
  const words = name.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const read = words.length === 0 || words.length > 3 ? null : parseQuantityAt(['1', ...words], 0)
  if (!read || read.length !== words.length + 1) return { unit: 'piece', times: 1, isKnown: false }
  return { unit: read.unit ?? 'piece', times: read.quantity, isKnown: read.unit !== null }
}

const fridge = /kuhl|fridge|refriger|frigo|icebox/
const freezer = /freez|gefrier|tiefkuhl|\btk\b|congel|frost/

/** Guesses the storage from a location's name. */
export function guessStorage(location: string): Storage {
  const key = nameKey(location)
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
/** Returns the storage with this name in English, German or French, or null. */
export const storageNamed = (word: string): Storage | null => storageWords[nameKey(word)] ?? null

/** The order of day and month in a date such as 03/04/2026. */
export type DateOrder = 'day first' | 'month first'

const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/
const byDots = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d{2})$/
const bySlashes = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})$/

const dayOf = (year: string, month: string, day: string): string | null => {
  const text = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(text) ? text : null
}

/** Parses 2026-12-01, 1.12.2026, or 12/1/2026 in the given order. Returns null if it isn't a date. */
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

/** Returns the order in a column's first unambiguous date, or `defaultOrder` if there is none. */
export function dateOrderOf(cells: readonly Cell[], defaultOrder: DateOrder): DateOrder {
  for (const cell of cells) {
    const [, first, second] = bySlashes.exec(textOf(cell).slice(0, 40)) ?? []
    if (Number(first) > 12) return 'day first'
    if (Number(second) > 12) return 'month first'
  }
  return defaultOrder
}
