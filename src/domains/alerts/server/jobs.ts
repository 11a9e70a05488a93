import { type Forecasts, lotsAtRisk } from '#domains/forecast/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/consumers.ts'
import { lastSeq } from '#platform/server/changes/log.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { householdsWithSeq } from './store.ts'
import { reconcileRisk } from './use-cases/reconcile.ts'

/**
 * Reconciles waste-risk alerts with the forecast, for households with new changes or a new day. A job instead of a change consumer, since a
 * forecast takes seconds.
 */
export function wasteRiskJob(database: Database, forecasts: Forecasts): Job {
  const seen = new Map<HouseholdId, string>()

  async function update(householdId: HouseholdId, timeZone: string, now: Date, today: CalendarDate): Promise<void> {
    const before = await database.read(householdId, (q) => lastSeq(q, householdId))
    const risks = await lotsAtRisk(forecasts, { householdId, today, read: database.read })
    const context: ConsumerContext = { householdId, userId: null, now, timeZone, today }
    const causes = risks.map(({ lotId, ingredientId, probability, lot }) => ({
      lotId,
      ingredientId,
      chance: probability,
      expiresOn: lot.goes_off_on,
    }))
    const seqReached = await database.write(householdId, 'waste risk alerts', async (tx) => {
      // The forecast is outdated if something changed while it ran; the next run repeats it.
      if ((await lastSeq(tx, householdId)) !== before) return null
      await reconcileRisk(tx, context, causes)
      return lastSeq(tx, householdId)
    })
    if (seqReached !== null) seen.set(householdId, `${seqReached} ${today}`)
  }

  return {
    name: 'waste risk alerts',
    everyMs: 300_000,
    // Leaves the server time to start.
    afterMs: 60_000,
    concurrent: true,
    async run(now) {
      const failures: unknown[] = []
      for (const { id: householdId, seq, time_zone: timeZone } of await database.read({ crossHousehold: 'jobs' }, householdsWithSeq)) {
        const today = dayIn(timeZone, now)
        if (seen.get(householdId) === `${seq} ${today}`) continue
        // A household whose forecast fails must not block the others.
        await update(householdId, timeZone, now, today).catch((error: unknown) => failures.push(error))
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
