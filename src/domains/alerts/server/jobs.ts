import { type Forecasts, lotsAtRisk } from '#domains/forecast/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/consumers.ts'
import { lastSeq } from '#platform/server/changes/log.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { householdsNow } from './store.ts'
import { reconcileRisk } from './use-cases/reconcile.ts'

/**
 * Waste that the forecast sees coming. It reckons for a while, so it does not stand among the readers of the log: every few minutes the
 * households in which something happened, or a day began, are asked for. Nothing else by the clock waits for it.
 */
export function wasteRiskJob(database: Database, forecasts: Forecasts): Job {
  const seen = new Map<HouseholdId, string>()

  async function look(householdId: HouseholdId, timeZone: string, now: Date, today: CalendarDate): Promise<void> {
    const before = await database.read(householdId, (q) => lastSeq(q, householdId))
    const risks = await lotsAtRisk(forecasts, { householdId, today, read: database.read })
    const context: ConsumerContext = { householdId, userId: null, now, timeZone, today }
    const causes = risks.map(({ lotId, ingredientId, probability, lot }) => ({
      lotId,
      ingredientId,
      chance: probability,
      expiresOn: lot.goes_off_on,
    }))
    const reached = await database.write(householdId, 'waste to come', async (tx) => {
      // What happened while it was reckoned the forecast has not seen: the next turn asks again.
      if ((await lastSeq(tx, householdId)) !== before) return null
      await reconcileRisk(tx, context, causes)
      return lastSeq(tx, householdId)
    })
    if (reached !== null) seen.set(householdId, `${reached} ${today}`)
  }

  return {
    name: 'waste to come',
    everyMs: 300_000,
    // A start has better things to do.
    afterMs: 60_000,
    concurrent: true,
    async run(now) {
      const failures: unknown[] = []
      for (const { id: householdId, seq, time_zone: timeZone } of await database.read({ crossHousehold: 'jobs' }, householdsNow)) {
        const today = dayIn(timeZone, now)
        if (seen.get(householdId) === `${seq} ${today}`) continue
        // One household that cannot be reckoned keeps nobody else waiting.
        await look(householdId, timeZone, now, today).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
