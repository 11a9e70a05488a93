import { nameKey } from '#platform/shared/name-key.ts'
import type { Unit } from '#platform/shared/units.ts'

/** A piece of print and its position in pixels. */
export interface PositionedText {
  text: string
  box: { left: number; top: number; right: number; bottom: number }
}

/** An item on a receipt. `price`: the total paid for the line, after discounts. */
export interface ReceiptLine {
  text: string
  quantity: number
  unit: Unit
  price: number | null
}

/** Groups print at one height into rows, top to bottom, each read left to right. */
export function groupRows(prints: readonly PositionedText[]): string[] {
  const rows: { top: number; bottom: number; prints: PositionedText[] }[] = []
  for (const print of prints.toSorted((a, b) => a.box.top + a.box.bottom - b.box.top - b.box.bottom)) {
    const middle = (print.box.top + print.box.bottom) / 2
    const row = rows.at(-1)
    if (row && middle < row.bottom && middle > row.top) row.prints.push(print)
    else rows.push({ top: print.box.top, bottom: print.box.bottom, prints: [print] })
  }
  return rows.map((row) =>
    row.prints
      .toSorted((a, b) => a.box.left - b.box.left)
      .map(({ text }) => text.trim())
      .join(' '),
  )
}

/** Returns the key of a printed name: letters only, so that prices and package sizes don't matter. */
export const receiptKey = (text: string): string =>
  nameKey(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

const number = String.raw`\d{1,5}(?:[.,]\d{1,3})?`
const money = String.raw`\d{1,4}\s?[.,]\s?\d{2}`
const currency = '(?:eur|usd|chf|gbp|[€$£])'
/** The price at the end of a row, with its tax letter. The text reader may lose the space before it. */
const priceAtEnd = new RegExp(
  String.raw`(?:^|\s|(?<=[a-z%)]))${currency}?\s?(-?)\s?(${money})\s?(-?)\s?${currency}?(?:\s?[*a-f0-9]{1,2})?\s*$`,
  'i',
)
/** '2 x 1,29', '2 Stk x 1,29', '0,482 kg x 2,99 EUR/kg', '1.2 lb @ 0.59/lb'. */
const times = new RegExp(
  String.raw`(?:^|\s)(${number})\s*(kg|g|lb|oz|l|stk|st|stck|pcs|pc|ea|pce)?\.?\s*(?:x|×|\*|@|à|a)\s*${currency}?\s?(${money})\s?${currency}?(?:\s?\/\s?\w+)?`,
  'i',
)
/** 'MILCH 1,09 x 2'. */
const timesAfter = new RegExp(String.raw`\s(${money})\s*(?:x|×|\*)\s*(\d{1,3})(?=\s|$)`, 'i')
const pack = /(?:(\d{1,2})\s?x\s?)?(\d{1,4}(?:[.,]\d{1,3})?)\s?(kg|g|gr|ml|cl|l|lb|oz)\b/i

// Rows with these words aren't items. Without accents, and sometimes without spaces, as the text reader returns them.
const totalWords = /(?<![a-z])(summe|gesamt|zu ?zahlen|endbetrag|total|amount ?due|balance ?due|net ?a ?payer|a ?payer|montant)/
const subtotalWords = /(?<![a-z])(zwischensumme|sub ?total|sous ?-?total)/
const otherWords =
  /(?<![a-z])(mwst|ust|steuer|tva|vat|tax|netto|brutto|geg(eben)?|ruckgeld|rueckgeld|change|cash|ec-?karte|girocard|carte ?(bancaire|bleue)|card|visa|mastercard|maestro|especes|rendu|cb|tendered|payment|pfand|leergut|deposit|consigne|punkte|datum|tel)(?![a-z])|^\s*bar(geld|zahlung)?(?![a-z])/
const discountWords = /(?<![a-z])(rabatt|nachlass|coupon|gutschein|remise|reduction|promo(tion)?|discount|savings?|off)(?![a-z])/

const toNumber = (text: string) => Number(text.replace(/\s/g, '').replace(',', '.'))
const cents = (value: number) => Math.round(value * 100) / 100
const hasName = (text: string) => (text.match(/\p{L}/gu)?.length ?? 0) >= 2

interface Amount {
  quantity: number
  unit: Unit
  each: number
}
const scales: Record<string, [unit: Unit, factor: number]> = {
  kg: ['kg', 1],
  g: ['g', 1],
  gr: ['g', 1],
  l: ['l', 1],
  ml: ['ml', 1],
  cl: ['ml', 10],
  lb: ['lb', 1],
  oz: ['oz', 1],
}

function amountIn(row: string): { amount: Amount; remainder: string } | null {
  const found = times.exec(row)
  if (found) {
    const [match, count = '', measure = '', each = ''] = found
    const [unit, factor] = scales[measure.toLowerCase()] ?? (['each', 1] as const)
    return { amount: { quantity: toNumber(count) * factor, unit, each: toNumber(each) }, remainder: row.replace(match, ' ') }
  }
  const after = timesAfter.exec(row)
  if (!after) return null
  const [match, each = '', count = ''] = after
  return { amount: { quantity: Number(count), unit: 'each', each: toNumber(each) }, remainder: row.replace(match, ' ') }
}

/** Removes item numbers, punctuation and extra spaces around a name. */
const cleanName = (text: string) =>
  text
    .replace(/^\s*\d{4,}\s+/, '')
    .replace(/[\s*.:;,_-]+$/, '')
    .replace(/^[\s*.:;,_-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

/** Fixes gaps read as quotes, and zeros read as O, as in '25Og'. */
const fixMisreads = (row: string) => row.replace(/["“”„]+/g, ' ').replace(/(?<=\d)o(?=\d|k?g\b|[mc]?l\b)/gi, '0')

/** Multiplies the package size in a name by the number of packages. */
function contentOfPacks(name: string, packs: number): Pick<ReceiptLine, 'quantity' | 'unit'> {
  const [, times = '1', size = '', measure = ''] = pack.exec(name) ?? []
  const [unit, factor] = scales[measure.toLowerCase()] ?? ['each', 0]
  const quantity = Math.round(packs * Number(times) * toNumber(size || '0') * factor * 1000) / 1000
  return unit === 'each' || !(quantity > 0) ? { quantity: packs, unit: 'each' } : { quantity, unit }
}

/** What the rows read so far contain. */
interface ReceiptState {
  lines: ReceiptLine[]
  /** A name whose price is in the next row. */
  name: string | null
  /** An amount whose name is in the next row. */
  amount: Amount | null
}

interface Row {
  text: string
  /** The text without accents and case, zeros inside words read as O. */
  key: string
  /** Negative for a discount. */
  price: number | null
  beforePrice: string
}

function readRow(text: string): Row {
  const key = nameKey(text).replace(/(?<=[a-z])0|0(?=[a-z])/g, 'o')
  const found = priceAtEnd.exec(text)
  const price = found ? toNumber(found[2] ?? '') * (found[1] || found[3] ? -1 : 1) : null
  return { text, key, price, beforePrice: found ? text.slice(0, found.index) : text }
}

function addLine(lines: ReceiptLine[], text: string, amount: Amount | null, price: number | null): void {
  const packs = amount?.unit === 'each' ? amount.quantity : 1
  const isCount = Number.isInteger(packs) && packs > 0 && packs < 1000
  const total =
    amount && amount.unit !== 'each'
      ? { quantity: Math.round(amount.quantity * 1000) / 1000, unit: amount.unit }
      : contentOfPacks(text, isCount ? packs : 1)
  if (total.quantity > 0 && total.quantity <= 100_000) lines.push({ text, ...total, price })
}

function subtractDiscount(lines: readonly ReceiptLine[], discount: number): void {
  const last = lines.at(-1)
  if (last?.price != null && discount < last.price) last.price = cents(last.price - discount)
}

/** Reads a row with an amount but no name: it belongs to the row before, or to the next one. */
function addAmountRow(state: ReceiptState, amount: Amount, price: number | null): void {
  const { lines, name } = state
  const last = lines.at(-1)
  const sum = cents(amount.quantity * amount.each)
  state.name = null
  if (name !== null) addLine(lines, name, amount, price ?? sum)
  else if (last?.price != null && Math.abs(last.price - sum) <= 0.02) {
    lines.pop()
    addLine(lines, last.text, amount, last.price)
  } else state.amount = amount
}

/** Reads a row with a price: an item, or the price of the name in the row before. */
function addPriceRow(state: ReceiptState, text: string, amount: Amount | null, price: number): void {
  if (hasName(text)) {
    const counted = /^(\d{1,2})\s*(?:x\s*)?(?=\p{L}{2})/iu.exec(text)
    const [prefix = '', count = '1'] = counted ?? []
    const countedAmount: Amount | null = counted ? { quantity: Number(count), unit: 'each', each: 0 } : null
    addLine(state.lines, cleanName(text.slice(prefix.length)), amount ?? state.amount ?? countedAmount, price)
  } else if (state.name !== null) addLine(state.lines, state.name, state.amount, price)
  state.name = null
  state.amount = null
}

function addRow(state: ReceiptState, { text, price, beforePrice }: Row): void {
  const found = amountIn(price !== null && !times.test(text) ? beforePrice : text) ?? amountIn(beforePrice)
  const remainder = price === null ? found?.remainder : amountIn(beforePrice)?.remainder
  const name = cleanName(found ? (remainder ?? '') : beforePrice)
  if (found && !hasName(name)) addAmountRow(state, found.amount, price)
  else if (price === null) state.name = hasName(name) && !found ? name : null
  else addPriceRow(state, name, found?.amount ?? null, price)
}

/** The name of a store is in one of the first rows. */
const headRows = 10

/** Returns the store whose name the head of a receipt has; null if none or several. */
export function findStoreOnReceipt<S extends { readonly name: string }>(rows: readonly string[], stores: readonly S[]): S | null {
  const head = rows.slice(0, headRows).map((row) => ` ${receiptKey(row)} `)
  const found = stores.filter(({ name }) => {
    const key = receiptKey(name)
    return key.length >= 3 && head.some((row) => row.includes(` ${key} `))
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/**
 * Returns the items of a receipt in order, and its total if printed. Reads English, German and French receipts, also without accents; leaves
 * out rows it doesn't understand.
 */
export function readReceipt(rows: readonly string[]): { lines: ReceiptLine[]; total: number | null } {
  const state: ReceiptState = { lines: [], name: null, amount: null }
  const { lines } = state
  for (const row of rows.map((text) => readRow(fixMisreads(text)))) {
    const { key, price } = row
    if (subtotalWords.test(key)) continue
    if (totalWords.test(key)) {
      if (price === null && lines.length === 0) continue
      return { lines, total: price !== null && price > 0 ? price : null }
    }
    if (price !== null && (price < 0 || discountWords.test(key))) subtractDiscount(lines, Math.abs(price))
    else if (!otherWords.test(key)) addRow(state, row)
  }
  return { lines, total: null }
}
