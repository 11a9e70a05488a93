import { foodKey } from '#domains/products/rules/match-food.ts'
import { findByName } from '#domains/products/server/service.ts'
import type { NewShoppingItem } from '#domains/shopping/contract.ts'
import { addToList, readItems, type Shopping } from '#domains/shopping/server/service.ts'
import type { ReplyOf } from '#platform/contract/endpoint.ts'
import { fromMilli, toMilli } from '#platform/contract/quantity.ts'
import { convert } from '#platform/contract/units.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Member } from '#platform/server/serve/call.ts'
import type { addMissing as addMissingEndpoint, StockLine } from '../../contract.ts'
import * as store from '../store/recipes.ts'
import { readKitchen } from './kitchen.ts'
import { ownRow } from './recipe.ts'
import { stockLines } from './stock-lines.ts'

interface Wanted {
  foodKey: string
  item: NewShoppingItem
}

/**
 * Puts what is short or missing on the shopping list, into open rows where there are such. What this recipe put there before and is still
 * to be bought counts: pressed twice it adds nothing; another recipe's share adds up.
 */
export async function addMissing(
  tx: Transaction,
  member: Member,
  shopping: Shopping,
  id: string,
  servings?: number,
): Promise<ReplyOf<typeof addMissingEndpoint>> {
  const row = await ownRow(tx, member, id)
  const { lines } = stockLines(row, await readKitchen(tx, member), servings ?? row.servings)
  const before = await store.openBuys(tx, member.householdId, id)
  const lacking = [...Map.groupBy(lines.filter(isLacking), keyOf).values()].flatMap((same) => wantedOf(same) ?? [])
  const wanted = lacking.flatMap((want) => lessThan(want, before) ?? [])
  const keys = new Set(lacking.map((want) => want.foodKey))
  const known = before.filter((buy) => keys.has(buy.food_key)).map(({ item_id }) => item_id)
  const ids =
    wanted.length === 0
      ? []
      : await addToList(
          tx,
          member,
          wanted.map(({ item }) => item),
          (name) => findByName(tx, member, name),
        )
  const items = await readItems(tx, member, shopping, [...new Set([...ids, ...known])])
  const seq = tx.recorded.get(member.householdId)
  if (seq !== undefined) await keepBuys(tx, member, id, wanted, ids, items, seq)
  return { items, added: ids.length }
}

const isLacking = ({ state }: StockLine) => state === 'short' || state === 'missing'
const keyOf = (line: StockLine) => line.ingredientId ?? foodKey(line.food)

/** Several lines of one food are one row; their amounts are added where they can be. */
function wantedOf(lines: readonly StockLine[]): Wanted | null {
  const [first] = lines
  if (!first) return null
  const name = first.ingredientName ?? first.food.slice(0, 120)
  const named: NewShoppingItem = first.ingredientId === null ? { ingredientName: name } : { ingredientId: first.ingredientId }
  const { stockUnit: unit } = lines.find(({ lacking, stockUnit }) => lacking > 0 && stockUnit !== null) ?? first
  const sum = lines.reduce((total, line) => total + (unit && line.stockUnit ? (convert(line.lacking, line.stockUnit, unit) ?? 0) : 0), 0)
  const quantity = Math.round(sum * 1000) / 1000
  return { foodKey: keyOf(first), item: unit && quantity > 0 ? { ...named, suggestedQuantity: quantity, unit } : named }
}

/** What of it this recipe has not put on the list yet. */
function lessThan(want: Wanted, before: readonly Pick<store.BuyRow, 'food_key' | 'milli' | 'unit'>[]): Wanted | null {
  const same = before.filter(({ food_key }) => food_key === want.foodKey)
  if (same.length === 0) return want
  const { suggestedQuantity: quantity, unit } = want.item
  if (quantity === undefined || unit === undefined) return null
  const there = same.reduce((sum, buy) => sum + (convert(buy.milli, buy.unit, unit) ?? 0), 0)
  const rest = toMilli(quantity) - Math.round(there)
  return rest > 0 ? { ...want, item: { ...want.item, suggestedQuantity: fromMilli(rest) } } : null
}

async function keepBuys(
  tx: Transaction,
  member: Member,
  recipeId: string,
  wanted: readonly Wanted[],
  ids: readonly string[],
  items: Awaited<ReturnType<typeof readItems>>,
  seq: number,
): Promise<void> {
  for (const [at, { foodKey: key, item }] of wanted.entries()) {
    const shown = items.find(({ id }) => id === ids[at])
    if (!shown) continue
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
}
