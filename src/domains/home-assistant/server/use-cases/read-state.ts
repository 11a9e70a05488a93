import { listIngredients } from '#domains/ingredients/server/index.ts'
import { expiringDays } from '#domains/inventory/rules/expiry-status.ts'
import { formatLotAmount } from '#domains/inventory/rules/lot-amount.ts'
import { countByExpiry, lotsInExpiryRange, lowIngredients } from '#domains/inventory/server/index.ts'
import { listMeals } from '#domains/recipes/server/index.ts'
import { countList } from '#domains/shopping/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { type DatedItem, type HouseholdState, joinNames, maxListed } from '../../rules/household-state.ts'

const longAgo = '1900-01-01'

/** Returns what Home Assistant shows of the member's household, with amounts in the current language. */
export async function readState(q: Reader, member: Member, server: string): Promise<HouseholdState> {
  const { householdId, today } = member
  const [counts, lots, low, list, meals] = await Promise.all([
    countByExpiry(q, member),
    lotsInExpiryRange(q, householdId, today, longAgo, addDays(today, expiringDays)),
    lowIngredients(q, householdId, today, null),
    countList(q, householdId),
    listMeals(q, householdId, today, today),
  ])
  const dated = lots.flatMap((lot): DatedItem[] => {
    if (lot.effectiveExpiration === null) return []
    const { name } = lot.ingredient
    return [{ name, amount: formatLotAmount(lot), location: lot.location, daysLeft: daysBetween(today, lot.effectiveExpiration) }]
  })
  const soon = dated.filter(({ daysLeft }) => daysLeft >= 0)
  const planned = meals.filter(({ state }) => state === 'planned')
  return {
    server,
    today,
    expired: counts.expired,
    useSoon: counts.soon,
    runningLow: low.length,
    shoppingList: Number(list.open),
    planToday: joinNames(planned.map(({ recipeName }) => recipeName)),
    // The latest ones: what expired long ago has been seen.
    expiredItems: dated.filter(({ daysLeft }) => daysLeft < 0).slice(-maxListed),
    useSoonItems: soon.slice(0, maxListed),
    expiresToday: [...new Set(soon.filter(({ daysLeft }) => daysLeft === 0).map(({ name }) => name))].slice(0, maxListed),
    lowIngredients: await namesOf(
      q,
      member,
      low.slice(0, maxListed).map(({ ingredientId }) => ingredientId),
    ),
    meals: planned.slice(0, maxListed).map(({ meal, recipeName }) => ({ meal, recipe: recipeName })),
  }
}

async function namesOf(q: Reader, { householdId }: Member, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const names = new Map((await listIngredients(q, householdId)).map(({ id, name }) => [id, name]))
  return ids.flatMap((id) => names.get(id) ?? [])
}
