import { deleteReservation } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity.ts'
import * as contract from '../../contract/index.ts'
import { checkStep, type Side, statusAt, type Wish } from '../../rules/state.ts'
import * as store from '../store/borrow.ts'
import { complete } from './lend-items.ts'
import { bothOf, type Calling, recordBoth } from './loan-parties.ts'
import { promise, refused } from './reserve-for-loan.ts'
import { toRequest } from './to-response.ts'

/** One step of a request by one of its sides. Throws 404 for anybody else, 403 for the other side's step, 409 from another state. */
export async function changeBorrow<Answer>(
  call: Calling<contract.BorrowRequest, Answer>,
  id: string,
  { status, quantity }: BodyOf<typeof contract.changeBorrow>,
): Promise<Answer> {
  const { member } = call
  const find = (q: Reader) => store.findRequest(q, member.householdId, member.userId, id)
  const known = await call.read(member.householdId, find)
  if (!known) throw notFound()
  return call.write(bothOf(known), async (tx) => {
    const row = await find(tx)
    if (!row) throw notFound()
    const side: Side = row.household_id === member.householdId ? 'lender' : 'requester'
    const to: Wish = status === 'APPROVED' ? 'ACCEPTED' : status
    checkStep(side, statusAt(row, member.now.toISOString()), to)
    if (to === 'ACCEPTED') await accept(tx, member, row, quantity)
    else if (to === 'REJECTED') await end(tx, member, row, 'REJECTED', contract.borrowRejected, { lender_id: member.userId })
    else if (to === 'CANCELLED') await end(tx, member, row, 'CANCELLED', contract.borrowCancelled)
    else await complete(tx, member, row)
    return toRequest(await store.shownRequest(tx, row.household_id, row.id), side, member)
  })
}

/** Promises some of the lot: from here on others see that much less of it. */
async function accept(tx: Transaction, member: Member, row: store.RequestRow, quantity: number | undefined): Promise<void> {
  const milli = quantity === undefined ? row.milli : toMilli(quantity)
  if (milli > row.milli) throw conflict('more_than_asked', 'That’s more than was asked for.')
  const now = member.now.toISOString()
  if (!(await store.moveRequest(tx, row, 'PENDING', 'ACCEPTED', now, { milli, lender_id: member.userId })))
    throw await refused(tx, row, now)
  await promise(tx, row, milli, now)
  await recordBoth(tx, member, row, contract.borrowAccepted)
}

/** Ends an open request and lets go what was promised for it. */
async function end(
  tx: Transaction,
  member: Member,
  row: store.RequestRow,
  to: 'REJECTED' | 'CANCELLED',
  event: EventType,
  set: Partial<Pick<store.RequestRow, 'lender_id'>> = {},
): Promise<void> {
  const now = member.now.toISOString()
  if (!(await store.moveRequest(tx, row, row.status, to, now, set))) throw await refused(tx, row, now)
  await deleteReservation(tx, row.household_id as HouseholdId, row.id)
  await recordBoth(tx, member, row, event, to === 'CANCELLED' ? { was: row.status } : {})
}
