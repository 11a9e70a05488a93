import { alertDeleted, alertResolved, alertsEnded, alertsRaised } from '#domains/alerts/contract.ts'
import { alertsById } from '#domains/alerts/server/index.ts'
import { inviteRefreshed, memberChanged, memberJoined, memberRemoved } from '#domains/households/contract/index.ts'
import { membersOf, nameOfHousehold } from '#domains/households/server/index.ts'
import type { ChangeConsumer, ConsumerContext } from '#platform/server/changes/consumers.ts'
import type { Change } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Role } from '#platform/shared/roles.ts'
import { settleCauses } from './store/friends.ts'
import { forgetHousehold, settleAlerts } from './store/notifications.ts'
import { createNotifications, type Notice, publishNotifications } from './use-cases/create-notifications.ts'
import { answeredBy, isLoanChange, loanEvents, loanNotifications } from './use-cases/loan-notifications.ts'

interface Payload {
  alertIds?: string[]
  userId?: string
  role?: Role
  reason?: string
}
const payloadOf = (change: Change) => change.payload as Payload
const over = new Set<string>([alertsEnded.name, alertResolved.name, alertDeleted.name])
const aboutPeople = new Set<string>([memberJoined.name, memberChanged.name, memberRemoved.name, inviteRefreshed.name])
const aboutLoans = new Set<string>(loanEvents)

/** Every alert tells every member; who joined, left or got another role, and what becomes of a loan, concerns those it concerns. */
export const notificationConsumer: ChangeConsumer = {
  name: 'notifications',
  names: [alertsRaised.name, ...over, ...aboutPeople, ...aboutLoans],
  // One change may tell of hundreds of alerts, and each has a row for every member.
  batchLimit: 10,
  async consume(tx, context, changes) {
    const raised = changes.filter(({ name }) => name === alertsRaised.name).flatMap((change) => payloadOf(change).alertIds ?? [])
    const ended = changes.filter(({ name }) => over.has(name)).flatMap((change) => payloadOf(change).alertIds ?? [])
    const people = changes.filter(({ name }) => aboutPeople.has(name))
    const loans = changes.filter((change) => aboutLoans.has(change.name) && isLoanChange(change))
    if (raised.length + ended.length + people.length + loans.length === 0) return
    const inIt = await membersOf(tx, context.householdId)
    const members = inIt.map(({ userId }) => userId)
    const ofFriends = await loanNotifications(tx, context, loans, inIt)
    const notices = [...(await ofAlerts(tx, context, raised, members)), ...(await ofPeople(tx, context, people, inIt)), ...ofFriends]
    const told = await createNotifications(tx, context, () => context.timeZone, notices)
    told.push(...(await settleCauses(tx, answeredBy(loans), context.now.toISOString())))
    for (let i = 0; i < ended.length; i += maxIds)
      told.push(...(await settleAlerts(tx, context.householdId, ended.slice(i, i + maxIds), context.now.toISOString())))
    await publishNotifications(tx, context, told)
  },
}

const maxIds = 500
type Member = Awaited<ReturnType<typeof membersOf>>[number]

async function ofAlerts(
  tx: Transaction,
  context: ConsumerContext,
  alertIds: readonly string[],
  members: readonly string[],
): Promise<Notice[]> {
  const notices: Notice[] = []
  for (let i = 0; i < alertIds.length; i += maxIds)
    for (const { id, lotId, ingredientId, facts } of await alertsById(tx, context.householdId, alertIds.slice(i, i + maxIds)))
      notices.push({ type: facts.kind, cause: `alert:${id}`, alertId: id, userIds: members, lotId, ingredientId, facts: { alert: facts } })
  return notices
}

async function ofPeople(
  tx: Transaction,
  { householdId }: ConsumerContext,
  changes: readonly Change[],
  inIt: readonly Member[],
): Promise<Notice[]> {
  const notices: Notice[] = []
  const members = inIt.map(({ userId }) => userId as string)
  for (const change of changes) {
    const { userId = '', role, reason } = payloadOf(change)
    const isOwnDoing = change.actorId === userId
    const cause = `change:${householdId}:${change.seq}`
    if (change.name === inviteRefreshed.name) {
      // Whoever refreshes or removes somebody sees the new code there and then.
      const owners = inIt.filter((member) => member.role === 'OWNER').map((member) => member.userId)
      if (reason === 'upgrade') notices.push({ type: 'invite_changed', cause, userIds: owners, facts: { people: {} } })
    } else if (change.name === memberJoined.name) {
      const others = members.filter((id) => id !== userId)
      notices.push({ type: 'member_joined', cause, userIds: others, facts: { people: { userId } } })
    } else if (change.name === memberChanged.name) {
      const facts = { people: { ...(change.actorId ? { userId: change.actorId } : {}), ...(role ? { role } : {}) } }
      if (!isOwnDoing) notices.push({ type: 'role_changed', cause, userIds: [userId], facts })
    } else {
      if (!members.includes(userId)) await forgetHousehold(tx, householdId, userId)
      const facts = { people: { name: await nameOfHousehold(tx, householdId) } }
      if (!isOwnDoing) notices.push({ type: 'member_removed', cause, userIds: [userId], facts })
    }
  }
  return notices
}
