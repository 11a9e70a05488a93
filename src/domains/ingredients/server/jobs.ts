import { forEachHousehold } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { erasePicture, listPictureUses, setUnusedAt } from './store.ts'

const dayMs = 86_400_000
const keptDays = 30

/** Deletes pictures that no ingredient has had for 30 days. */
export const pictureErasureJob = (database: Database): Job => ({
  name: 'unused pictures',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    const now = database.now()
    const [at, before] = [now, new Date(now.getTime() - keptDays * dayMs)].map((time) => time.toISOString()) as [string, string]
    await forEachHousehold(database, async (householdId) => {
      for (const { id, unused_at, is_used } of await database.read(householdId, (q) => listPictureUses(q, householdId))) {
        const isMarked = unused_at !== null
        if (Boolean(is_used) === isMarked)
          await database.write(householdId, 'mark picture', (tx) => setUnusedAt(tx, householdId, id, isMarked ? null : at))
        else if (isMarked && unused_at < before)
          await database.write(householdId, 'erase picture', (tx) => erasePicture(tx, householdId, id, before))
      }
    })
  },
})
