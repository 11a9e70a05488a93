import { nameKey } from '#platform/shared/text.ts'
import type { Unit } from '#platform/shared/units.ts'

/** Print on a receipt and where it stands, in pixels. */
export interface Print {
  text: string
  box: { left: number; top: number; right: number; bottom: number }
}

/** One bought thing as the receipt says it. `price`: paid for all of it, after what was taken off. */
export interface ReceiptLine {
  text: string
  quantity: number
  unit: Unit
  price: number | null
}

/** Rows of print, top down, each from left to right: what stands at one height is one row, however far apart. */
export function rowsOf(prints: readonly Print[]): string[] {
  const rows: { top: number; bottom: number; prints: Print[] }[] = []
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

/** A line as it is remembered: letters only, so that a price or a pack size beside it changes nothing. */
export const receiptKey = (text: string): string =>
  nameKey(text)
    .replace(/[^\p{L}]+/gu, ' ')
    .trim()

const number = String.raw`\d{1,5}(?:[.,]\d{1,3})?`
const money = String.raw`\d{1,4}\s?[.,]\s?\d{2}`
const currency = '(?:eur|usd|chf|gbp|[€$£])'
/** The amount at the end of a row, with the letter of its tax. A reader may lose the space before it. */
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

// One of these, and the row sells nothing. The letters are as a reader without accents gives them, at times without spaces.
const isTotal = /(?<![a-z])(summe|gesamt|zu ?zahlen|endbetrag|total|amount ?due|balance ?due|net ?a ?payer|a ?payer|montant)/
const isSubtotal = /(?<![a-z])(zwischensumme|sub ?total|sous ?-?total)/
const isAside =
  /(?<![a-z])(mwst|ust|steuer|tva|vat|tax|netto|brutto|geg(eben)?|ruckgeld|rueckgeld|change|cash|ec-?karte|girocard|carte ?(bancaire|bleue)|card|visa|mastercard|maestro|especes|rendu|cb|tendered|payment|pfand|leergut|deposit|consigne|punkte|datum|tel)(?![a-z])|^\s*bar(geld|zahlung)?(?![a-z])/
const isDiscount = /(?<![a-z])(rabatt|nachlass|coupon|gutschein|remise|reduction|promo(tion)?|discount|savings?|off)(?![a-z])/

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

function amountIn(row: string): { amount: Amount; rest: string } | null {
  const found = times.exec(row)
  if (found) {
    const [whole, count = '', measure = '', each = ''] = found
    const [unit, factor] = scales[measure.toLowerCase()] ?? (['each', 1] as const)
    return { amount: { quantity: toNumber(count) * factor, unit, each: toNumber(each) }, rest: row.replace(whole, ' ') }
  }
  const after = timesAfter.exec(row)
  if (!after) return null
  const [whole, each = '', count = ''] = after
  return { amount: { quantity: Number(count), unit: 'each', each: toNumber(each) }, rest: row.replace(whole, ' ') }
}

/** The name without what a till puts around it: its own number before, a tax letter behind. */
const cleaned = (text: string) =>
  text
    .replace(/^\s*\d{4,}\s+/, '')
    .replace(/[\s*.:;,_-]+$/, '')
    .replace(/^[\s*.:;,_-]+/, '')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 120)

/** What a reader of print makes of a wide gap, and of the 0 in '250g', put right. */
const tidied = (row: string) => row.replace(/["“”„]+/g, ' ').replace(/(?<=\d)o(?=\d|k?g\b|[mc]?l\b)/gi, '0')

/** How much a name says one pack holds, so many times. */
function held(name: string, packs: number): Pick<ReceiptLine, 'quantity' | 'unit'> {
  const [, times = '1', size = '', measure = ''] = pack.exec(name) ?? []
  const [unit, factor] = scales[measure.toLowerCase()] ?? ['each', 0]
  const quantity = Math.round(packs * Number(times) * toNumber(size || '0') * factor * 1000) / 1000
  return unit === 'each' || !(quantity > 0) ? { quantity: packs, unit: 'each' } : { quantity, unit }
}

/**
 * The things a receipt sold, in its order, and its total where it says one. Reads receipts of tills in English, German and French, also as a
 * reader without accents gives them; a row that is not understood is left out, never guessed.
 */
export function readReceipt(rows: readonly string[]): { lines: ReceiptLine[]; total: number | null } {
  const lines: ReceiptLine[] = []
  /** A name whose price stands in the next row; a quantity whose name does. */
  let name: string | null = null
  let coming: Amount | null = null
  const sell = (text: string, amount: Amount | null, price: number | null) => {
    const packs = amount?.unit === 'each' ? amount.quantity : 1
    const isWhole = Number.isInteger(packs) && packs > 0 && packs < 1000
    const much =
      amount && amount.unit !== 'each'
        ? { quantity: Math.round(amount.quantity * 1000) / 1000, unit: amount.unit }
        : held(text, isWhole ? packs : 1)
    if (much.quantity > 0 && much.quantity <= 100_000) lines.push({ text, ...much, price })
  }
  for (const row of rows.map(tidied)) {
    // A reader takes O for 0.
    const key = nameKey(row).replace(/(?<=[a-z])0|0(?=[a-z])/g, 'o')
    const found = priceAtEnd.exec(row)
    const price = found ? toNumber(found[2] ?? '') * (found[1] || found[3] ? -1 : 1) : null
    const before = found ? row.slice(0, found.index) : row
    if (isSubtotal.test(key)) continue
    if (isTotal.test(key)) {
      if (price === null && lines.length === 0) continue
      return { lines, total: price !== null && price > 0 ? price : null }
    }
    const last = lines.at(-1)
    if (price !== null && (price < 0 || isDiscount.test(key))) {
      if (last?.price != null && Math.abs(price) < last.price) last.price = cents(last.price - Math.abs(price))
      continue
    }
    if (isAside.test(key)) continue
    const much = amountIn(found && !times.test(row) ? before : row) ?? amountIn(before)
    const rest = cleaned(much ? (found ? (amountIn(before)?.rest ?? '') : much.rest) : before)
    if (much && !hasName(rest)) {
      const sum = cents(much.amount.quantity * much.amount.each)
      if (name !== null) sell(name, much.amount, price ?? sum)
      else if (last?.price != null && Math.abs(last.price - sum) <= 0.02) {
        lines.pop()
        sell(last.text, much.amount, last.price)
      } else coming = much.amount
      name = null
      continue
    }
    if (price === null) {
      name = hasName(rest) && much === null ? rest : null
      continue
    }
    if (!hasName(rest)) {
      if (name !== null) sell(name, coming, price)
    } else {
      const counted = /^(\d{1,2})\s*(?:x\s*)?(?=\p{L}{2})/iu.exec(rest)
      const [whole = '', count = '1'] = counted ?? []
      sell(
        cleaned(rest.slice(whole.length)),
        much?.amount ?? coming ?? (counted ? { quantity: Number(count), unit: 'each', each: 0 } : null),
        price,
      )
    }
    name = null
    coming = null
  }
  return { lines, total: null }
}
