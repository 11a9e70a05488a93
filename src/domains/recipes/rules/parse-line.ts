import type { ParsedLine } from '../contract/recipe.ts'
import { splitFoodFromRemarks } from './line-ingredient.ts'
import { isMeasure, isUnitWord, plainWord, readUnitAt } from './line-units.ts'
import { optionalLabel } from './optional-line.ts'
import { parseNumberAt, writeFractions } from './parse-number.ts'
import { maxAmountTokens, type ReadAmount, readAmountAt } from './read-line-amount.ts'

/** Longer lines are prose; their text is kept unparsed. */
export const maxParsedLength = 300
/** A character can fold to 18, but no ingredient line in a supported language doubles in length. */
const isTooLong = (text: string) => text.length > maxParsedLength || text.normalize('NFKD').length > 2 * maxParsedLength

/**
 * Normalizes dashes, quotes, fractions, bullets and plural endings in brackets. No pattern may start an unbounded run at every character: that
 * takes quadratic time.
 */
function tidyLine(text: string): string {
  return (
    writeFractions(text.replace(/[\u00a0\u2000-\u200b\u202f\ufeff]/g, ' '))
      .replace(/[\u2013\u2014\u2212]/g, '-')
      .replace(/[\u2018\u2019\u00b4`]/g, "'")
      .replace(/\u2044/g, '/')
      // 10 g/½ oz, whose fraction got a space.
      .replace(/(\p{L})\/ (?=\d)/gu, '$1/')
      .trimStart()
      .replace(/^(?:\[[ x]?\]|[-*•·▢☐◦‣]){1,8} {0,8}(?![-\d]{0,8}\/)/i, '')
      .replace(/^\s*n\. ?B\. /i, '')
      .replace(/(\p{L})\((?:n|en|e|er|s|es|r)\)/gu, '$1')
      .replace(/(?<=\p{L}{3})\/(?:n|en|r)(?=\s|$)/gu, '')
      .replace(/\b(?:une? |1 )?demi[-e ]+(?=\p{L})/giu, '1/2 ')
  )
}

/** Splits a line into words, numbers and signs: `14-oz` and `200g` are split, `5-spice` and `low-fat` are not. */
function tokensOf(line: string): string[] {
  return line
    .replace(/[()[\],;]/g, (sign, at: number) => (sign === ',' && isBetweenDigits(line, at) ? sign : ` ${sign} `))
    .replace(/\b([dl])'(?=\S)/gi, "$1' ")
    .split(/\s+/)
    .flatMap(takeApart)
    .filter((token) => token !== '')
}

const isBetweenDigits = (line: string, at: number) => /\d/.test(line[at - 1] ?? '') && /\d/.test(line[at + 1] ?? '')

function takeApart(token: string): string[] {
  if (token.length > 40 || !/[\d~+/]/.test(token)) return [token]
  if (/^[-~]\d/.test(token)) return [token.slice(0, 1), ...takeApart(token.slice(1))]
  const [, number = '', sign = '', rest = ''] = /^(\d[\d.,]*(?:\/\d+)?)([-x×*/+]?)(.*)$/i.exec(token) ?? []
  if (number === '') {
    // cup/240ml
    const [, word = '', after = ''] = /^(\p{L}+\.?)\/(\d.*)$/u.exec(token) ?? []
    return word === '' ? [token] : [word, '/', ...takeApart(after)]
  }
  const figure = number.replace(/[.,]$/, '')
  if (rest === '' && sign === '') return number === figure ? [figure] : [figure, number.slice(figure.length)]
  if (/^\d/.test(rest)) return [figure, sign === '' ? '-' : sign, ...takeApart(rest)]
  const word = /^(\p{L}+\.?)(?:\/(\d.*))?$/u.exec(rest)
  const isUnit = word !== null && (isUnitWord(word[1] ?? '') || /^(?:inch|inches|in|cm|mm|fl\.?)$/i.test(word[1] ?? ''))
  if (isUnit && sign !== '/') return [figure, word[1] ?? '', ...(word[2] ? ['/', ...takeApart(word[2])] : [])]
  // 9-inch-deep, 2-lb.-piece
  const [, unit = '', more = ''] = /^(\p{L}+\.?)-(.+)$/u.exec(rest) ?? []
  if (sign === '-' && unit !== '' && (isUnitWord(unit) || /^(?:inch|cm|mm)$/i.test(unit))) return [figure, unit, more]
  if (/^[x×-]$/i.test(sign) && rest === '') return [figure, sign]
  if (rest === '"' || rest === '″') return [figure, 'inch']
  return [token]
}

/** `juice of 1 lemon`, `Saft einer Zitrone`, `le zeste d'une orange`: the food is the fruit. */
const partOf =
  /^(?:(?:the|le|la|der|die|fein|finely|freshly|grated|geriebene|abgeriebene|squeezed) )*(?:juice|zest|rind|peel|saft|schale|abrieb|zesten|jus|zeste|zestes)(?: (?:and|und|et|\+|&)(?: (?:le|grated|geriebene))? (?:juice|zest|rind|saft|schale|abrieb|jus|zeste))?(?: (?:of|from|von|de|aus|du)(?= )| d'| (?=einer |eines |1 ))/i

const countSigns = new Set([':', '-', 'x', '×'])

/** An amount at the end of the line: `flour - 500 g`, `eggs: 3`, `milk (250 ml)`. */
function trailing(tokens: readonly string[]): { amount: ReadAmount; food: string[] } | null {
  for (let at = Math.max(1, tokens.length - maxAmountTokens); at < tokens.length; at += 1) {
    if (!/^[\d~]/.test(tokens[at] ?? '') || !(parseNumberAt(tokens, at) || tokens[at] === '~')) continue
    const amount = readAmountAt(tokens, at)
    if (!amount || amount.quantity === null) continue
    const before = tokens[at - 1] ?? ''
    const closes = tokens[amount.end] === ')' && before === '('
    if (amount.end + (closes ? 1 : 0) !== tokens.length) continue
    // garlic cloves, 3
    const isCount = before === ',' && amount.unit === null && /^[1-9]\d?$/.test(tokens[at] ?? '')
    const hasSign = countSigns.has(before) || before.endsWith(':') || isCount
    if (amount.unit === null && !hasSign) continue
    const signs = closes || countSigns.has(before) || before === ',' ? 1 : 0
    return { amount, food: tokens.slice(0, at - signs) }
  }
  return null
}

/** `2 garlic cloves`: the portion follows its food. */
const behind = new Map([
  ['clove', 'clove'],
  ['cloves', 'clove'],
  ['stalk', 'stalk'],
  ['stalks', 'stalk'],
  ['ribs', 'stalk'],
  ['rib', 'stalk'],
  ['sprig', 'sprig'],
  ['sprigs', 'sprig'],
  ['head', 'head'],
  ['heads', 'head'],
  ['bulb', 'head'],
  ['bulbs', 'head'],
  ['spears', 'stalk'],
])
function withPortionBehind(food: string): { food: string; unit: string } | null {
  const list = food.split(' ')
  const unit = list.length > 1 ? behind.get(plainWord(list.at(-1))) : undefined
  const isSpice = unit === 'clove' && /^(?:whole|ground|dried)$/i.test(list[0] ?? '')
  const isMeat = unit === 'stalk' && /^ribs?$/i.test(list.at(-1) ?? '') && !/celery|rhubarb|chard/i.test(food)
  const isAnimal =
    unit === 'head' && !/garlic|fennel|lettuce|cabbage|cauliflower|broccoli|radicchio|endive|celery|escarole|romaine/i.test(food)
  return unit === undefined || isSpice || isMeat || isAnimal ? null : { food: list.slice(0, -1).join(' '), unit }
}

const heading = /:\s*$/
/** Headings without a colon: `For the sauce`, `Für die helle Soße`, `Pour la pâte`, `To serve`, `## Filling`. */
const bareHeadings = [
  /^#{1,6} {1,8}\S/,
  /^for the [\p{L}'-]{1,30}(?: [\p{L}'-]{1,30}){0,2}$/iu,
  /^F[uü]r (?:den|die|das) (?:\p{Ll}[\p{L}-]{0,30} ){0,2}\p{Lu}[\p{L}-]{1,40}(?: und (?:den |die |das )?\p{Lu}[\p{L}-]{1,40})?$/u,
  /^pour (?:la |le |les |l')[\p{L}'-]{1,30}(?: [\p{L}'-]{1,30}){0,3}$/iu,
  /^(?:(?:to|for) (?:serve|serving|garnish|finish|decorate)|zum (?:servieren|garnieren|anrichten|bestreuen|dekorieren)|zur dekoration|au(?:ß|ss)erdem|pour (?:servir|d[eé]corer|la d[eé]coration|garnir))$/iu,
]
const isHeading = (line: string) =>
  !/\d/.test(line) && (heading.test(line) || (line.length <= 80 && bareHeadings.some((pattern) => pattern.test(line.trim()))))

/**
 * Parses an ingredient line in English, German or French into quantity, unit, food and preparation, keeping its text. Never throws: if it
 * can't be parsed or is longer than `maxParsedLength`, the whole line is the food and `sure` is false. Takes time linear in the line's length.
 */
export function parseLine(text: string): ParsedLine {
  const nothing: ParsedLine = { text, quantity: null, unit: null, food: '', preparation: '', sure: false }
  if (isTooLong(text)) return { ...nothing, food: text.slice(0, maxParsedLength).trim().slice(0, 120).trim() }
  const whole = tidyLine(text)
  if (whole.trim() === '') return nothing
  const [label = ''] = optionalLabel.exec(whole) ?? []
  const line = whole.slice(label.length)
  if (isHeading(line)) return nothing

  const part = partOf.exec(line)
  // je 1 EL Petersilie und Dill
  const isEach = /^je (?=\d)/i.test(line)
  const tokens = tokensOf(part ? line.slice(part[0].length) : isEach ? line.slice(3) : line)
  const front = readAmountAt(tokens, 0)
  const back = front ? null : trailing(tokens)
  const amount = front ?? back?.amount ?? null
  const rest = front ? tokens.slice(front.end) : (back?.food ?? tokens)
  const notes = [...(label === '' ? [] : [label.replace(/[():]/g, '').trim()]), ...(part ? [part[0].trim()] : []), ...(amount?.notes ?? [])]
  const read = splitFoodFromRemarks(`${isEach ? 'each ' : ''}${rest.join(' ')}`, notes, amount?.inPack ?? false)
  return finish(text, amount, read)
}

function finish(text: string, amount: ReadAmount | null, read: ReturnType<typeof splitFoodFromRemarks>): ParsedLine {
  const written = amount?.quantity ?? null
  // Zero, or more than stock can hold, is no amount to cook with.
  const isUsable = written === null || (written >= 0.001 && written <= 1_000_000)
  const quantity = isUsable ? written : null
  const sure = isUsable && read.sure && (amount?.sure ?? true) && !/\d/.test(read.food)
  const parsed = { text, quantity, unit: amount?.unit ?? null, food: read.food, preparation: read.preparation, sure }
  if (read.food === '' && amount?.unit && !isMeasure(amount.unit)) return { ...parsed, food: portionWord(text, amount.unit), sure: false }
  if (read.food === '' && amount === null) return { ...parsed, food: text.trim(), preparation: '', sure: false }
  const behindIt = parsed.unit === null && quantity !== null ? withPortionBehind(read.food) : null
  return behindIt ? { ...parsed, ...behindIt, ...restOf(behindIt.food, parsed.preparation) } : parsed
}

/** `3 fat garlic cloves`: without the portion, a size may be left before the food. */
function restOf(food: string, preparation: string): Pick<ParsedLine, 'food' | 'preparation'> {
  const again = splitFoodFromRemarks(food, preparation === '' ? [] : [preparation], false)
  return { food: again.food, preparation: again.preparation }
}

/** `4 cloves` alone: the food is the portion's word. */
function portionWord(text: string, unit: string): string {
  const word = tokensOf(tidyLine(text)).find((_token, at, all) => readUnitAt(all, at)?.unit === unit)
  return word ?? unit
}
