import { type AlertType, alertTypes } from '#domains/alerts/contract.ts'
import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { Notification } from '../../contract/bell.ts'

/** Several alerts of one type and day, newest first. */
export interface NotificationGroup {
  type: AlertType
  notifications: readonly [Notification, ...Notification[]]
}

/** Fewer are shown one by one. */
const minGroup = 3

const isAlert = ({ type }: Notification) => alertTypes.some((one) => one === type)

/**
 * Combines three or more alerts of one type, household and day, read ones apart, in place of the newest. The others keep their places.
 * `timeZone` decides about the day.
 */
export function groupNotifications(all: readonly Notification[], timeZone: string): (Notification | NotificationGroup)[] {
  const dayOf = ({ createdAt }: Notification): CalendarDate => dateInTimeZone(timeZone, new Date(createdAt))
  const keyOf = (one: Notification) => (isAlert(one) ? `${one.type} ${one.household?.id} ${one.isRead} ${dayOf(one)}` : one.id)
  const groups = Map.groupBy(all, keyOf)
  return all.flatMap((one): (Notification | NotificationGroup)[] => {
    const [first, ...others] = groups.get(keyOf(one)) ?? []
    if (!first || 1 + others.length < minGroup) return [one]
    return one === first ? [{ type: first.type as AlertType, notifications: [first, ...others] }] : []
  })
}
