import { countByExpiry, expiringLots } from '#domains/inventory/server/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import { expirationAnalytics, inventoryAnalytics, summary } from '../contract.ts'
import { readStockFlow, readSummary } from './use-cases/read-dashboard.ts'

export const dashboardRoutes = (): Route[] => [
  route(expirationAnalytics, async ({ q, member }) => {
    const [counts, lots] = await Promise.all([countByExpiry(q, member), expiringLots(q, member)])
    const expiringSoonItems = lots.map((lot) => ({ ...lot, name: lot.ingredient.name }))
    return { totalActive: counts.total, expiringSoon: counts.soon, expired: counts.expired, expiringSoonItems }
  }),
  route(inventoryAnalytics, ({ q, member, query }) => readStockFlow(q, member, query.period)),
  route(summary, ({ q, member }) => readSummary(q, member)),
]
