import { nameOfHousehold } from '#domains/households/server/index.ts'
import { countByExpiry, lotsInExpiryRange, lowIngredients, paidByCategory, stockFlowBetween } from '#domains/inventory/server/index.ts'
import { countList } from '#domains/shopping/server/index.ts'
import type { Period } from '#domains/waste/contract.ts'
import { rangeOf } from '#domains/waste/rules/periods.ts'
import { countsAsWaste } from '#domains/waste/rules/summary.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import { fromCents } from '#platform/shared/quantity-and-money.ts'
import type { InventoryAnalytics, Summary } from '../../contract.ts'

const soonDays = 3
const longAgo = '1900-01-01'
const maxNamed = 20

export async function readSummary(q: Reader, member: Member): Promise<Summary> {
  const { householdId, today } = member
  const [name, dates, low, shoppingList, lots] = await Promise.all([
    nameOfHousehold(q, householdId),
    countByExpiry(q, member),
    lowIngredients(q, householdId, today, null),
    countList(q, householdId),
    lotsInExpiryRange(q, householdId, today, longAgo, addDays(today, soonDays)),
  ])
  return {
    household: { id: householdId, name },
    today,
    totalItems: dates.total,
    expiringSoon: dates.soon,
    expired: dates.expired,
    lowStock: low.length,
    shoppingList,
    useSoon: lots.slice(0, maxNamed).flatMap(({ id, ingredient, quantity, unit, location, effectiveExpiration }) =>
      effectiveExpiration === null
        ? []
        : [
            {
              id,
              name: ingredient.name,
              quantity,
              unit,
              location,
              effectiveExpiration,
              daysLeft: daysBetween(today, effectiveExpiration),
            },
          ],
    ),
  }
}

const nothing = { added: 0, used: 0, wasted: 0, cents: 0 }
type Sums = typeof nothing

/** Returns what was added, used and wasted in the calendar period that includes today. */
export async function readStockFlow(q: Reader, { householdId, today }: Member, period: Period): Promise<InventoryAnalytics> {
  const { first, last } = rangeOf(period, today)
  const [records, paid] = await Promise.all([stockFlowBetween(q, householdId, first, last), paidByCategory(q, householdId, first, last)])
  const byCategory = new Map<string, Sums>()
  const sumsOf = (category: string): Sums => {
    const known = byCategory.get(category) ?? { ...nothing }
    byCategory.set(category, known)
    return known
  }
  for (const { category, kind, reason, count } of records) {
    if (kind === 'discard' && reason !== null && !countsAsWaste(reason, false)) continue
    sumsOf(category)[kind === 'add' ? 'added' : kind === 'use' ? 'used' : 'wasted'] += count
  }
  for (const { category, cents } of paid) sumsOf(category).cents += cents
  const parts = [...byCategory].map(([category, sums]) => ({ category, ...sums }))
  const sum = (of: (part: Sums) => number) => parts.reduce((all, part) => all + of(part), 0)
  const moves = ({ added, used, wasted }: Sums) => added + used + wasted
  return {
    period,
    added: sum(({ added }) => added),
    used: sum(({ used }) => used),
    wasted: sum(({ wasted }) => wasted),
    spent: fromCents(sum(({ cents }) => cents)),
    byCategory: parts
      .toSorted((a, b) => moves(b) - moves(a) || b.cents - a.cents || (a.category < b.category ? -1 : 1))
      .map(({ cents, ...part }) => ({ ...part, spent: fromCents(cents) })),
  }
}
