import type { ChangeConsumer } from '#platform/server/log-readers.ts'
import { tellOf } from './service/webhooks.ts'

/** Every change goes into the outbox of the household's webhooks. */
export const webhookReader: ChangeConsumer = {
  name: 'webhooks',
  consume: (tx, { householdId, now }, changes) => tellOf(tx, householdId, changes, now),
}
