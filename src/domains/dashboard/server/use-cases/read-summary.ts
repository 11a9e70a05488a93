import { countByExpiry, lotsInExpiryRange, lowIngredients } from '#domains/inventory/server/index.ts'
import { countList } from '#domains/shopping/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, daysBetween } from '#platform/shared/calendar.ts'
import type { Summary } from '../../contract.ts'

const soonDays = 3
const longAgo = '1900-01-01'
const maxNamed = 20

export async function readSummary(q: Reader, member: Member): Promise<Summary> {
  const { householdId, today } = member
  const [[household], dates, low, shoppingList, lots] = await Promise.all([
    q.rows<{ name: string }>('select name from households where id = ?', [householdId]),
    countByExpiry(q, member),
    lowIngredients(q, householdId, today, null),
    countList(q, householdId),
    lotsInExpiryRange(q, householdId, today, longAgo, addDays(today, soonDays)),
  ])
  return {
    household: { id: householdId, name: household?.name ?? '' },
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
