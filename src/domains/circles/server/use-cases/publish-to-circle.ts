import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import * as store from '../store/index.ts'

/** Records the event in the log of every household linked now, and signals the current members and `alsoSignal`. */
export async function publishToCircle(
  tx: Transaction,
  caller: AuthenticatedUser,
  circleId: string,
  households: readonly HouseholdId[],
  event: EventType,
  payload: object = {},
  alsoSignal: readonly string[] = [],
): Promise<void> {
  const linked = new Set(await store.linkedHouseholds(tx, circleId))
  for (const householdId of households) {
    if (linked.has(householdId)) await recordChange(tx, { ...caller, householdId }, event, { circleId, ...payload })
  }
  const members = (await store.membersOf(tx, [circleId])).map(({ user_id }) => user_id)
  signalUsers(tx, event.name, [...new Set([...members, ...alsoSignal])])
}
