import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredientByName } from '#domains/ingredients/server/index.ts'
import { roundUpToBuy } from '#domains/shopping/rules/sensible-amount.ts'
import { addToList, type ListInput, readItems, type Shopping } from '#domains/shopping/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { BodyOf, ReplyOf } from '#platform/shared/endpoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { convert } from '#platform/shared/units.ts'
import type { addMissing as addMissingEndpoint, StockLine } from '../../contract/index.ts'
import { isStaple } from '../../rules/staples.ts'
import * as store from '../store/recipes.ts'
import { getEditableRow } from './edit-recipe.ts'
import { readMeals } from './planned-meals.ts'
import { readRecipeContext } from './recipe-context.ts'
import { stockLines } from './stock-lines.ts'

type MissingAmount = Pick<StockLine, 'ingredientId' | 'ingredientName' | 'food' | 'lacking' | 'stockUnit'>
type MissingLines = { recipeId: string; recipeName: string; lines: readonly MissingAmount[] }

interface Wanted {
  ingredientKey: string
  item: ListInput
}

/**
 * Adds what is short or missing to the shopping list, to open rows if there are any. What this recipe added before and is still to be bought
 * counts, so a second press adds nothing; another recipe's share is added up.
 */
export async function addMissing(
  tx: Transaction,
  member: Member,
  shopping: Shopping,
  id: string,
  { servings, places }: BodyOf<typeof addMissingEndpoint>,
): Promise<ReplyOf<typeof addMissingEndpoint>> {
  const row = await getEditableRow(tx, member, id)
  const { lines } = stockLines(row, await readRecipeContext(tx, member), servings ?? row.servings)
  return buy(tx, member, shopping, [
    { recipeId: id, recipeName: row.name, lines: lines.filter((line) => isLacking(line) && (places?.includes(line.place) ?? true)) },
  ])
}

/** Does the same for all meals planned between two days, each after those before it. Leaves out staples. */
export async function addPlanMissing(
  tx: Transaction,
  member: Member,
  shopping: Shopping,
  { from, to }: { from: CalendarDate; to: CalendarDate },
): Promise<{ added: number }> {
  const lines = (await readMeals(tx, member, from, to)).flatMap(({ row, recipe, lines: all }) =>
    all
      .filter((line) => isLacking(line) && !isStaple(line.need.food))
      .map(({ need, ingredientId, ingredientName, lackingMilli }) => ({
        recipeId: row.recipe_id,
        recipeName: recipe?.name ?? '',
        line: { ingredientId, ingredientName, food: need.food, lacking: fromMilli(lackingMilli), stockUnit: need.unit },
      })),
  )
  const byRecipe = [...Map.groupBy(lines, ({ recipeId }) => recipeId)]
  const lacking = byRecipe.map(
    ([recipeId, own]): MissingLines => ({ recipeId, recipeName: own[0]?.recipeName ?? '', lines: own.map(({ line }) => line) }),
  )
  return { added: (await buy(tx, member, shopping, lacking)).added }
}

/** Adds everything to the list in one change and stores for which recipe. */
async function buy(
  tx: Transaction,
  member: Member,
  shopping: Shopping,
  lacking: readonly MissingLines[],
): Promise<ReplyOf<typeof addMissingEndpoint>> {
  const wanted: (Wanted & { recipeId: string; recipeName: string })[] = []
  const known: string[] = []
  for (const { recipeId, recipeName, lines } of lacking) {
    const before = await store.openBuys(tx, member.householdId, recipeId)
    const wants = [...Map.groupBy(lines, keyOf).values()].flatMap((same) => wantedOf(same) ?? [])
    const keys = new Set(wants.map((want) => want.ingredientKey))
    known.push(...before.filter((one) => keys.has(one.food_key)).map(({ item_id }) => item_id))
    wanted.push(...wants.flatMap((want) => withoutAlreadyListed(want, before) ?? []).map((want) => ({ ...want, recipeId, recipeName })))
  }
  const news = wanted.map(({ item, recipeName }) => ({ ...item, recipeName }))
  const ids = news.length === 0 ? [] : await addToList(tx, member, news, (name) => findIngredientByName(tx, member, name))
  const items = await readItems(tx, member, shopping, [...new Set([...ids, ...known])])
  const seq = tx.recorded.get(member.householdId)
  for (const [at, { recipeId, ingredientKey: key, item }] of wanted.entries()) {
    const shown = items.find(({ id }) => id === ids[at])
    if (!shown || seq === undefined) continue
    await store.insertBuy(tx, {
      household_id: member.householdId,
      recipe_id: recipeId,
      item_id: shown.id,
      food_key: key,
      milli: toMilli(item.suggestedQuantity ?? shown.suggestedQuantity),
      unit: item.unit ?? shown.unit,
      seq,
    })
  }
  return { items, added: ids.length }
}

const isLacking = ({ state }: Pick<StockLine, 'state'>) => state === 'short' || state === 'missing'
const keyOf = (line: MissingAmount) => line.ingredientId ?? ingredientKey(line.food)

/** Merges lines with the same ingredient into one row, adding up amounts where possible. */
function wantedOf(lines: readonly MissingAmount[]): Wanted | null {
  const [first] = lines
  if (!first) return null
  const name = first.ingredientName ?? first.food.slice(0, 120)
  const reference: ListInput = first.ingredientId === null ? { ingredientName: name } : { ingredientId: first.ingredientId }
  const { stockUnit: unit } = lines.find(({ lacking, stockUnit }) => lacking > 0 && stockUnit !== null) ?? first
  const sum = lines.reduce((total, line) => total + (unit && line.stockUnit ? (convert(line.lacking, line.stockUnit, unit) ?? 0) : 0), 0)
  const quantity = unit ? roundUpToBuy(Math.round(sum * 1000) / 1000, unit) : 0
  return { ingredientKey: keyOf(first), item: unit && quantity > 0 ? { ...reference, suggestedQuantity: quantity, unit } : reference }
}

/** Returns what this recipe hasn't added to the list yet. */
function withoutAlreadyListed(want: Wanted, before: readonly Pick<store.BuyRow, 'food_key' | 'milli' | 'unit'>[]): Wanted | null {
  const same = before.filter(({ food_key }) => food_key === want.ingredientKey)
  if (same.length === 0) return want
  const { suggestedQuantity: quantity, unit } = want.item
  if (quantity === undefined || unit === undefined) return null
  const added = same.reduce((sum, buy) => sum + (convert(buy.milli, buy.unit, unit) ?? 0), 0)
  const remaining = toMilli(quantity) - Math.round(added)
  return remaining > 0 ? { ...want, item: { ...want.item, suggestedQuantity: fromMilli(remaining) } } : null
}
