import type { Database } from '#platform/server/database/index.ts'
import { debounceByKey } from '#platform/server/jobs/debounce.ts'
import type { LiveStreams } from '#platform/server/realtime/live-streams.ts'
import { sharingChangedTopic } from '#platform/server/realtime/user-signals.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import { sharedChanged } from '../../contract/index.ts'
import { linkedCircleMembers } from '../store/available.ts'
import { crossHousehold } from './loan-parties.ts'

/** Minimum time between two signals for one household. The first is sent immediately. */
const minIntervalMs = 250

/** Signals members of a household's circles when what it shares changes. Each process signals its own subscribers. */
export function signalSharedChanges(database: Database, live: LiveStreams, log: (message: string) => void): void {
  const signals = debounceByKey({ delayMs: minIntervalMs, isImmediate: true }, (_id: string, householdId: string) => {
    if (!live.hasSubscribers()) return
    database
      .read(crossHousehold, (q) => linkedCircleMembers(q, householdId))
      .then((userIds) => live.signalUsers(sharedChanged, new Set(userIds)))
      .catch((error: unknown) => log(`signaling shared changes failed: ${reasonOf(error)}`))
  })
  database.onMessage(sharingChangedTopic, (householdId) => signals.add(householdId, householdId))
}
