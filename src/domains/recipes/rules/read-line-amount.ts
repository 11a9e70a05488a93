import { convertMeasure, isContainer, isMeasure, isShortSize, plainWord, type ReadUnit, readUnitAt } from './line-units.ts'
import { type ParsedNumber, parseNumberAt } from './parse-number.ts'

export interface ReadAmount {
  quantity: number | null
  unit: string | null
  /** Index after the last token. */
  end: number
  /** Sizes and other words between number and food. */
  notes: string[]
  sure: boolean
  /** Whether the amount is a can or other pack: a product's name follows. */
  inPack: boolean
}

/** The longest amount in tokens, including its pack size. At a line's end, amounts are searched only this far back, to bound the work. */
export const maxAmountTokens = 16

const words = (text: string) => new Set(text.split(' '))
const about = words(
  'about approximately approx around roughly ~ circa ca etwa ungefahr rund env environ scant generous generously heaping knapp gut',
)
const vague = words('some few little etwas wenig paar quelques several einige peu')
const fillers = words('a un ein de of')
const portionSizes = words(
  [
    'small medium large big sm md med lg xl small-size medium-size large-size small-sized medium-sized large-sized extra-large heaped heaping level leveled rounded scant generous good fat thick thin thumb-sized walnut-sized',
    'grosse gross grosser grosses grossen kleine kleiner kleines klein kleinen gehaufte gehaufter gehauft gestrichene gestrichener gestrichen gestr geh',
    'gros petit petite petits petites grand grande grandes bon bonne bonnes belle beau mittelgr rase rases bombee bombees comble',
  ].join(' '),
)
const alone = new Set(['pinch', 'handful', 'bunch', 'dash', 'knob', 'drizzle', 'sprig', 'piece', 'drop'])
const lengths = /^(?:inch|inches|in|cm|mm|"|centimet(?:er|re)s?|zoll)$/
const each = /^(?:each|je|a|chacune?)$/

const isSize = (tokens: readonly string[], at: number) => portionSizes.has(plainWord(tokens[at])) || isShortSize(tokens, at)

/** The end of a range: `- 3`, `to 3`, `bis 3`, `or 3`. The lower end counts. */
function rangeEnd(tokens: readonly string[], at: number, from: number): number {
  if (!/^(?:-|to|bis|a|or|oder|ou)$/.test(plainWord(tokens[at]))) return at
  const upper = parseNumberAt(tokens, at + 1)
  return upper && upper.value > from && !/^(?:a|an|un|une|ein|eine)$/.test(plainWord(tokens[at + 1])) ? at + 1 + upper.length : at
}

/** `14 oz`, also in brackets or with `à` or `each`: the size of a pack. */
function packSizeAt(tokens: readonly string[], start: number): { number: ParsedNumber; unit: ReadUnit; end: number } | null {
  const opens = tokens[start] === '('
  let at = opens ? start + 1 : start
  while (about.has(plainWord(tokens[at])) || each.test(plainWord(tokens[at]))) at += 1
  const number = /^\d/.test(tokens[at] ?? '') ? parseNumberAt(tokens, at) : null
  const unit = number && readUnitAt(tokens, at + number.length)
  if (!number || !unit || !isMeasure(unit.unit)) return null
  let end = at + number.length + unit.length
  if (each.test(plainWord(tokens[end]))) end += 1
  if (!opens) return { number, unit, end }
  return tokens[end] === ')' ? { number, unit, end: end + 1 } : null
}

/** The same amount in other measures: `/ 7 oz`, `(240 ml)`. Returns the index after it. */
function skipRepeatedAmount(tokens: readonly string[], at: number): number {
  const again = tokens[at] === '/' ? packSizeAt(tokens, at + 1) : tokens[at] === '(' ? packSizeAt(tokens, at) : null
  if (!again || tokens[at] === '(') return again?.end ?? at
  // 500 g/1 lb 2 oz
  const more = packSizeAt(tokens, again.end)
  const isSmaller = more && tokens[again.end] !== '(' && (convertMeasure(more.number.value, more.unit.unit, again.unit.unit) ?? 1) < 1
  return isSmaller ? more.end : again.end
}

/** The same amount in portions, before more is added: `1 cup (1 stick) plus 2 tbsp`. Returns the index after it. */
function skipPortionsBeforeMore(tokens: readonly string[], at: number): number {
  const number = tokens[at] === '(' ? parseNumberAt(tokens, at + 1) : null
  const unit = number && readUnitAt(tokens, at + 1 + number.length)
  const end = number && unit ? at + 1 + number.length + unit.length : at
  return end > at && tokens[end] === ')' && /^(?:plus|\+)$/.test(plainWord(tokens[end + 1])) ? end + 1 : at
}

/** A length that describes the shape, not the amount: `2-inch`, `(1 cm)`. */
function skipLength(tokens: readonly string[], start: number, notes: string[]): number {
  const at = tokens[start] === '(' ? start + 1 : start
  const number = parseNumberAt(tokens, at)
  const word = plainWord(tokens[at + (number?.length ?? 0)])
  if (!number || !lengths.test(word)) return start
  let end = at + number.length + 1
  if (tokens[start] === '(') {
    if (tokens[end] !== ')') return start
    end += 1
  }
  notes.push(tokens.slice(at, at + number.length + 1).join(' '))
  // 2.5 cm/1 in
  return tokens[end] === '/' ? skipRepeatedLength(tokens, end) : end
}

function skipRepeatedLength(tokens: readonly string[], slash: number): number {
  const number = parseNumberAt(tokens, slash + 1)
  return number && lengths.test(plainWord(tokens[slash + 1 + number.length])) ? slash + number.length + 2 : slash
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** Returns the index after `about`, `ca.` and the like. */
function skipAbout(tokens: readonly string[], start: number): number {
  let at = start
  while (about.has(plainWord(tokens[at]))) at += 1
  return at
}

/**
 * Reads the amount that starts at token `start`: `2 x 400 g`, `1 lb 4 oz`, `1 (14.5 oz) can`, `2–3 EL`, `une pincée`, `a few`. Returns null if
 * there is none.
 */
export function readAmountAt(tokens: readonly string[], start: number): ReadAmount | null {
  const from = skipAbout(tokens, start)
  const notes: string[] = []
  const quantified = vagueAt(tokens, from) ?? portionAt(tokens, from)
  if (quantified) return quantified
  let at = from
  const afterShape = skipLength(tokens, at, notes)
  const number = afterShape > at ? { value: 1, length: 0, sure: false } : parseNumberAt(tokens, at)
  if (!number) return null
  at = rangeEnd(tokens, Math.max(afterShape, at) + number.length, number.value)
  at = skipLength(tokens, at, notes)

  const times = /^[x×*]$/i.test(tokens[at] ?? '') ? packSizeAt(tokens, at + 1) : null
  if (times) return inPacks(tokens, times.end, number, times, notes)
  if (/^[x×]$/i.test(tokens[at] ?? '')) at += 1

  // Three quarters of a liter, in French.
  if (!Number.isInteger(number.value) && /^(?:de|d')$/.test(plainWord(tokens[at]))) {
    const part = readUnitAt(tokens, at + 1)
    if (part && isMeasure(part.unit)) at += 1
  }
  const beforeSize = at
  while (isSize(tokens, at) && (isSize(tokens, at + 1) || readUnitAt(tokens, at + 1))) at += 1
  const unit = readUnitAt(tokens, at)
  if (!unit) {
    const size = packSizeAt(tokens, beforeSize)
    const pack = size && readUnitAt(tokens, size.end)
    if (size && pack && isContainer(pack.unit)) return inPacks(tokens, size.end, number, size, notes)
    // Six 8-ounce fillets
    if (size && tokens[beforeSize] !== '(' && Number.isInteger(number.value) && size.end < tokens.length)
      return inPacks(tokens, size.end, number, size, notes)
    return { quantity: rounded(number.value), unit: null, end: beforeSize, notes, sure: number.sure, inPack: false }
  }
  notes.push(...tokens.slice(beforeSize, at))
  at += unit.length
  if (tokens[at] === ',' && isSize(tokens, at + 1)) {
    notes.push(tokens[at + 1] ?? '')
    at += 2
  }
  while (isSize(tokens, at) && isMeasure(unit.unit)) {
    notes.push(tokens[at] ?? '')
    at += 1
  }
  at = upperWithUnit(tokens, at, number.value, unit)
  return isMeasure(unit.unit) ? measured(tokens, at, number, unit, notes) : portioned(tokens, at, number, unit, notes)
}

/** `2 g - 3 g`: the end of a range that repeats the unit. */
function upperWithUnit(tokens: readonly string[], at: number, value: number, unit: ReadUnit): number {
  const end = rangeEnd(tokens, at, value)
  const again = end > at ? readUnitAt(tokens, end) : null
  return again?.unit === unit.unit ? end + again.length : at
}

/** `some`, `a few sprigs`, `un peu de`: an amount without a number. */
function vagueAt(tokens: readonly string[], start: number): ReadAmount | null {
  const at = fillers.has(plainWord(tokens[start])) && vague.has(plainWord(tokens[start + 1])) ? start + 1 : start
  if (!vague.has(plainWord(tokens[at]))) return null
  const unit = readUnitAt(tokens, at + 1)
  const isPortion = unit !== null && !isMeasure(unit.unit)
  return {
    quantity: null,
    unit: isPortion ? unit.unit : null,
    end: at + 1 + (isPortion ? unit.length : 0),
    notes: [],
    sure: true,
    inPack: false,
  }
}

/** `pinch of salt`, `small bunch coriander`: one portion. */
function portionAt(tokens: readonly string[], start: number): ReadAmount | null {
  let at = start
  while (isSize(tokens, at)) at += 1
  const unit = readUnitAt(tokens, at)
  if (!unit || !alone.has(unit.unit) || tokens.length === at + 1) return null
  return { quantity: 1, unit: unit.unit, end: at + unit.length, notes: tokens.slice(start, at), sure: true, inPack: false }
}

/** A number of packs of known size: `2 x 400 g cans`, `1 (14.5 oz) can`. */
function inPacks(
  tokens: readonly string[],
  start: number,
  number: ParsedNumber,
  size: { number: ParsedNumber; unit: ReadUnit },
  notes: string[],
): ReadAmount {
  const at = skipRepeatedAmount(tokens, start)
  const pack = readUnitAt(tokens, at)
  const isPack = pack !== null && isContainer(pack.unit)
  return {
    quantity: rounded(number.value * size.number.value * size.unit.times),
    unit: size.unit.unit,
    end: at + (isPack ? pack.length : 0),
    notes,
    sure: number.sure && size.number.sure,
    inPack: isPack,
  }
}

/** A measure with an added one (`1 lb 4 oz`, `1 cup plus 2 tbsp`) and its pack (`400 g tin`). */
function measured(tokens: readonly string[], start: number, number: ParsedNumber, unit: ReadUnit, notes: string[]): ReadAmount {
  let at = skipPortionsBeforeMore(tokens, start)
  let quantity = number.value * unit.times
  const joint = /^(?:plus|\+|and|und|et|&)$/.test(plainWord(tokens[at])) ? 1 : 0
  const more = parseNumberAt(tokens, at + joint)
  const moreUnit = more && /^\d/.test(tokens[at + joint] ?? '') ? readUnitAt(tokens, at + joint + more.length) : null
  const added =
    more && moreUnit && (moreUnit.unit !== unit.unit || joint === 1)
      ? convertMeasure(more.value * moreUnit.times, moreUnit.unit, unit.unit)
      : null
  // After a word like "plus", any measures add up; without one only smaller ones, as in pounds and ounces.
  if (more && moreUnit && added !== null && (joint === 1 || added < 1)) {
    quantity += added
    at += joint + more.length + moreUnit.length
  }
  at = skipRepeatedAmount(tokens, at)
  const pack = readUnitAt(tokens, at)
  const isPack = pack !== null && isContainer(pack.unit) && at + pack.length < tokens.length
  return {
    quantity: rounded(quantity),
    unit: unit.unit,
    end: isPack ? at + pack.length : at,
    notes,
    sure: number.sure && !unit.isForeign,
    inPack: isPack,
  }
}

/** A portion or a pack. If the pack's size is given nearby or at the line's end, it is the amount. */
function portioned(tokens: readonly string[], at: number, number: ParsedNumber, unit: ReadUnit, notes: string[]): ReadAmount {
  const none = {
    quantity: rounded(number.value * unit.times),
    unit: unit.unit,
    end: at,
    notes,
    sure: number.sure && !unit.isForeign,
    inPack: isContainer(unit.unit),
  }
  if (!isContainer(unit.unit)) return none
  const size = tokens[at] === '(' || plainWord(tokens[at]) === 'a' ? packSizeAt(tokens, at) : null
  if (size) return { ...none, quantity: rounded(number.value * size.number.value * size.unit.times), unit: size.unit.unit, end: size.end }
  for (let later = Math.max(at + 1, tokens.length - maxAmountTokens); later < tokens.length; later += 1) {
    if (tokens[later] !== '(' && tokens[later] !== 'à') continue
    const atEnd = packSizeAt(tokens, later)
    if (atEnd?.end === tokens.length)
      return { ...none, quantity: rounded(number.value * atEnd.number.value * atEnd.unit.times), unit: atEnd.unit.unit }
  }
  return none
}
