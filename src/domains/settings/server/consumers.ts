import type { ChangeConsumer } from '#platform/server/changes/change-consumer-interface.ts'
import { enqueueWebhookDeliveries } from './use-cases/webhooks.ts'

/** Adds every change to the outbox of the household's webhooks. */
export const webhookConsumer: ChangeConsumer = {
  name: 'webhooks',
  consume: (tx, { householdId, now }, changes) => enqueueWebhookDeliveries(tx, householdId, changes, now),
}
