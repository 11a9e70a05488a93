import type { Database } from '#platform/server/database/index.ts'
import type { Live } from '#platform/server/realtime/stream.ts'
import { sharedTopic } from '#platform/server/realtime/user-signals.ts'
import { reasonOf } from '#platform/shared/logged-error.ts'
import { sharedChanged } from '../../contract/index.ts'
import { watchersOf } from '../store/available.ts'
import { crossHousehold } from './loan-parties.ts'

/** A household that changes much is looked up once in so long; the first time at once. */
const debounceMs = 250

/** Hints to friends' open screens that what a household shares has changed. Every process does it for its own streams. */
export function watchShared(database: Database, live: Live, log: (message: string) => void): void {
  const resting = new Map<string, { again: boolean }>()
  const look = (householdId: string): void => {
    const rest = resting.get(householdId)
    if (rest) {
      rest.again = true
      return
    }
    const mine = { again: false }
    resting.set(householdId, mine)
    setTimeout(() => {
      resting.delete(householdId)
      if (mine.again) look(householdId)
    }, debounceMs).unref()
    if (!live.hasSubscribers()) return
    database
      .read(crossHousehold, (q) => watchersOf(q, householdId))
      .then((userIds) => live.signalUsers(sharedChanged, new Set(userIds)))
      .catch((error: unknown) => log(`friends were not told at once: ${reasonOf(error)}`))
  }
  database.onMessage(sharedTopic, look)
}
