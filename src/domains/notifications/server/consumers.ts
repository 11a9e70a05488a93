import { alertDeleted, alertResolved, alertsEnded, alertsRaised, alertsReopened, alertsSnoozed } from '#domains/alerts/contract.ts'
import { alertsById } from '#domains/alerts/server/index.ts'
import { inviteRefreshed, memberChanged, memberJoined, memberRemoved } from '#domains/households/contract/index.ts'
import { membersOf, nameOfHousehold } from '#domains/households/server/index.ts'
import type { ChangeConsumer, ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import type { Role } from '#platform/shared/roles.ts'
import {
  closeAlertNotifications,
  closeNotificationsByCause,
  deleteAlertNotifications,
  deleteOfHousehold,
  snoozeByAlerts,
  unsnoozeByAlerts,
} from './store/notifications.ts'
import { createNotifications, type NewNotification, publishNotifications } from './use-cases/create-notifications.ts'
import { followReopened, holdByDates, scheduleUnheard, startOf } from './use-cases/hold-notifications.ts'
import { answeredLinkCauses, isLinkChange, linkNotifications } from './use-cases/link-notifications.ts'
import { answeredRequestCauses, isLoanChange, loanChangeNames, loanNotifications } from './use-cases/loan-notifications.ts'
import { scheduleSnoozed } from './use-cases/schedule-snoozed.ts'

interface Payload {
  lots?: { lotId: string }[]
  alertIds?: string[]
  userId?: string
  role?: Role
  reason?: string
  until?: CalendarDate
  previousUntil?: CalendarDate[]
}
const payloadOf = (change: Change) => change.payload as Payload
const closings = new Set<string>([alertResolved.name, alertDeleted.name])
const snoozes = new Set<string>([alertsSnoozed.name, alertsReopened.name])
const memberEvents = new Set<string>([memberJoined.name, memberChanged.name, memberRemoved.name, inviteRefreshed.name])
const loanEventNames = new Set<string>(loanChangeNames)

/** Notifies all members of alerts, and the users concerned of changes to members and loans. */
export const notificationConsumer: ChangeConsumer = {
  name: 'notifications',
  // One change may raise hundreds of alerts, each with a row for every member.
  batchLimit: 10,
  async consume(tx, context, changes) {
    const links = changes.filter(isLinkChange)
    const raised = changes.filter(({ name }) => name === alertsRaised.name)
    const people = changes.filter(({ name }) => memberEvents.has(name))
    const loans = changes.filter((change) => loanEventNames.has(change.name) && isLoanChange(change))
    const later = changes.filter(({ name }) => name === alertsEnded.name || closings.has(name) || snoozes.has(name))
    // Any change with lots may give them another date: using one opens it, whatever it is used for.
    const lotIds = changes.flatMap((change) => payloadOf(change).lots?.map(({ lotId }) => lotId) ?? [])
    if (raised.length + later.length + people.length + loans.length + links.length + lotIds.length === 0) return
    const members = await membersOf(tx, context.householdId)
    const notifications = [
      ...(await alertNotifications(tx, context, raised, members)),
      ...(await memberNotifications(tx, context, people, members)),
      ...(await loanNotifications(tx, context, loans, members)),
      ...(await linkNotifications(tx, context, links, members)),
    ]
    const userIds = await createNotifications(tx, context, () => context.timeZone, notifications)
    userIds.push(
      ...(await closeNotificationsByCause(tx, [...answeredRequestCauses(loans), ...answeredLinkCauses(links)], context.now.toISOString())),
    )
    userIds.push(...(await holdByDates(tx, context, [...new Set(lotIds)])))
    for (const change of later) userIds.push(...(await followAlerts(tx, context, change)))
    await publishNotifications(tx, context, userIds)
  },
}

/**
 * Deletes the notifications of alerts whose cause is gone, closes those of closed alerts, hides those of snoozed ones until their day begins.
 * Returns the ids of the users concerned.
 */
async function followAlerts(tx: Transaction, context: ConsumerContext, change: Change): Promise<string[]> {
  const { householdId, timeZone, now } = context
  // A change has at most 500 alerts.
  const { alertIds = [], until, previousUntil = [] } = payloadOf(change)
  const at = now.toISOString()
  if (change.name === alertsEnded.name) return deleteAlertNotifications(tx, householdId, alertIds)
  if (closings.has(change.name)) return closeAlertNotifications(tx, householdId, alertIds, at)
  const previous = previousUntil.map((day) => startOf(day, timeZone)).filter((start) => start > at)
  if (until !== undefined) {
    const start = startOf(until, timeZone)
    const userIds = await snoozeByAlerts(tx, householdId, alertIds, start, previous, at)
    await scheduleSnoozed(tx, userIds, alertIds, timeZone, new Date(start))
    await scheduleUnheard(tx, context, alertIds)
    return userIds
  }
  const userIds = await unsnoozeByAlerts(tx, householdId, alertIds, previous, at)
  return [...userIds, ...(await followReopened(tx, context, alertIds))]
}

type Member = Awaited<ReturnType<typeof membersOf>>[number]

async function alertNotifications(
  tx: Transaction,
  context: ConsumerContext,
  raised: readonly Change[],
  members: readonly Member[],
): Promise<NewNotification[]> {
  const userIds = members.map(({ userId }) => userId)
  const notifications: NewNotification[] = []
  for (const change of raised) {
    const about = { userIds, causerId: change.actorId }
    // One that was delayed, for example as a dead letter, may be over: nothing would retract its notification.
    for (const { id, lotId, ingredientId, facts } of await alertsById(tx, context.householdId, payloadOf(change).alertIds ?? []))
      if (facts.isOpen)
        notifications.push({ ...about, type: facts.kind, cause: `alert:${id}`, alertId: id, lotId, ingredientId, facts: { alert: facts } })
  }
  return notifications
}

async function memberNotifications(
  tx: Transaction,
  { householdId }: ConsumerContext,
  changes: readonly Change[],
  members: readonly Member[],
): Promise<NewNotification[]> {
  const notifications: NewNotification[] = []
  const memberIds = members.map(({ userId }) => userId as string)
  for (const change of changes) {
    const { userId = '', role, reason } = payloadOf(change)
    const isOwnChange = change.actorId === userId
    const cause = `change:${householdId}:${change.seq}`
    if (change.name === inviteRefreshed.name) {
      // In every other case the member who caused it sees the new code at once.
      const owners = members.filter((member) => member.role === 'OWNER').map((member) => member.userId)
      if (reason === 'upgrade') notifications.push({ type: 'invite_changed', cause, userIds: owners, facts: { people: {} } })
    } else if (change.name === memberJoined.name) {
      const others = memberIds.filter((id) => id !== userId)
      notifications.push({ type: 'member_joined', cause, userIds: others, facts: { people: { userId } } })
    } else if (change.name === memberChanged.name) {
      const facts = { people: { ...(change.actorId ? { userId: change.actorId } : {}), ...(role ? { role } : {}) } }
      if (!isOwnChange) notifications.push({ type: 'role_changed', cause, userIds: [userId], facts })
    } else {
      if (!memberIds.includes(userId)) await deleteOfHousehold(tx, householdId, userId)
      const facts = { people: { name: await nameOfHousehold(tx, householdId) } }
      if (!isOwnChange) notifications.push({ type: 'member_removed', cause, userIds: [userId], facts })
    }
  }
  return notifications
}
