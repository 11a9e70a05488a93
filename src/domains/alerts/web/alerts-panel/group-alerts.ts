import { type Alert, severities } from '../../contract.ts'
import { isQuiet } from '../../rules/announcements.ts'

const rank = ({ severity }: Pick<Alert, 'severity'>) => severities.indexOf(severity)
const withoutDate = '9999'

/**
 * Compares by severity, then by what acting is worth, then by the day of expiry; alerts without one, such as low stock, come last. Those
 * that were sent often enough come after all others.
 */
function compareUrgency(a: Alert, b: Alert): number {
  const dayOf = ({ effectiveExpiration }: Alert) => effectiveExpiration ?? withoutDate
  return (
    Number(isQuiet(a)) - Number(isQuiet(b)) ||
    rank(a) - rank(b) ||
    b.worth - a.worth ||
    (dayOf(a) < dayOf(b) ? -1 : dayOf(a) > dayOf(b) ? 1 : 0)
  )
}

/** Groups open alerts by ingredient, the most urgent first. Resolved alerts stay single, newest first. */
export function groupAlerts(alerts: readonly Alert[]): readonly Alert[][] {
  const open = Map.groupBy(
    alerts.filter(({ isResolved }) => !isResolved),
    ({ ingredient }) => ingredient.id,
  )
  const groups = [...open.values()].map((group) => group.toSorted(compareUrgency))
  return [
    ...groups.toSorted(([a], [b]) => (a && b ? compareUrgency(a, b) : 0)),
    ...alerts.filter(({ isResolved }) => isResolved).map((alert) => [alert]),
  ]
}

/** Separates alerts that are snoozed from those to show now. */
export function splitSnoozed(alerts: readonly Alert[]): { shown: Alert[]; snoozed: Alert[] } {
  const { shown = [], snoozed = [] } = Object.groupBy(alerts, ({ snoozedUntil }) => (snoozedUntil === null ? 'shown' : 'snoozed'))
  return { shown, snoozed }
}
