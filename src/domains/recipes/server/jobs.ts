import { forEachHousehold } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { erasePhoto, removedWithPhoto } from './store/photos.ts'

const dayMs = 86_400_000
const keptDays = 30

/** Deletes the photos of recipes that were removed more than 30 days ago. */
export const photoErasureJob = (database: Database): Job => ({
  name: 'photos of removed recipes',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    const before = new Date(database.now().getTime() - keptDays * dayMs).toISOString()
    await forEachHousehold(database, async (householdId) => {
      const removed = await database.read(householdId, (q) => removedWithPhoto(q, householdId, before))
      for (const { id } of removed) await database.write(householdId, 'erase photo', (tx) => erasePhoto(tx, householdId, id, before))
    })
  },
})
