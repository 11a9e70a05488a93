import { plainWord } from './line-units.ts'

const glyphs: Record<string, string> = {
  '½': '1/2',
  '⅓': '1/3',
  '⅔': '2/3',
  '¼': '1/4',
  '¾': '3/4',
  '⅕': '1/5',
  '⅖': '2/5',
  '⅗': '3/5',
  '⅘': '4/5',
  '⅙': '1/6',
  '⅚': '5/6',
  '⅛': '1/8',
  '⅜': '3/8',
  '⅝': '5/8',
  '⅞': '7/8',
}
export const writeFractions = (text: string) => text.replace(/[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]/g, (glyph) => ` ${glyphs[glyph] ?? ''}`)

const words: Record<string, number> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  ein: 1,
  eine: 1,
  einen: 1,
  einer: 1,
  eines: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  funf: 5,
  sechs: 6,
  sieben: 7,
  acht: 8,
  neun: 9,
  zehn: 10,
  zwolf: 12,
  un: 1,
  une: 1,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  sept: 7,
  huit: 8,
  neuf: 9,
  dix: 10,
  douze: 12,
  anderthalb: 1.5,
  eineinhalb: 1.5,
  zweieinhalb: 2.5,
  dreieinhalb: 3.5,
}
/** About so many, in French; a dozen is among `dozens`. */
const tens: Record<string, number> = { dizaine: 10, quinzaine: 15, vingtaine: 20, trentaine: 30, quarantaine: 40, centaine: 100 }
const parts: Record<string, number> = { quart: 1 / 4, quarts: 1 / 4, tiers: 1 / 3 }
const halves = new Set(['half', 'halbe', 'halber', 'halbes', 'halben', 'demi', 'demie'])
const dozens = new Set(['dozen', 'dutzend', 'douzaine'])
const articles = new Set(['a', 'an', 'of', 'de', "d'", 'un', 'une'])

export interface ParsedNumber {
  value: number
  length: number
  /** 1,500 is ambiguous: 1500 or 1.5. */
  sure: boolean
}

const decimal = /^\d{1,6}(?:[.,]\d{1,4})?$/
const dotless = /^[.,]\d{1,3}$/
const grouped = /^[1-9]\d{0,2}[.,]\d{3}$/
const fraction = /^(\d{1,3})\/(\d{1,3})$/

function fractionOf(token = ''): number | null {
  const [, over, under] = fraction.exec(token) ?? []
  return over === undefined || Number(under) === 0 ? null : Number(over) / Number(under)
}

/** Grams and milliliters come in thousands, kilograms and liters don't. */
function readGrouped(token: string, next: string): ParsedNumber | null {
  if (!grouped.test(token)) return null
  const small = /^(?:kg|l|kilos?|lit(?:er|re)s?)$/.test(next)
  const large = /^(?:g|gr|ml|grams?|gramm)$/.test(next)
  const isThousands = large || (!small && token.includes(','))
  return { value: Number(isThousands ? token.replace(/[.,]/, '') : token.replace(',', '.')), length: 1, sure: large && token.includes(',') }
}

function simpleNumber(tokens: readonly string[], at: number): ParsedNumber | null {
  const token = tokens[at] ?? ''
  const next = plainWord(tokens[at + 1])
  const part = fractionOf(token)
  if (part !== null) return { value: part, length: 1, sure: true }
  const thousands = readGrouped(token, next)
  if (thousands) return thousands
  if (!decimal.test(token) && !dotless.test(token)) return null
  const value = Number(token.replace(',', '.'))
  if (!Number.isInteger(value)) return { value, length: 1, sure: true }
  // 1 1/2, 1-1/2, 1 and 1/2
  const joint = tokens[at + 1] === '-' || /^(?:and|und|et|&)$/.test(next) ? 2 : 1
  const tail = fractionOf(tokens[at + joint])
  if (tail !== null && tail < 1) return { value: value + tail, length: joint + 1, sure: true }
  return { value, length: 1, sure: true }
}

/** Reads `un quart de`, `la moitié d'un`, `une dizaine de`, `a couple of`: a share or a number as a noun. */
function partOrGroup(tokens: readonly string[], at: number): ParsedNumber | null {
  const [first, second, third] = [0, 1, 2].map((more) => plainWord(tokens[at + more])) as [string, string, string]
  if (first === 'la' && second === 'moitie' && third === "d'" && /^une?$/.test(plainWord(tokens[at + 3])))
    return { value: 0.5, length: 4, sure: true }
  const isOf = third === 'de' || third === "d'"
  const ten = tens[second]
  if (ten !== undefined && isOf && first === 'une') return { value: ten, length: 2, sure: true }
  if (first === 'a' && second === 'couple') return { value: 2, length: third === 'of' ? 3 : 2, sure: true }
  const part = parts[second]
  const count = words[first] ?? (/^[1-3]$/.test(first) ? Number(first) : 0)
  return part !== undefined && isOf && count > 0 && count < 4 ? { value: count * part, length: 2, sure: true } : null
}

/** Reads the number at token `at`: digits, fractions, words in three languages, halves and dozens. */
export function parseNumberAt(tokens: readonly string[], at: number): ParsedNumber | null {
  const word = plainWord(tokens[at])
  if (halves.has(word)) {
    const skipped = articles.has(plainWord(tokens[at + 1])) ? 2 : 1
    const dozen = dozens.has(plainWord(tokens[at + skipped]))
    return { value: dozen ? 6 : 0.5, length: skipped + (dozen ? 1 : 0), sure: true }
  }
  const phrase = partOrGroup(tokens, at)
  if (phrase) return phrase
  const spelled = words[word]
  const number = spelled === undefined ? simpleNumber(tokens, at) : { value: spelled, length: 1, sure: true }
  if (!number) return null
  const next = plainWord(tokens[at + number.length])
  if (dozens.has(next)) return { ...number, value: number.value * 12, length: number.length + 1 }
  // a half, eine halbe, 1 halber; "1 and a half" is read at the next word
  if (halves.has(next) && number.value === 1) {
    const article = articles.has(plainWord(tokens[at + number.length + 1])) ? 1 : 0
    return { ...number, value: 0.5, length: number.length + 1 + article }
  }
  const isAndHalf =
    /^(?:and|et)$/.test(next) &&
    halves.has(plainWord(tokens[at + number.length + (/^(?:a|un|une)$/.test(plainWord(tokens[at + number.length + 1])) ? 2 : 1)]))
  if (isAndHalf) {
    const article = /^(?:a|un|une)$/.test(plainWord(tokens[at + number.length + 1])) ? 1 : 0
    return { ...number, value: number.value + 0.5, length: number.length + 2 + article }
  }
  return number
}
