import type { ChangeConsumer } from '#platform/server/log-readers.ts'
import { enqueueWebhookDeliveries } from './service/webhooks.ts'

/** Every change goes into the outbox of the household's webhooks. */
export const webhookConsumer: ChangeConsumer = {
  name: 'webhooks',
  consume: (tx, { householdId, now }, changes) => enqueueWebhookDeliveries(tx, householdId, changes, now),
}
