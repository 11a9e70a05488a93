import { type CircleEvent, hasNews, peopleOf, takeCircleEvents } from '#domains/circles/server/index.ts'
import { namesOf } from '#domains/households/server/index.ts'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import { notificationsGiven } from '../../contract/index.ts'
import type { CircleFacts } from '../../rules/friends.ts'
import { settleAsks, settleCauses, zonesOf } from '../store/friends.ts'
import { createNotifications, type Notice } from './create-notifications.ts'

const maxAtOnce = 100
const crossHousehold = { crossHousehold: 'jobs' } as const

/** Tells people of circles what is new there, once; what is over is put away for them. It belongs to no household of theirs. */
export async function tellCircles(database: Database, now: Date): Promise<void> {
  while (await database.read(crossHousehold, hasNews))
    await database.write(crossHousehold, 'circle news', async (tx) => {
      for (const news of await takeCircleEvents(tx, maxAtOnce)) {
        const notices = await noticesOf(tx, news)
        const zones = await zonesOf(
          tx,
          notices.flatMap(({ userIds }) => userIds),
        )
        const told = await createNotifications(tx, { householdId: null, now }, (userId) => zones.get(userId) ?? 'UTC', notices)
        signalUsers(tx, notificationsGiven.name, [...told, ...(await settle(tx, news, now.toISOString()))])
      }
    })
}

async function noticesOf(tx: Transaction, { id, circleId, name, actorId, userId, facts, at }: CircleEvent): Promise<Notice[]> {
  const people = await peopleOf(tx, circleId, at)
  const all = people.map((one) => one.userId)
  const about = (who: string): CircleFacts => ({ userId: who, circle: facts.circle ?? '' })
  const others = (userIds: readonly string[]) => userIds.filter((one) => one !== actorId && one !== userId)
  switch (name) {
    case 'invited': {
      const isThere = userId !== null && !all.includes(userId) && (await namesOf(tx, [userId])).has(userId)
      return isThere ? [{ type: 'circle_invite', cause: `invite:${id}`, userIds: [userId], facts: { circle: about(actorId) } }] : []
    }
    case 'asked': {
      const admins = people.filter(({ role }) => role === 'ADMIN').map((one) => one.userId)
      const cause = `ask:${circleId}:${userId}:${id}`
      return [{ type: 'circle_ask', cause, userIds: others(admins), facts: { circle: about(userId ?? '') } }]
    }
    case 'joined': {
      const type = 'circle_joined'
      const toOthers: Notice = { type, cause: `joined:${id}`, userIds: others(all), facts: { circle: about(userId ?? '') } }
      if (userId === null || userId === actorId || !all.includes(userId)) return [toOthers]
      return [toOthers, { type, cause: `joined:${id}`, userIds: [userId], facts: { circle: { ...about(actorId), isMe: true } } }]
    }
    case 'offered': {
      const { offer, notFor = [] } = facts
      if (!offer?.food || !offer.amount) return []
      const userIds = others(all).filter((one) => !notFor.includes(one))
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

/** Answers for whom something was put away. */
async function settle(tx: Transaction, { circleId, name, userId, facts }: CircleEvent, now: string): Promise<string[]> {
  if (name === 'offer_over' && facts.offer) return settleCauses(tx, [`offer:${facts.offer.id}`], now)
  if (userId !== null && (name === 'joined' || name === 'answered')) return settleAsks(tx, circleId, userId, now)
  return []
}
