import { type LeaseTimes, openLease } from '#platform/server/jobs/lease.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import { linkChangedTopic } from '../use-cases/connect-household.ts'
import { HouseholdPublisher, type PublisherDeps } from './household-publisher.ts'

export interface Publisher {
  close(): Promise<void>
}

const tickMs = 1_000

/** Starts to send households to Home Assistant. Of several processes, one at a time is connected to the broker. */
export function openPublisher(deps: PublisherDeps, times?: LeaseTimes): Publisher {
  const { database, log } = deps
  const lease = openLease(database, 'home assistant', log, times)
  let publisher: HouseholdPublisher | null = null
  let closing: Promise<void> = Promise.resolve()

  function tick(): void {
    if (lease.isHeld()) {
      publisher ??= new HouseholdPublisher(deps, lease.now)
      publisher.poll()
    } else if (publisher) {
      closing = publisher.close()
      publisher = null
    }
  }
  database.onChanges((householdId) => publisher?.onChange(householdId))
  database.onMessage(linkChangedTopic, () => publisher?.onLinksChanged())
  const timer = setInterval(tick, tickMs).unref()
  lease.renew().then(tick, (error: unknown) => log(`Home Assistant is delayed: ${reasonOf(error)}`))

  return {
    async close() {
      clearInterval(timer)
      await publisher?.close()
      publisher = null
      await closing
      await lease.close()
    },
  }
}
