import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { deleteDeadLetters, dropOldNotifications, dropSent } from '../store/deliveries.ts'
import { deliverer, type Transports } from '../use-cases/deliver.ts'
import { enqueueDeliveries } from '../use-cases/enqueue-deliveries.ts'

const dayMs = 86_400_000
const sentDays = 7
const deadLetterDays = 30
const notificationDays = 90

/** What is due goes out; nobody who cooks waits for it. */
export function deliveryJobs(database: Database, transports: Transports): Job[] {
  const deliver = deliverer(database, transports)
  return [
    { name: 'what goes out', everyMs: 2_000, onSettle: true, run: (now) => enqueueDeliveries(database, now) },
    { name: 'deliveries', everyMs: 2_000, concurrent: true, run: deliver },
    {
      name: 'old news',
      everyMs: dayMs,
      run: (now) =>
        database.write({ crossHousehold: 'jobs' }, 'old news', async (tx) => {
          await dropSent(tx, new Date(now.getTime() - sentDays * dayMs).toISOString())
          await deleteDeadLetters(tx, new Date(now.getTime() - deadLetterDays * dayMs).toISOString())
          await dropOldNotifications(tx, new Date(now.getTime() - notificationDays * dayMs).toISOString())
        }),
    },
  ]
}
