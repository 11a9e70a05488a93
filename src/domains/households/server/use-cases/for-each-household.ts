import type { Database } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { householdsAfter } from '../store/index.ts'

const pageSize = 1000

/** Runs `work` for each household that wasn't deleted, one after the other. For jobs. */
export async function forEachHousehold(database: Database, work: (householdId: HouseholdId) => Promise<void>): Promise<void> {
  let last: HouseholdId | undefined
  do {
    const after: string = last ?? ''
    const households = await database.read({ crossHousehold: 'jobs' }, (q) => householdsAfter(q, after, pageSize))
    for (const householdId of households) await work(householdId)
    last = households.at(-1)
  } while (last !== undefined)
}
