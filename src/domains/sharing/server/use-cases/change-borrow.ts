import { deleteReservation } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { EventType } from '#platform/shared/event.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity.ts'
import * as contract from '../../contract/index.ts'
import { checkTransition, type Side, statusAt, type TargetStatus } from '../../rules/state.ts'
import * as store from '../store/borrow.ts'
import { type LoanCall, partiesOf, recordBoth } from './loan-parties.ts'
import { completeLoan, reserveForLoan, statusConflict } from './loan-stock.ts'
import { toRequest } from './to-response.ts'

/** Throws 404 if the caller is on neither side, 403 if only the other side may do this, 409 if the status does not allow it. */
export async function changeBorrow<Answer>(
  call: LoanCall<contract.BorrowRequest, Answer>,
  id: string,
  { status, quantity }: BodyOf<typeof contract.changeBorrow>,
): Promise<Answer> {
  const { member } = call
  const find = (q: Reader) => store.findRequest(q, member.householdId, member.userId, id)
  const request = await call.read(member.householdId, find)
  if (!request) throw notFound()
  return call.write(partiesOf(request), async (tx) => {
    const row = await find(tx)
    if (!row) throw notFound()
    const side: Side = row.household_id === member.householdId ? 'lender' : 'requester'
    const to: TargetStatus = status === 'APPROVED' ? 'ACCEPTED' : status
    checkTransition(side, statusAt(row, member.now.toISOString()), to)
    if (to === 'ACCEPTED') await accept(tx, member, row, quantity)
    else if (to === 'REJECTED') await end(tx, member, row, 'REJECTED', contract.borrowRejected, { lender_id: member.userId })
    else if (to === 'CANCELLED') await end(tx, member, row, 'CANCELLED', contract.borrowCancelled)
    else await completeLoan(tx, member, row)
    return toRequest(await store.shownRequest(tx, row.household_id, row.id), side, member)
  })
}

async function accept(tx: Transaction, member: Member, row: store.RequestRow, quantity: number | undefined): Promise<void> {
  const milli = quantity === undefined ? row.milli : toMilli(quantity)
  if (milli > row.milli) throw conflict('more_than_asked', 'That’s more than was asked for.')
  const now = member.now.toISOString()
  if (!(await store.updateStatus(tx, row, 'PENDING', 'ACCEPTED', now, { milli, lender_id: member.userId })))
    throw await statusConflict(tx, row, now)
  await reserveForLoan(tx, row, milli, now)
  await recordBoth(tx, member, row, contract.borrowAccepted)
}

async function end(
  tx: Transaction,
  member: Member,
  row: store.RequestRow,
  to: 'REJECTED' | 'CANCELLED',
  event: EventType,
  set: Partial<Pick<store.RequestRow, 'lender_id'>> = {},
): Promise<void> {
  const now = member.now.toISOString()
  if (!(await store.updateStatus(tx, row, row.status, to, now, set))) throw await statusConflict(tx, row, now)
  await deleteReservation(tx, row.household_id, row.id)
  await recordBoth(tx, member, row, event, to === 'CANCELLED' ? { was: row.status } : {})
}
