import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { NewShoppingItem } from '#domains/shopping/contract/index.ts'
import { roundUpToBuy, type SoldAs } from '#domains/shopping/rules/purchase-amount.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert, type Unit } from '#platform/shared/units.ts'
import type { StockLine } from '../contract/stock.ts'
import type { MealLine } from './planned-meals.ts'
import { isStaple } from './staples.ts'

/** What a line lacks. `id` is that of the row to add for it. */
export type MissingAmount = Pick<StockLine, 'ingredientId' | 'ingredientName' | 'food' | 'lacking' | 'stockUnit'> & {
  readonly id?: string | undefined
}

/** A row that a recipe adds to the shopping list. */
export interface MissingListRow {
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

export const isLacking = ({ state }: Pick<StockLine, 'state'>) => state === 'short' || state === 'missing'
const keyOf = (line: MissingAmount) => line.ingredientId ?? ingredientKey(line.food)

/** Returns how an ingredient is sold; undefined if that isn't known. */
export type FindSold = (ingredientId: string) => SoldAs | undefined

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

/** Returns what planned meals lack, by recipe, without staples. The rows to add have ids if the addition has one. */
export function missingOfMeals(
  meals: readonly { recipeId: string; recipeName: string; lines: readonly MealLine[] }[],
  additionId: string | undefined,
): MissingLines[] {
  const missing = meals.map(({ recipeId, recipeName, lines }): MissingLines => {
    const lacking = [...lines.entries()].filter(([, line]) => isLacking(line) && !isStaple(line.need.food))
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

/** Returns the rows to add for missing lines, one for each ingredient. */
export const toMissingListRows = (lines: readonly MissingAmount[], findSold: FindSold): MissingListRow[] =>
  [...Map.groupBy(lines, keyOf).values()].flatMap((same) => rowOf(same, findSold) ?? [])

/** Merges lines with the same ingredient into one row, adding up amounts where possible. */
function rowOf(lines: readonly MissingAmount[], findSold: FindSold): MissingListRow | null {
  const [first] = lines
  if (!first) return null
  const name = first.ingredientName ?? first.food.slice(0, 120)
  const reference: NewShoppingItem = {
    ...(first.id === undefined ? {} : { id: first.id }),
    ...(first.ingredientId === null ? { ingredientName: name } : { ingredientId: first.ingredientId }),
  }
  const { stockUnit: unit } = lines.find(({ lacking, stockUnit }) => lacking > 0 && stockUnit !== null) ?? first
  const sum = lines.reduce((total, line) => total + (unit && line.stockUnit ? (convert(line.lacking, line.stockUnit, unit) ?? 0) : 0), 0)
  const quantity = unit ? roundUpToBuy(Math.round(sum * 1000) / 1000, unit, findSold(first.ingredientId ?? '')) : 0
  return { ingredientKey: keyOf(first), name, item: unit && quantity > 0 ? { ...reference, suggestedQuantity: quantity, unit } : reference }
}

/** Returns what a recipe hasn't added to the list yet. `before` is what it has. */
export function withoutAlreadyListed(want: MissingListRow, before: readonly ListedAmount[]): MissingListRow | null {
  const same = before.filter(({ ingredientKey: key }) => key === want.ingredientKey)
  if (same.length === 0) return want
  const { suggestedQuantity: quantity, unit } = want.item
  if (quantity === undefined || unit === undefined) return null
  const added = same.reduce((sum, buy) => sum + (convert(buy.milli, buy.unit, unit) ?? 0), 0)
  const remaining = toMilli(quantity) - Math.round(added)
  return remaining > 0 ? { ...want, item: { ...want.item, suggestedQuantity: fromMilli(remaining) } } : null
}
