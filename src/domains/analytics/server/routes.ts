import { countByDate, expiringLots } from '#domains/inventory/server/service.ts'
import { type Route, serveRead } from '#platform/server/serve/call.ts'
import { expirationAnalytics } from '../contract.ts'

export const analyticsRoutes = (): Route[] => [
  serveRead(expirationAnalytics, async ({ q, member }) => {
    const [counts, expiringSoonItems] = await Promise.all([countByDate(q, member), expiringLots(q, member)])
    return { totalActive: counts.total, expiringSoon: counts.soon, expired: counts.expired, expiringSoonItems }
  }),
]
