import type { OwnUnit, Storage } from '#domains/ingredients/contract/index.ts'
import { builtInOwnUnitOf, findOwnUnit } from '#domains/ingredients/rules/own-unit-words.ts'
import { ofOwnUnit } from '#domains/ingredients/rules/own-units.ts'
import { isLabeledPack } from '#domains/ingredients/rules/packs.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { DecimalMark } from '#platform/shared/normalize-decimal.ts'
import { normalizeToken, parseDateAt, type ReadDate } from '#platform/shared/parse-date.ts'
import { familyOf, type Unit } from '#platform/shared/units.ts'
import type { DateKind } from '../contract.ts'
import { joinWords, parseItems, type Word, wordTexts } from './parse-items.ts'
import { parseQuantityAt, type ReadQuantity, splitNumberAndUnit } from './parse-quantity.ts'

/** An item read from a quick-add line, for the user to confirm. Omits what the line didn't say. */
export interface QuickDraft {
  /** The part of the line that it was read from. */
  text: string
  /** Defaults to 1. */
  quantity: number
  unit: Unit
  /** The can, pack or slice that `quantity` was written in. */
  ownUnit?: OwnUnit
  /** A built-in own unit, such as a can, that was counted as a piece, since the ingredient doesn't say how much it is. */
  pack?: string
  name: string
  storage?: Storage
  location?: string
  expirationDate?: CalendarDate
  dateKind?: DateKind
  /** False if something was guessed, missing or not understood. */
  sure: boolean
}

export interface KnownIngredient {
  defaultUnit: Unit
  ownUnits?: readonly OwnUnit[] | undefined
}

export interface QuickAddContext {
  today: CalendarDate
  /** Finds an ingredient by name. Keeps "3 bean salad" one name, marks "2 flour" as unsure, and tells what "2 cans" of it are. */
  findIngredient?: (name: string) => KnownIngredient | null
  /** The household's locations, recognized at the end of an item. */
  locations?: readonly string[]
  /** Reads 5/6 as June 5; otherwise as May 6. Defaults to true. */
  dayFirst?: boolean
  /** Decides whether 1,500 is 1500 or 1.5. Defaults to a point. */
  decimalMark?: DecimalMark
}

const longestName = 120
const storageWords = new Map<string, Storage>(
  (
    [
      ['PANTRY', 'pantry cupboard larder vorratskammer vorratsschrank vorrat speisekammer garde-manger placard cellier'],
      ['FRIDGE', 'fridge refrigerator kühlschrank frigo réfrigérateur frigidaire'],
      ['FREEZER', 'freezer gefrierschrank gefrierfach gefriertruhe tiefkühler tiefkühlfach tiefkühlschrank congélateur congélo'],
    ] as const
  ).flatMap(([storage, words]) => words.split(' ').map((word) => [nameKey(word), storage] as const)),
)
/** Words that may precede a location: `in the`, `im`, `dans le`. */
const toPlace = new Set('in the to into im ins den der dem die dans le la au'.split(' '))
const frozen = /^(?:frozen|tk|tiefkühl\p{L}*|tiefgekühlte\p{L}?|gefrorene\p{L}?)(?![\p{L}])|(?<!\p{L})surgelée?s?$/iu
const dateWords = new Map<string, DateKind | null>([
  ['use by', 'use_by'],
  ['use-by', 'use_by'],
  ['useby', 'use_by'],
  ['eat by', 'use_by'],
  ['dlc', 'use_by'],
  ['best before', 'best_before'],
  ['best-before', 'best_before'],
  ['best by', 'best_before'],
  ['bbe', 'best_before'],
  ['bb', 'best_before'],
  ['mhd', 'best_before'],
  ['ddm', 'best_before'],
  ['exp', null],
  ['expires', null],
  ['expiring', null],
  ['expire', null],
  ['expiry', null],
  ['until', null],
  ['bis', null],
  ['haltbar bis', 'best_before'],
  ['verbrauchen bis', 'use_by'],
  ["jusqu'au", null],
  ["jusqu'à", null],
  ['avant le', null],
])
// First words of the two-word entries of `dateWords`.
const dateWordStarts = new Set(['use', 'eat', 'best', 'haltbar', 'verbrauchen', 'avant'])

interface FoundDate {
  date: ReadDate | null
  dateKind: DateKind | null
  rest: readonly Word[]
  /** There is a word like `exp` without a date after it. */
  isUnclear: boolean
}

const dateWord = (text: string | undefined) => normalizeToken(text).replace(/[:=]$/, '').replace('’', "'")
/** Words that may separate a date word from its day: `exp on fri`, `bis zum 25.12.`, `expire le 3 mai`. */
const beforeDay = new Set('on by date end am zum den le au'.split(' '))

function dateWordAt(words: readonly string[], at: number): { length: number; dateKind: DateKind | null } | null {
  const first = dateWord(words[at])
  const text = dateWordStarts.has(first) ? `${first} ${dateWord(words[at + 1])}` : first
  const dateKind = dateWords.get(text)
  return dateKind === undefined ? null : { length: text === first ? 1 : 2, dateKind }
}

function findDate(words: readonly Word[], { today, dayFirst = true }: QuickAddContext): FoundDate {
  const list = wordTexts(words)
  let isUnclear = false
  for (let at = 0; at < list.length; at += 1) {
    const word = dateWordAt(list, at)
    const isBare = !word && (/^\d{4}-\d\d-\d\d$/.test(list[at] ?? '') || ['in', 'dans'].includes(normalizeToken(list[at])))
    if (!word && !isBare) continue
    let from = at + (word?.length ?? 0)
    let date = parseDateAt(list, from, today, dayFirst)
    // "end of month" is a date itself.
    if (!date && word && beforeDay.has(normalizeToken(list[from]))) {
      from += 1
      date = parseDateAt(list, from, today, dayFirst)
    }
    if (date) {
      const rest = [...words.slice(0, at), ...words.slice(from + date.length)]
      return { date, dateKind: word?.dateKind ?? null, rest, isUnclear }
    }
    isUnclear ||= word !== null
  }
  return { date: null, dateKind: null, rest: words, isUnclear }
}

interface Placed {
  storage: Storage | null
  location: string | null
  rest: readonly Word[]
}

/** Reads a storage word and a known location at the end: `500g flour pantry`, `peas in the freezer`, `oil @garage`. */
function findPlace(words: readonly Word[], locations: ReadonlyMap<string, string>): Placed {
  let rest = words
  let storage: Storage | null = null
  let location: string | null = null
  const drop = (count: number) => {
    let end = rest.length - count
    while (toPlace.has(normalizeToken(rest[end - 1]?.text))) end -= 1
    rest = rest.slice(0, Math.max(0, end))
  }
  for (let round = 0; round < 2; round += 1) {
    const known = [3, 2, 1].find((count) => count <= rest.length && locations.has(nameKey(joinWords(rest.slice(-count)))))
    const last = rest.at(-1)?.text ?? ''
    const word = storageWords.get(nameKey(normalizeToken(last)))
    if (known !== undefined && location === null) {
      location = locations.get(nameKey(joinWords(rest.slice(-known)))) ?? null
      storage ??= word ?? null
      drop(known)
    } else if (word && storage === null) {
      storage = word
      drop(1)
    } else if (/^@\p{L}/u.test(last) && location === null) {
      location = last.slice(1)
      drop(1)
    }
  }
  return { storage, location, rest }
}

interface Measured {
  quantity: ReadQuantity | null
  rest: readonly Word[]
}

const withoutBullet = (words: readonly Word[]) => (/^[-*•–·]+$/.test(words[0]?.text ?? '') ? words.slice(1) : words)
const apart = (words: readonly Word[]): Word[] =>
  words.flatMap((word) => splitNumberAndUnit(word.text).map((text, part) => ({ text, glued: part > 0 || word.glued })))

/** Reads the quantity at the start (`2 l milk`) or the end (`milk 2 l`, `eggs x6`). */
function findQuantity(words: readonly Word[], { findIngredient, decimalMark }: QuickAddContext, mayTrail: boolean): Measured {
  const front = [...apart(words.slice(0, 4)), ...words.slice(4)]
  const leading =
    /^half$/i.test(words[0]?.text ?? '') && normalizeToken(words[1]?.text) === 'and'
      ? null
      : parseQuantityAt(wordTexts(front), 0, decimalMark)
  const isWholeName = () => leading?.unit === null && words.length <= 6 && findIngredient?.(joinWords(words))
  if (leading && !isWholeName()) return { quantity: leading, rest: front.slice(leading.length) }
  // A number after a date word that wasn't understood probably belongs to the date.
  if (!mayTrail) return { quantity: null, rest: words }

  const lastTwo = words.slice(-3).map((word) => ({ ...word, text: word.text.replace(/^[x×](?=\d)/i, 'x ') }))
  const back = [
    ...words.slice(0, -3),
    ...lastTwo.flatMap((word) =>
      word.text.startsWith('x ')
        ? [
            { text: 'x', glued: word.glued },
            { text: word.text.slice(2), glued: true },
          ]
        : apart([word]),
    ),
  ]
  const list = wordTexts(back)
  for (let start = Math.max(1, list.length - 4); start < list.length; start += 1) {
    const trailing = /^[\d½¼¾⅓⅔⅛]/.test(list[start] ?? '') ? parseQuantityAt(list, start, decimalMark) : null
    if (!trailing || start + trailing.length !== list.length) continue
    const isTimes = ['x', '×'].includes(normalizeToken(list[start - 1])) && start > 1
    const rest = back.slice(0, isTimes ? start - 1 : start)
    // "Omega 3" ends in a number that isn't a quantity.
    return { quantity: { ...trailing, sure: trailing.sure && (isTimes || trailing.unit !== null) }, rest }
  }
  return { quantity: null, rest: words }
}

/** Reads a word for an own unit that only this ingredient has: `2 wheels brie`. */
function withOwnWord(measured: Measured, { findIngredient }: QuickAddContext): Measured {
  const { quantity, rest } = measured
  const [word, next] = rest
  if (!quantity || !word || !next || quantity.unit !== null || findIngredient?.(joinWords(rest))) return measured
  const food = rest.slice(['of', 'de', "d'", 'd’'].includes(normalizeToken(next.text)) ? 2 : 1)
  return food.length > 0 && findOwnUnit(findIngredient?.(joinWords(food))?.ownUnits, word.text)
    ? { quantity: { ...quantity, unit: 'each', pack: word.text }, rest: food }
    : measured
}

/** Returns what two cans are, if the ingredient or the line says what one is; else the built-in own unit that was counted, if any. */
function inOwnUnit({ quantity, unit, pack, content }: ReadQuantity, known: KnownIngredient | null | undefined) {
  if (pack === null) return {}
  const ownUnit = findOwnUnit(known?.ownUnits, pack)
  if (content) {
    const isSame = ownUnit === null || (ownUnit.unit === content.unit && ownUnit.quantity === content.quantity)
    const name = ownUnit?.name ?? builtInOwnUnitOf(pack)
    return isSame && name !== null ? { ownUnit: { name, ...content } } : {}
  }
  const isWeighed = unit !== null && familyOf(unit) !== 'count'
  if (ownUnit && !isWeighed) return { ...ofOwnUnit(quantity, ownUnit), ownUnit }
  const name = isWeighed ? null : builtInOwnUnitOf(pack)
  return name === null ? {} : { pack: name }
}

/** Returns whether to ask what one pack is: a person can read it on the pack, and doesn't usually count the ingredient in pieces. */
export const shouldAskContent = ({ pack }: Pick<QuickDraft, 'pack'>, known: Pick<KnownIngredient, 'defaultUnit'> | null): boolean =>
  pack !== undefined && isLabeledPack(pack) && (!known || familyOf(known.defaultUnit) !== 'count')

interface ReadItem {
  draft: QuickDraft
  /** Details that apply to the previous item if this one has no name, as in "2 l milk, exp fri". */
  details: Pick<QuickDraft, 'storage' | 'location' | 'expirationDate' | 'dateKind'>
  hasQuantity: boolean
  dateIsSure: boolean
}

function readItem(words: readonly Word[], context: QuickAddContext, locations: ReadonlyMap<string, string>): ReadItem {
  const dated = findDate(words, context)
  const placed = findPlace(dated.rest, locations)
  const counted = withOwnWord(findQuantity(withoutBullet(placed.rest), context, !dated.isUnclear), context)
  const { quantity, rest } = counted
  const name = joinWords(rest)
  const known = name !== '' && name.length <= longestName ? context.findIngredient?.(name) : null
  const amount = quantity && inOwnUnit(quantity, known)
  const isCounted = quantity === null || quantity.unit !== null || !known || familyOf(known.defaultUnit) === 'count'
  const storage = placed.storage ?? (frozen.test(name) ? 'FREEZER' : null)
  const dateIsSure = !dated.isUnclear && (dated.date?.sure ?? true)
  const details = {
    ...(storage && { storage }),
    ...(placed.location !== null && { location: placed.location }),
    ...(dated.date && { expirationDate: dated.date.date }),
    ...(dated.date && dated.dateKind && { dateKind: dated.dateKind }),
  }
  const isSaid = quantity?.sure ?? false
  const sure = isSaid && isCounted && dateIsSure && name.length <= longestName
  const draft = {
    text: joinWords(words),
    quantity: quantity?.quantity ?? 1,
    unit: quantity?.unit ?? ('each' as const),
    ...amount,
    name,
    ...details,
    sure,
  }
  return { draft, details, hasQuantity: quantity !== null, dateIsSure }
}

/**
 * Reads a line such as "2 l milk exp fri, 6 eggs, 500g flour pantry" into drafts to confirm. New lines, commas and semicolons separate items.
 * Drops nothing: what isn't understood stays in the name, and the draft isn't `sure`. Runs in linear time for any input.
 */
export function parseQuickAdd(line: string, context: QuickAddContext): QuickDraft[] {
  const locations = new Map((context.locations ?? []).map((location) => [nameKey(location), location]))
  const drafts: QuickDraft[] = []
  for (const words of parseItems(line)) {
    const { draft, details, hasQuantity, dateIsSure } = readItem(words, context, locations)
    const last = drafts.at(-1)
    if (draft.name !== '') drafts.push(draft)
    else if (last && !hasQuantity && Object.keys(details).length > 0) {
      drafts[drafts.length - 1] = { ...last, ...details, text: `${last.text}, ${draft.text}`, sure: last.sure && dateIsSure }
    } else drafts.push({ text: draft.text, quantity: 1, unit: 'each', name: draft.text, sure: false })
  }
  return drafts
}
