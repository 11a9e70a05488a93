import { type Route, route } from '#platform/server/endpoints/route.ts'
import * as contract from '../contract.ts'
import * as show from './use-cases/manage-alerts.ts'

export const alertRoutes = (): Route[] => [
  route(contract.listAlerts, async ({ q, member, query, header }) => {
    const { alerts, next } = await show.listAlerts(q, member, query)
    if (next !== null) header('X-Next-Cursor', next)
    return alerts
  }),
  route(contract.countAlerts, ({ q, member }) => show.countAlerts(q, member)),
  route(contract.resolveAlert, ({ tx, member, params }) => show.resolveAlert(tx, member, params.id)),
  route(contract.snoozeAlerts, ({ tx, member, body }) => show.snoozeAlerts(tx, member, body)),
  route(contract.reopenAlerts, ({ tx, member, body }) => show.reopenAlerts(tx, member, body)),
  route(contract.deleteAlert, ({ tx, member, params }) => show.deleteAlert(tx, member, params.id)),
]
