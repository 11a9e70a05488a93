import { countByDate, expiringLots } from '#domains/inventory/server/service.ts'
import { type Route, serveRead } from '#platform/server/serve/call.ts'
import { expirationAnalytics, inventoryAnalytics, summary } from '../contract.ts'
import { flowOf } from './service/flow.ts'
import { summarise } from './service/summary.ts'

export const analyticsRoutes = (): Route[] => [
  serveRead(expirationAnalytics, async ({ q, member }) => {
    const [counts, lots] = await Promise.all([countByDate(q, member), expiringLots(q, member)])
    const expiringSoonItems = lots.map((lot) => ({ ...lot, name: lot.ingredient.name }))
    return { totalActive: counts.total, expiringSoon: counts.soon, expired: counts.expired, expiringSoonItems }
  }),
  serveRead(inventoryAnalytics, ({ q, member, query }) => flowOf(q, member, query.period)),
  serveRead(summary, ({ q, member }) => summarise(q, member)),
]
