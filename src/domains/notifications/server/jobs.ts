import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { runEach } from '#platform/server/jobs/run-each.ts'
import type { ChannelServices } from './gateway/index.ts'
import { deleteDeadLetters, deleteOldNotifications, deleteSent } from './store/deliveries.ts'
import { enqueueDeliveries } from './use-cases/enqueue-deliveries.ts'
import { enqueueFoodMessages } from './use-cases/enqueue-food-messages.ts'
import { notifyCircles } from './use-cases/notify-circles.ts'

const dayMs = 86_400_000
const sentDays = 7
const deadLetterDays = 30
const notificationDays = 90

/** Creates notifications of circles, which have no change log to follow. */
export const circleNotificationsJob = (database: Database): Job => ({
  name: 'circle notifications',
  everyMs: 1_000,
  onSettle: true,
  run: (now) => notifyCircles(database, now),
})

/** Adds what is due to the outbox and deletes what is old. */
export function deliveryQueueJobs(database: Database, { transports }: Pick<ChannelServices, 'transports'>): Job[] {
  const enqueueDue = (now: Date) => runEach([enqueueFoodMessages, enqueueDeliveries], (enqueue) => enqueue(database, transports, now))
  return [
    { name: 'enqueue deliveries', everyMs: 2_000, onSettle: true, run: enqueueDue },
    {
      name: 'old notifications',
      everyMs: dayMs,
      run: (now) =>
        database.write({ crossHousehold: 'jobs' }, 'old notifications', async (tx) => {
          await deleteSent(tx, new Date(now.getTime() - sentDays * dayMs).toISOString())
          await deleteDeadLetters(tx, new Date(now.getTime() - deadLetterDays * dayMs).toISOString())
          await deleteOldNotifications(tx, new Date(now.getTime() - notificationDays * dayMs).toISOString())
        }),
    },
  ]
}
