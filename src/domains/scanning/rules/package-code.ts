import { normalizeBarcode, type RetailCode } from '#domains/ingredients/rules/barcode.ts'
import type { Unit } from '#platform/shared/units.ts'

/** What the code on a package says: the product, and with a GS1 code more about this package. */
export interface PackageCode extends RetailCode {
  /** The printed date; the use-by date if there are two. */
  expirationDate: string | null
  dateKind: 'use_by' | 'best_before' | null
  /** Net weight or volume of a package that was weighed in the store. */
  amount: { quantity: number; unit: Unit } | null
  /** In the currency of the store. */
  price: number | null
  /** The producer's batch. */
  lotNumber: string | null
}

/**
 * Reads a retail code or a GS1 code. Returns null without a valid GTIN, or if a GS1 code is malformed. `today` decides the century of a date.
 */
export function readPackageCode(text: string, today: string): PackageCode | null {
  const retail = normalizeBarcode(text)
  return retail ? { ...retail, ...nothingElse } : readGs1Code(text, today)
}

/** Reads an element string (with FNC1 as U+001D, or with application identifiers in parentheses) or a Digital Link. */
export function readGs1Code(text: string, today: string): PackageCode | null {
  const elements = /^https?:\/\//i.test(text)
    ? digitalLinkElements(text)
    : text.startsWith('(')
      ? bracketedElements(text)
      : elementsOf(text)
  return elements && fromElements(elements, today)
}

const nothingElse = { expirationDate: null, dateKind: null, amount: null, price: null, lotNumber: null }

/** Values by application identifier. */
type Elements = ReadonlyMap<string, string>

// GS1 General Specifications, figure 7.8.5-2: elements of these lengths (identifier included) need no separator.
const fixedLengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  ...Object.fromEntries(['11', '12', '13', '14', '15', '16', '17', '18', '19'].map((prefix) => [prefix, 8])),
  '20': 4,
  ...Object.fromEntries(['31', '32', '33', '34', '35', '36'].map((prefix) => [prefix, 10])),
  '41': 16,
}

/** Returns how many digits an application identifier has, by its first two; null if there is none. */
function identifierLength(prefix: string): number | null {
  if (/^(0[0-4]|1[0-9]|2[0-2]|30|37|9[0-9])$/.test(prefix)) return 2
  if (/^(23|24|25|40|41|42|71)$/.test(prefix)) return 3
  return /^(3[1-69]|43|7[0-2]|8[0-2])$/.test(prefix) ? 4 : null
}

const separator = '\u001d'
const maxValueLength = 90

function elementsOf(text: string): Elements | null {
  // The symbology identifier and the separator that some scanners send first.
  const sent = text.replace(/^\](?:d2|C1|e0|Q3|J1)/, '')
  const data = sent.startsWith(separator) ? sent.slice(1) : sent
  const elements = new Map<string, string>()
  for (let at = 0; at < data.length; ) {
    const prefix = data.slice(at, at + 2)
    const length = identifierLength(prefix)
    if (length === null) return null
    const identifier = data.slice(at, at + length)
    const fixed = fixedLengths[prefix]
    const next = data.indexOf(separator, at)
    const end = fixed === undefined ? (next === -1 ? data.length : next) : at + fixed
    if (!setElement(elements, identifier, data.slice(at + length, end))) return null
    at = data[end] === separator ? end + 1 : end
  }
  return elements
}

function bracketedElements(text: string): Elements | null {
  const elements = new Map<string, string>()
  if (!/^(?:\(\d{2,4}\)[^()]+)+$/.test(text)) return null
  for (const [, identifier = '', value = ''] of text.matchAll(/\((\d{2,4})\)([^()]+)/g))
    if (!setElement(elements, identifier, value)) return null
  return elements
}

/** The path holds the product, with 14 digits, and then qualifiers; the query holds the rest. */
function digitalLinkElements(text: string): Elements | null {
  const [, path = '', query = ''] = text.match(/^https?:\/\/[^/?#]+([^?#]*)\??([^#]*)/i) ?? []
  const parts = path.split('/').map(decoded)
  const start = parts.findIndex((part, place) => part === '01' && /^\d{14}$/.test(parts[place + 1] ?? ''))
  if (start === -1) return null
  const elements = new Map([['01', parts[start + 1] ?? '']])
  for (let at = start + 2; at + 1 < parts.length; at += 2) setElement(elements, parts[at] ?? '', parts[at + 1] ?? '')
  // A link may have parameters of its own.
  for (const parameter of query.split(/[&;]/)) {
    const [name = '', value = ''] = parameter.split('=').map(decoded)
    setElement(elements, name, value)
  }
  return elements
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns false if it isn't an element, or contradicts an earlier one. */
function setElement(elements: Map<string, string>, identifier: string, value: string): boolean {
  const prefix = identifier.slice(0, 2)
  const fixed = fixedLengths[prefix]
  const isElement =
    /^\d+$/.test(identifier) &&
    identifier.length === identifierLength(prefix) &&
    value !== '' &&
    value.length <= maxValueLength &&
    (fixed === undefined || (value.length === fixed - identifier.length && /^\d+$/.test(value)))
  if (!isElement || (elements.get(identifier) ?? value) !== value) return false
  elements.set(identifier, value)
  return true
}

function fromElements(elements: Elements, today: string): PackageCode | null {
  const product = normalizeBarcode(elements.get('01') ?? '')
  if (!product) return null
  const useBy = dateOf(elements.get('17') ?? elements.get('7003')?.slice(0, 6), today)
  const expirationDate = useBy ?? dateOf(elements.get('15'), today)
  return {
    ...product,
    expirationDate,
    dateKind: useBy ? 'use_by' : expirationDate ? 'best_before' : null,
    amount: amountOf(elements),
    price: priceOf(elements),
    lotNumber: elements.get('10') ?? null,
  }
}

/** Parses YYMMDD. Day 00 is the last of the month. The century is the one that brings the date nearest to `today` (General Specifications 7.12). */
function dateOf(digits: string | undefined, today: string): string | null {
  if (digits === undefined || !/^\d{6}$/.test(digits)) return null
  const [year, month, day] = [Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), Number(digits.slice(4))]
  const thisYear = Number(today.slice(0, 4))
  const difference = year - (thisYear % 100)
  const century = Math.floor(thisYear / 100) + (difference >= 51 ? -1 : difference <= -50 ? 1 : 0)
  const full = century * 100 + year
  const lastDay = new Date(Date.UTC(full, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day > lastDay) return null
  return [full, String(month).padStart(2, '0'), String(day || lastDay).padStart(2, '0')].join('-')
}

// The first three digits of the identifier; the fourth is the number of decimals.
const amountUnits: Readonly<Record<string, Unit>> = { '310': 'kg', '315': 'l', '320': 'lb', '357': 'oz', '361': 'gal' }

function amountOf(elements: Elements): PackageCode['amount'] {
  for (const [identifier, digits] of elements) {
    const unit = amountUnits[identifier.slice(0, 3)]
    const decimals = Number(identifier[3])
    if (unit === undefined || decimals > 5) continue
    const value = Number(digits) / 10 ** decimals
    const isSmall = (unit === 'kg' || unit === 'l') && value < 1
    const quantity = Math.round(value * (isSmall ? 1_000_000 : 1000)) / 1000
    if (quantity > 0) return { quantity, unit: isSmall ? (unit === 'kg' ? 'g' : 'ml') : unit }
  }
  return null
}

function priceOf(elements: Elements): number | null {
  for (const [identifier, digits] of elements) {
    if (!/^392\d$/.test(identifier) || !/^\d{1,15}$/.test(digits)) continue
    const price = Math.round((Number(digits) / 10 ** Number(identifier[3])) * 100) / 100
    if (price > 0) return price
  }
  return null
}
