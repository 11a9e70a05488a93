import { type Alert, severities } from '../../contract.ts'

const rank = ({ severity }: Pick<Alert, 'severity'>) => severities.indexOf(severity)

/** Groups open alerts by ingredient, the most urgent first. Resolved alerts stay single, newest first. */
export function groupAlerts(alerts: readonly Alert[]): readonly Alert[][] {
  const open = Map.groupBy(
    alerts.filter(({ isResolved }) => !isResolved),
    ({ ingredient }) => ingredient.id,
  )
  const groups = [...open.values()].map((group) => group.toSorted((a, b) => rank(a) - rank(b)))
  return [
    ...groups.toSorted(([a], [b]) => (a && b ? rank(a) - rank(b) : 0)),
    ...alerts.filter(({ isResolved }) => isResolved).map((alert) => [alert]),
  ]
}

/** Separates alerts that are snoozed from those to show now. */
export function splitSnoozed(alerts: readonly Alert[]): { shown: Alert[]; snoozed: Alert[] } {
  const { shown = [], snoozed = [] } = Object.groupBy(alerts, ({ snoozedUntil }) => (snoozedUntil === null ? 'shown' : 'snoozed'))
  return { shown, snoozed }
}
