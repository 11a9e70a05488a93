import { ingredientFacts } from '#domains/ingredients/server/index.ts'
import { discardsBetween } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity.ts'
import type { exportWaste } from '../../contract/index.ts'
import { rangesOf } from './read-report.ts'

/** Returns every record of the period with a header row. The cost is empty if there was no price. */
export async function exportReport(
  q: Reader,
  member: Member,
  { period, startDate, endDate }: QueryOf<typeof exportWaste>,
): Promise<(string | number | null)[][]> {
  const { range } = rangesOf(member, { period, startDate, endDate })
  const [rows, facts] = await Promise.all([
    discardsBetween(q, member.householdId, range.first, range.last),
    ingredientFacts(q, member.householdId),
  ])
  const ingredients = new Map(facts.map((ingredient) => [ingredient.id, ingredient]))
  return [
    ['Date', 'Item', 'Category', 'Quantity', 'Unit', 'Reason', 'Cost', 'Notes'],
    ...rows.map((row) => {
      const ingredient = ingredients.get(row.ingredient_id)
      const cost = row.cost_cents === null ? null : fromCents(row.cost_cents)
      return [
        row.on_date,
        ingredient?.name ?? '',
        ingredient?.category ?? '',
        fromMilli(row.milli),
        row.unit,
        row.reason,
        cost,
        row.notes ?? '',
      ]
    }),
  ]
}
