import { forEachHousehold } from '#domains/households/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { erasePicture, listPictureUses, setUnusedAt } from './store.ts'

const dayMs = 86_400_000
const keptDays = 30

/** Returns the ids of the pictures that something else has. */
type ListPictures = (q: Reader, householdId: HouseholdId) => Promise<readonly string[]>

/** Deletes pictures that nothing has had for 30 days. */
export const pictureErasureJob = (database: Database, listOthers: ListPictures): Job => ({
  name: 'unused pictures',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    const now = database.now()
    const [at, before] = [now, new Date(now.getTime() - keptDays * dayMs)].map((time) => time.toISOString()) as [string, string]
    await forEachHousehold(database, async (householdId) => {
      const [pictures, others] = await database.read(householdId, (q) =>
        Promise.all([listPictureUses(q, householdId), listOthers(q, householdId)]),
      )
      for (const { id, unused_at, is_used } of pictures) {
        const isMarked = unused_at !== null
        const isUsed = Boolean(is_used) || others.includes(id)
        if (isUsed === isMarked)
          await database.write(householdId, 'mark picture', (tx) => setUnusedAt(tx, householdId, id, isMarked ? null : at))
        else if (isMarked && unused_at < before)
          await database.write(householdId, 'erase picture', (tx) => erasePicture(tx, householdId, id, before))
      }
    })
  },
})
