import type { Database } from '#platform/server/database.ts'
import type { Job } from '#platform/server/jobs.ts'
import { deliverer, type Ways } from './service/deliver.ts'
import { gather } from './service/gather.ts'
import { dropOldNotifications, dropParked, dropSent } from './store/deliveries.ts'

const dayMs = 86_400_000
const sentDays = 7
const parkedDays = 30
const notificationDays = 90

/** What is due goes out; nobody who cooks waits for it. */
export function deliveryJobs(database: Database, ways: Ways): Job[] {
  const deliver = deliverer(database, ways)
  return [
    { name: 'what goes out', everyMs: 2_000, onSettle: true, run: (now) => gather(database, now) },
    { name: 'deliveries', everyMs: 2_000, concurrent: true, run: deliver },
    {
      name: 'old news',
      everyMs: dayMs,
      run: (now) =>
        database.write({ crossHousehold: 'jobs' }, 'old news', async (tx) => {
          await dropSent(tx, new Date(now.getTime() - sentDays * dayMs).toISOString())
          await dropParked(tx, new Date(now.getTime() - parkedDays * dayMs).toISOString())
          await dropOldNotifications(tx, new Date(now.getTime() - notificationDays * dayMs).toISOString())
        }),
    },
  ]
}
