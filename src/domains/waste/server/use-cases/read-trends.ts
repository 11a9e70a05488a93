import { discardsByMonth } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import { fromCents } from '#platform/shared/quantity.ts'
import type { TrendPoint, wasteTrends } from '../../contract/index.ts'
import { lastMonths, rangeOf } from '../../rules/periods.ts'
import { countsAsWaste } from '../../rules/summary.ts'

/** Returns the waste of the last months, ending with the current one; months without waste are zero. */
export async function readTrends(
  q: Reader,
  { householdId, today }: Member,
  { months, includeGiven = false }: QueryOf<typeof wasteTrends>,
): Promise<TrendPoint[]> {
  const window = lastMonths(months, today)
  const rows = await discardsByMonth(q, householdId, `${window[0]}-01`, rangeOf('month', today).last)
  const byMonth = Map.groupBy(
    rows.filter(({ reason }) => countsAsWaste(reason, includeGiven)),
    ({ month }) => month,
  )
  return window.map((month) => {
    const own = byMonth.get(month) ?? []
    const sum = (of: 'cost_cents' | 'items' | 'unpriced') => own.reduce((total, row) => total + Number(row[of]), 0)
    return { month, cost: fromCents(sum('cost_cents')), items: sum('items'), unpricedItems: sum('unpriced') }
  })
}
