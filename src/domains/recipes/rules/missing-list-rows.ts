import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { NewShoppingItem } from '#domains/shopping/contract/index.ts'
import { roundUpToBuy, type SoldAs } from '#domains/shopping/rules/purchase-amount.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import type { StockLine } from '../contract/stock.ts'
import type { MealLine } from './planned-meals.ts'
import { isStaple } from './staples.ts'
import { isLacking } from './stock-for-recipes.ts'

/** What a line lacks. `id` is that of the row to add for it. */
export type MissingAmount = Pick<StockLine, 'ingredientId' | 'ingredientName' | 'food' | 'lacking' | 'stockUnit'> & {
  readonly id?: string | undefined
}

/** A row that a recipe, or the entry of a planned ingredient, adds to the shopping list. */
export interface MissingListRow {
  /** The recipe's id, or the entry's. */
  recipeId: string
  /** Empty for an entry. */
  recipeName: string
  /** The ingredient's id, or the key of its name if the household has none. */
  ingredientKey: string
  name: string
  item: NewShoppingItem
}

/** An amount that a recipe has on the list, in thousandths of `unit`. */
export interface ListedAmount {
  ingredientKey: string
  milli: number
  unit: Unit
}

/** What a recipe lacks. */
export interface MissingLines {
  recipeId: string
  recipeName: string
  lines: readonly MissingAmount[]
}

export const ingredientKeyOf = (line: MissingAmount): string => line.ingredientId ?? ingredientKey(line.food)

/** Returns how an ingredient is sold; undefined if that isn't known. */
export type FindSold = (ingredientId: string) => SoldAs | undefined
/** Returns what a recipe has on the list. */
type FindListed = (recipeId: string) => readonly ListedAmount[]

/** Returns the id of the row that an addition with this id makes for a recipe's line: its last 48 bits are mixed with the line. */
export function rowIdOf(additionId: string, recipeId: string, place: number): string {
  const hash = (basis: number) => {
    let mixed = basis
    for (const letter of `${recipeId} ${place}`) mixed = Math.imul(mixed ^ (letter.codePointAt(0) ?? 0), 16777619)
    return mixed & 0xffffff
  }
  const mix = (start: number, basis: number) =>
    (Number.parseInt(additionId.slice(start, start + 6), 16) ^ hash(basis)).toString(16).padStart(6, '0')
  return additionId.slice(0, 24) + mix(24, 2166136261) + mix(30, 84696351)
}

/** Returns whether a planned meal's line goes on the list: staples and what is optional don't. */
export const isToList = (line: MealLine): boolean => isLacking(line) && !line.need.isOptional && !isStaple(line.need.food)

/** Returns what planned meals lack, by recipe, without staples and what is optional. The rows to add have ids if the addition has one. */
export function missingOfMeals(
  meals: readonly { recipeId: string; recipeName: string; lines: readonly MealLine[] }[],
  additionId: string | undefined,
): MissingLines[] {
  const missing = meals.map(({ recipeId, recipeName, lines }): MissingLines => {
    const lacking = [...lines.entries()].filter(([, line]) => isToList(line))
    const amounts = lacking.map(([place, { need, ingredientId, ingredientName, lackingMilli }]): MissingAmount => {
      const amount = { ingredientId, ingredientName, food: need.food, lacking: fromMilli(lackingMilli), stockUnit: need.unit }
      return { ...amount, id: additionId && rowIdOf(additionId, recipeId, place) }
    })
    return { recipeId, recipeName, lines: amounts }
  })
  const byRecipe = Map.groupBy(
    missing.filter(({ lines }) => lines.length > 0),
    ({ recipeId }) => recipeId,
  )
  return [...byRecipe].map(([recipeId, same]) => ({
    recipeId,
    recipeName: same[0]?.recipeName ?? '',
    lines: same.flatMap(({ lines }) => lines),
  }))
}

interface RecipeLine extends MissingAmount {
  recipeId: string
  recipeName: string
}
/** What a recipe lacks, in the row of `line`. */
interface Share {
  line: RecipeLine
  milli: number
}

/**
 * Returns the rows to add for what recipes lack, one for each recipe and ingredient, without what these recipes have on the list. Amounts are
 * added up over the recipes before they are rounded; the last row holds what rounding adds.
 */
export function toMissingListRows(missing: readonly MissingLines[], findSold: FindSold, findListed: FindListed): MissingListRow[] {
  const listed = new Map(missing.map(({ recipeId }) => [recipeId, findListed(recipeId)]))
  const lines = missing.flatMap(({ lines, ...recipe }) => lines.map((line): RecipeLine => ({ ...line, ...recipe })))
  const rows = new Map<RecipeLine, MissingListRow>()
  for (const [key, same] of Map.groupBy(lines, ingredientKeyOf)) {
    const listedOf: FindListed = (recipeId) => (listed.get(recipeId) ?? []).filter((one) => one.ingredientKey === key)
    const sold = findSold(same[0]?.ingredientId ?? '')
    const totals = addUp(same, sold?.conversions)
    for (const { unit, shares } of totals)
      for (const { line, milli } of sharesToBuy(shares, unit, sold, listedOf))
        rows.set(line, rowOf(line, { suggestedQuantity: fromMilli(milli), unit }))
    const measured = new Set(totals.flatMap(({ shares }) => shares.map(({ line }) => line.recipeId)))
    for (const [recipeId, [line]] of Map.groupBy(same, (one) => one.recipeId))
      if (line && !measured.has(recipeId) && listedOf(recipeId).length === 0) rows.set(line, rowOf(line, {}))
  }
  return lines.flatMap((line) => rows.get(line) ?? [])
}

function rowOf(line: RecipeLine, amount: Pick<NewShoppingItem, 'suggestedQuantity' | 'unit'>): MissingListRow {
  const { id, recipeId, recipeName, ingredientId, ingredientName, food } = line
  const name = ingredientName ?? food.slice(0, 120)
  const reference = ingredientId === null ? { ingredientName: name } : { ingredientId }
  return { recipeId, recipeName, ingredientKey: ingredientKeyOf(line), name, item: { ...(id && { id }), ...reference, ...amount } }
}

/** Adds up what lines about one ingredient lack, by recipe. Units that can't be converted to each other have totals of their own. */
function addUp(lines: readonly RecipeLine[], conversions: readonly Conversion[] = []): { unit: Unit; shares: Share[] }[] {
  const totals: { unit: Unit; shares: Share[] }[] = []
  for (const line of lines) {
    const { lacking, stockUnit, recipeId } = line
    if (stockUnit === null || lacking <= 0) continue
    const known = totals.find(({ unit }) => convert(1, stockUnit, unit, conversions) !== null)
    const total = known ?? { unit: stockUnit, shares: [] }
    if (!known) totals.push(total)
    const milli = convert(toMilli(lacking), stockUnit, total.unit, conversions) ?? 0
    const share = total.shares.find((one) => one.line.recipeId === recipeId)
    if (share) share.milli += milli
    else total.shares.push({ line, milli })
  }
  return totals
}

/** Returns what each recipe adds to the list so that they have enough together. */
function sharesToBuy(shares: readonly Share[], unit: Unit, sold: SoldAs | undefined, findListed: FindListed): Share[] {
  const listedMilli = (recipeId: string) =>
    findListed(recipeId).reduce((sum, one) => sum + (convert(one.milli, one.unit, unit, sold?.conversions) ?? 0), 0)
  const lacking = shares.map(({ line, milli }) => ({ line, milli: Math.round(milli - listedMilli(line.recipeId)) }))
  const sum = lacking.reduce((total, { milli }) => total + milli, 0)
  if (sum <= 0) return []
  let left = toMilli(roundUpToBuy(fromMilli(sum), unit, sold))
  const buying = lacking.filter(({ milli }) => milli > 0)
  return buying
    .map(({ line, milli }, at) => {
      const part = at === buying.length - 1 ? left : Math.min(left, milli)
      left -= part
      return { line, milli: part }
    })
    .filter(({ milli }) => milli > 0)
}
