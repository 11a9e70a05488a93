import { type CircleEvent, circleMembersAt, hasCircleEvents, takeCircleEvents } from '#domains/circles/server/index.ts'
import { userNamesOf } from '#domains/households/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import { notificationsCreated } from '../../contract/index.ts'
import type { CircleFacts } from '../../rules/describe-notification.ts'
import { closeJoinRequestNotifications, closeNotificationsByCause, timeZonesOf } from '../store/notifications.ts'
import { createNotifications, type NewNotification } from './create-notifications.ts'

const batchLimit = 100
const crossHousehold = { crossHousehold: 'jobs' } as const

/** Notifies members of circles of new circle events and closes notifications that are no longer current. They belong to no household. */
export async function notifyCircles(database: Database, now: Date): Promise<void> {
  while (await database.read(crossHousehold, hasCircleEvents))
    await database.write(crossHousehold, 'circle notifications', async (tx) => {
      for (const event of await takeCircleEvents(tx, batchLimit)) {
        const notifications = await notificationsOf(tx, event)
        const zones = await timeZonesOf(
          tx,
          notifications.flatMap(({ userIds }) => userIds),
        )
        const userIds = await createNotifications(tx, { householdId: null, now }, (userId) => zones.get(userId) ?? 'UTC', notifications)
        signalUsers(tx, notificationsCreated.name, [...userIds, ...(await closeOutdated(tx, event, now.toISOString()))])
      }
    })
}

async function notificationsOf(
  tx: Transaction,
  { id, circleId, name, actorId, userId, facts, at }: CircleEvent,
): Promise<NewNotification[]> {
  const members = await circleMembersAt(tx, circleId, at)
  const memberIds = members.map((one) => one.userId)
  const about = (subjectId: string): CircleFacts => ({ userId: subjectId, circle: facts.circle ?? '' })
  const others = (userIds: readonly string[]) => userIds.filter((one) => one !== actorId && one !== userId)
  switch (name) {
    case 'invited': {
      const canBeInvited = userId !== null && !memberIds.includes(userId) && (await userNamesOf(tx, [userId])).has(userId)
      return canBeInvited ? [{ type: 'circle_invite', cause: `invite:${id}`, userIds: [userId], facts: { circle: about(actorId) } }] : []
    }
    case 'asked': {
      const admins = members.filter(({ role }) => role === 'ADMIN').map((one) => one.userId)
      const cause = `ask:${circleId}:${userId}:${id}`
      return [{ type: 'circle_ask', cause, userIds: others(admins), facts: { circle: about(userId ?? '') } }]
    }
    case 'joined': {
      const type = 'circle_joined'
      const toOthers: NewNotification = { type, cause: `joined:${id}`, userIds: others(memberIds), facts: { circle: about(userId ?? '') } }
      if (userId === null || userId === actorId || !memberIds.includes(userId)) return [toOthers]
      return [toOthers, { type, cause: `joined:${id}`, userIds: [userId], facts: { circle: { ...about(actorId), isMe: true } } }]
    }
    case 'offered': {
      const { offer, notFor = [] } = facts
      if (!offer?.food || !offer.amount) return []
      const userIds = others(memberIds).filter((one) => !notFor.includes(one))
      return [
        {
          type: 'offer',
          cause: `offer:${offer.id}`,
          userIds,
          facts: { circle: { ...about(actorId), offer: { food: offer.food, amount: offer.amount } } },
        },
      ]
    }
    default:
      return []
  }
}

/** Closes what this event outdates. Returns the ids of the users it concerns. */
async function closeOutdated(tx: Transaction, { circleId, name, userId, facts }: CircleEvent, now: string): Promise<string[]> {
  if (name === 'offer_over' && facts.offer) return closeNotificationsByCause(tx, [`offer:${facts.offer.id}`], now)
  if (userId !== null && (name === 'joined' || name === 'answered')) return closeJoinRequestNotifications(tx, circleId, userId, now)
  return []
}
