import { forEachHousehold } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/background-work.ts'
import { deleteMealEatersBefore, eraseOldNeeds, hasMealEatersBefore, hasOldNeeds } from './store.ts'

const dayMs = 86_400_000
const keptDays = 30
/** Days of meals are days of the household, which may be one behind UTC's. */
const keptMealDays = keptDays + 1

/** Erases guests removed 30 days ago, who ate meals before that, and what changes older than that can be undone to. */
export const oldNeedsJob = (database: Database): Job => ({
  name: 'removed guests and diets',
  everyMs: dayMs,
  concurrent: true,
  async run() {
    const daysAgo = (days: number) => new Date(database.now().getTime() - days * dayMs).toISOString()
    const before = daysAgo(keptDays)
    const day = daysAgo(keptMealDays).slice(0, 10)
    await forEachHousehold(database, async (householdId) => {
      if (await database.read(householdId, (q) => hasOldNeeds(q, householdId, before)))
        await database.write(householdId, 'erase old diets', (tx) => eraseOldNeeds(tx, householdId, before))
      if (await database.read(householdId, (q) => hasMealEatersBefore(q, householdId, day)))
        await database.write(householdId, 'erase who ate', (tx) => deleteMealEatersBefore(tx, householdId, day))
    })
  },
})
