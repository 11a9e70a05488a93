import { recordChange } from '#platform/server/changes/log.ts'
import type { Reader, Scope, Transaction } from '#platform/server/database/index.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { signalUsers } from '#platform/server/realtime/user-signals.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { notFound, Problem } from '#platform/shared/problem.ts'
import type { CircleRole } from '../../contract.ts'
import * as store from '../store/index.ts'

/** A free call, as far as circles need it. */
export interface CircleCall<Reply, Answer> {
  readonly caller: Caller
  read<T>(scope: Scope, work: (q: Reader) => Promise<T>): Promise<T>
  write(scope: Scope, work: (tx: Transaction) => Promise<Reply>): Promise<Answer>
}

export const adminsOnly = () => new Problem(403, 'role_denied', 'Only the circle’s admins can do that.')

/**
 * A write in a circle, in the scope of the households linked to it and `also`: their members hear of it. Who is not in the circle hears 404
 * before anything is locked; inside it is asked again, by `enter`.
 */
export async function writeInCircle<Reply, Answer>(
  { caller, read, write }: CircleCall<Reply, Answer>,
  circleId: string,
  needs: CircleRole | 'outsider',
  work: (tx: Transaction, households: readonly HouseholdId[]) => Promise<Reply>,
  also: readonly HouseholdId[] = [],
): Promise<Answer> {
  const linked = await read({ crossHousehold: 'circles' }, async (q) => {
    if (needs !== 'outsider') checkRole((await store.circleOf(q, caller.userId, circleId))?.role, needs)
    return store.linkedHouseholds(q, circleId)
  })
  const households = [...new Set([...linked, ...also])].sort()
  return write(households.length > 0 ? households : { user: caller.userId }, (tx) => work(tx, households))
}

/** Throws 404 for who is not in the circle, 403 for who may not do it. */
function checkRole(role: CircleRole | undefined, needs: CircleRole): void {
  if (!role) throw notFound()
  if (needs === 'ADMIN' && role !== 'ADMIN') throw adminsOnly()
}

/** Takes the circle for the rest of the transaction, and asks what the caller is in it now. Circle first, members after: no deadlock. */
export async function requireRole(tx: Transaction, caller: Caller, circleId: string, needs: CircleRole): Promise<store.CircleRow> {
  await store.holdCircle(tx, circleId)
  const row = (await store.holdMember(tx, circleId, caller.userId)) ? await store.circleOf(tx, caller.userId, circleId) : undefined
  checkRole(row?.role, needs)
  return row as store.CircleRow
}

/** Puts the event into the log of every household that is linked at this moment, and hints it to everybody who is in the circle at this moment. */
export async function publishToCircle(
  tx: Transaction,
  caller: Caller,
  circleId: string,
  households: readonly HouseholdId[],
  event: EventType,
  payload: object = {},
  alsoHears: readonly string[] = [],
): Promise<void> {
  const linked = new Set(await store.linkedHouseholds(tx, circleId))
  for (const householdId of households) {
    if (linked.has(householdId)) await recordChange(tx, { ...caller, householdId }, event, { circleId, ...payload })
  }
  const members = (await store.membersOf(tx, [circleId])).map(({ user_id }) => user_id)
  signalUsers(tx, event.name, [...new Set([...members, ...alsoHears])])
}
