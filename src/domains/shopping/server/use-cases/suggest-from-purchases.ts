import type { ShelfLife } from '#domains/ingredients/contract/index.ts'
import { amountOfKind } from '#domains/ingredients/rules/kinds.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { findIngredient, listKinds, parseConversions } from '#domains/ingredients/server/index.ts'
import { newestLotsOf, purchaseDaysSince, usesAndPurchases } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { notFound } from '#platform/shared/problem.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import type { SuggestedPar, UsualItem } from '../../contract/index.ts'
import { suggestParLevel } from '../../rules/suggest-par-level.ts'
import { type Bought, findUsualItems } from '../../rules/usual-items.ts'
import * as store from '../store/rows.ts'

const usualDays = 180
const parDays = 120

/** Returns the items this household bought regularly in the last 180 days. */
export async function usualItems(q: Reader, { householdId, today }: Member): Promise<UsualItem[]> {
  const since = addDays(today, -usualDays)
  const [purchases, cleared, listed] = await Promise.all([
    purchaseDaysSince(q, householdId, since),
    store.clearedSince(q, householdId, `${since}T00:00:00.000Z`),
    store.listedRows(q, householdId, 'all'),
  ])
  const newest = new Map(
    (
      await newestLotsOf(
        q,
        householdId,
        purchases.map((row) => row.ingredient_id),
        1,
      )
    ).map((lot) => [lot.ingredient_id, lot]),
  )
  const bought = purchases.map((row): Bought => {
    const last = newest.get(row.ingredient_id)
    const thing = { ingredientId: row.ingredient_id, ingredientKey: ingredientKey(row.name), name: row.name, category: row.category }
    return { ...thing, times: Number(row.days), lastOn: row.last_on, milli: last?.whole_milli ?? 1000, unit: last?.unit ?? 'each' }
  })
  return findUsualItems(
    [...bought, ...cleared.map(asBought)],
    listed.map((row) => ({ ingredientId: row.ingredient_id, ingredientKey: row.food_key })),
  )
}

const asBought = (row: store.ClearedRow): Bought => ({
  ingredientId: row.ingredient_id,
  ingredientKey: row.food_key,
  name: row.name,
  category: row.category,
  times: 1,
  lastOn: row.updated_at.slice(0, 10),
  milli: row.milli,
  unit: row.unit,
})

/** Suggests a par level from the use of the ingredient and its kinds in the last 120 days. Throws `not_found`. */
export async function suggestPar(q: Reader, { householdId, today }: Member, ingredientId: string): Promise<SuggestedPar> {
  const ingredient = await findIngredient(q, householdId, ingredientId)
  if (!ingredient) throw notFound()
  const life: ShelfLife = JSON.parse(ingredient.shelf_life)
  const keepsDays = { PANTRY: life.pantryDays, FRIDGE: life.fridgeDays, FREEZER: life.freezerDays }[ingredient.default_storage]
  const own = { unit: ingredient.default_unit, conversions: parseConversions(ingredient.conversions) }
  const past = await usesAndPurchases(q, householdId, ingredientId, addDays(today, -parDays))
  for (const kind of await listKinds(q, householdId, [ingredientId])) {
    const { uses, purchases } = await usesAndPurchases(q, householdId, kind.id, addDays(today, -parDays))
    const ofKind = { conversions: parseConversions(kind.conversions) }
    past.uses.push(...uses.map((use) => ({ ...use, ...amountOfKind(use, ofKind, own) })))
    past.purchases = [...new Set([...past.purchases, ...purchases])].toSorted()
  }
  const { parMilli, usesCounted, why } = suggestParLevel({ ...past, ...own, keepsDays, today })
  return { ingredientId, suggestedPar: parMilli === null ? null : fromMilli(parMilli), unit: ingredient.default_unit, usesCounted, why }
}
