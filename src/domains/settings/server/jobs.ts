import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import type { Encryption } from '#platform/server/security/encryption.ts'
import { type HookSettings, post } from './gateway.ts'
import { dueDeliveries, isLockedOut, parcelOf, settle } from './use-cases/webhooks.ts'

// Messages per webhook and run, messages per run, and concurrent addresses.
const [perWebhook, limit, maxAtOnce] = [20, 400, 64]

/** Sends the messages in the outbox. A run starts what is due and returns, so no other job waits for a slow receiver. */
export interface Sender {
  readonly job: Job
  /** Resolves when nothing is being sent. */
  idle(): Promise<void>
}

export function openSender(database: Database, secrets: Encryption, hooks: HookSettings, log: (message: string) => void): Sender {
  const underWay = new Map<string, Promise<void>>()
  type Due = Awaited<ReturnType<typeof dueDeliveries>>[number]

  /** Returns false if there was no response: later messages to this address wait for the next run. */
  async function send({ household_id: householdId, id }: Due, now: Date): Promise<boolean> {
    const parcel = await database.read(householdId, (q) => parcelOf(q, householdId, id))
    if (!parcel) return true
    const isResting = await database.read(householdId, (q) => isLockedOut(q, parcel.created_by))
    const status = isResting ? null : await post(hooks, { ...parcel, secret: secrets.decrypt(parcel.secret_box) }, now)
    await database.write(householdId, 'settle a webhook', (tx) => settle(tx, householdId, parcel, isResting ? 'resting' : status, now))
    return status !== null || isResting
  }

  /** Sends messages in order, one at a time, so a slow address delays only itself. */
  async function sendAll(due: readonly Due[], now: Date): Promise<void> {
    for (const one of due) if (!(await send(one, now))) return
  }

  return {
    job: {
      name: 'webhooks',
      everyMs: 2_000,
      async run(now) {
        const due = await database.read({ crossHousehold: 'jobs' }, (q) => dueDeliveries(q, now.toISOString(), { perWebhook, limit }))
        for (const [webhookId, ofOne] of Map.groupBy(due, ({ webhook_id }) => webhook_id)) {
          if (underWay.has(webhookId) || underWay.size >= maxAtOnce) continue
          const work = sendAll(ofOne, now)
            .catch((error: unknown) => log(`a webhook was not settled: ${error instanceof Error ? error.name : 'unknown'}`))
            .finally(() => underWay.delete(webhookId))
          underWay.set(webhookId, work)
        }
      },
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay.values())
    },
  }
}
