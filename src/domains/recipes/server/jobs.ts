import type { Database } from '#platform/server/database.ts'
import type { Job } from '#platform/server/jobs.ts'
import { erasePhoto, removedWithPhoto } from './store/photos.ts'

const dayMs = 86_400_000
const keptDays = 30
const atOnce = 100

/** Erases photos of recipes that were removed more than 30 days ago: their bytes are free again. */
export const eraseRemovedPhotos = (database: Database): Job => ({
  name: 'photos of removed recipes',
  everyMs: dayMs,
  apart: true,
  async run() {
    const before = new Date(database.now().getTime() - keptDays * dayMs).toISOString()
    for (;;) {
      const due = await database.read({ door: 'jobs' }, (q) => removedWithPhoto(q, before, atOnce))
      for (const { household_id: householdId, id } of due)
        await database.write(householdId, 'erase photo', (tx) => erasePhoto(tx, householdId, id, before))
      if (due.length < atOnce) return
    }
  },
})
