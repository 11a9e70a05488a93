import { expiringDays } from '#domains/inventory/rules/expiry-status.ts'
import { countByExpiry, lotsExpiringBetween, lotTables } from '#domains/inventory/rules/local-lots.ts'
import { addDays } from '#platform/shared/calendar.ts'
import { type LocalReply, localReply } from '#platform/web/api/local-reply.ts'
import { expirationAnalytics } from '../../contract.ts'

export const dashboardReplies: readonly LocalReply[] = [
  localReply(expirationAnalytics, lotTables, (tables, _args, context) => {
    const { total, expired, soon } = countByExpiry(tables, context.today)
    const lots = lotsExpiringBetween(tables, context.today, addDays(context.today, expiringDays), context)
    const expiringSoonItems = lots.map((lot) => ({ ...lot, name: lot.ingredient.name }))
    return { totalActive: total, expiringSoon: soon, expired, expiringSoonItems }
  }),
]
