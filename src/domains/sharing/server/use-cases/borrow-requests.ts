import { randomUUIDv7 } from 'node:crypto'
import { lockMember } from '#domains/circles/server/index.ts'
import {
  askLinked,
  changeLinkedLoan,
  countOpenLinkedLoans,
  type FederationDeps,
  findLinkedLoan,
  findLinkedOffer,
  type LinkedLoanMove,
  listLinkedLoans,
} from '#domains/federation/server/index.ts'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { deleteReservation } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser, Member, PrepareCall } from '#platform/server/endpoints/route.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import type { EventType } from '#platform/shared/event.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict, invalid, notFound } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { convert, type Unit } from '#platform/shared/units.ts'
import * as contract from '../../contract/index.ts'
import { checkTransition, pickupEndsAt, type Side, statusAt, type TargetStatus } from '../../rules/borrow-request-status.ts'
import { type VisibleLot, visibleLot } from '../store/available-lots.ts'
import * as store from '../store/borrow.ts'
import { completeLoan, reserveForLoan, statusConflict } from './loan-stock.ts'
import { partiesOf, recordInBothLogs } from './record-loan-changes.ts'
import { toLinkedRequest, toRequest } from './to-response.ts'

/** Whether the server links with others. */
type Links = Pick<FederationDeps, 'url'>

/** Returns the caller's own requests and those to their household, newest first; only one kind if `type` is set. */
export async function listBorrow(q: Reader, member: Member, type: 'my' | 'incoming' | undefined): Promise<contract.BorrowRequest[]> {
  const mine = type === 'incoming' ? [] : await store.requestsBy(q, member.householdId, member.userId)
  const theirs = type === 'my' ? [] : await store.requestsTo(q, member.householdId)
  const linked = (await listLinkedLoans(q, member)).filter(({ side }) => type !== (side === 'borrower' ? 'incoming' : 'my'))
  const ageKey = ({ createdAt, id }: contract.BorrowRequest) => `${createdAt} ${id}`
  return [
    ...mine.map((row) => toRequest(row, 'requester', member)),
    ...theirs.map((row) => toRequest(row, 'lender', member)),
    ...linked.map((row) => toLinkedRequest(row, member)),
  ].toSorted((a, b) => (ageKey(a) < ageKey(b) ? 1 : -1))
}

export async function countBorrow(q: Reader, { userId, now }: AuthenticatedUser): Promise<number> {
  const at = now.toISOString()
  return (await store.countPending(q, userId, at)) + (await countOpenLinkedLoans(q, userId, at))
}

/** Returns the lender of a lot, null if that is on another server, and the households here. Throws 404 if the caller can't see the lot. */
export async function findBorrowScope({ q, member, body }: PrepareCall<typeof contract.askToBorrow>, { url }: Links) {
  const lot = await visibleLot(q, member.userId, member.householdId, body.inventoryItemId)
  if (lot) return { scope: [member.householdId, lot.household_id], lender: lot.household_id }
  if (url === null || !(await findLinkedOffer(q, member, body.inventoryItemId))) throw notFound()
  return { scope: [member.householdId], lender: null }
}

/** Requests some of a lender's lot. Checks again that the caller sees it, and locks the membership, so that no one leaves the circle. */
export async function askToBorrow(
  tx: Transaction,
  member: Member,
  lender: HouseholdId | null,
  body: BodyOf<typeof contract.askToBorrow>,
): Promise<contract.BorrowRequest> {
  if (lender === null) return askLinkedHousehold(tx, member, body)
  const lot = await visibleLot(tx, member.userId, member.householdId, body.inventoryItemId)
  if (!lot || lot.household_id !== lender || !(await lockMember(tx, lot.circle_id, member.userId))) throw notFound()
  checkExpiry(member, body)
  await checkUnit(tx, lot, body.unit)
  const row = newRow(member, lot, body)
  await store.insertRequest(tx, row)
  await recordInBothLogs(tx, member, row, contract.borrowRequested)
  return toRequest(await store.shownRequest(tx, row.household_id, row.id), 'requester', member)
}

function checkExpiry({ now }: Member, { expiresAt }: BodyOf<typeof contract.askToBorrow>): void {
  if (expiresAt <= now.toISOString()) throw invalid('expires_in_past', 'Choose a time in the future.', 'expiresAt')
}

/** A message would reach people who aren't known here, so there is none. */
async function askLinkedHousehold(tx: Transaction, member: Member, body: BodyOf<typeof contract.askToBorrow>) {
  checkExpiry(member, body)
  return toLinkedRequest(await askLinked(tx, member, body.inventoryItemId, body), member)
}

async function checkUnit(tx: Transaction, lot: VisibleLot, unit: Unit): Promise<void> {
  const ingredient = await findIngredient(tx, lot.household_id, lot.ingredient_id)
  if (convert(1, unit, lot.unit, ingredient ? JSON.parse(ingredient.conversions) : []) === null)
    throw invalid('not_comparable', say`This item is measured in ${unitLabel(lot.unit, 2)}. Choose a matching unit.`, 'unit')
}

function newRow(member: Member, lot: VisibleLot, body: BodyOf<typeof contract.askToBorrow>): store.RequestRow {
  const at = member.now.toISOString()
  return {
    household_id: lot.household_id,
    id: randomUUIDv7(),
    lot_id: body.inventoryItemId,
    borrower_household_id: member.householdId,
    circle_id: lot.circle_id,
    requester_id: member.userId,
    lender_id: lot.user_id ?? '',
    status: 'PENDING',
    milli: toMilli(body.quantity),
    unit: body.unit,
    message: body.message || null,
    food_name: lot.name,
    food_category: lot.category,
    expires_at: body.expiresAt,
    lapses_at: pickupEndsAt(body.expiresAt),
    offer_id: null,
    given_seq: null,
    received_seq: null,
    created_at: at,
    updated_at: at,
  }
}

async function findRequest(q: Reader, { householdId, userId }: Member, id: string): Promise<store.RequestRow> {
  const row = await store.findRequest(q, householdId, userId, id)
  if (!row) throw notFound()
  return row
}

/** Returns both households of the request; one if the other is on another server. Throws 404 if the caller is on neither side. */
export async function findLoanScope({ q, member, params }: PrepareCall<typeof contract.changeBorrow>) {
  const linked = await findLinkedLoan(q, member, params.id)
  return { scope: linked ? [linked.household_id] : partiesOf(await findRequest(q, member, params.id)) }
}

const linkedMoves: Record<TargetStatus, LinkedLoanMove> = {
  ACCEPTED: 'accepted',
  REJECTED: 'declined',
  CANCELLED: 'cancelled',
  COMPLETED: 'handed_over',
}

/** Throws 404 if the caller is on neither side, 403 if only the other side may do this, 409 if the status does not allow it. */
export async function changeBorrow(
  tx: Transaction,
  member: Member,
  links: Links,
  id: string,
  { status, quantity }: BodyOf<typeof contract.changeBorrow>,
): Promise<contract.BorrowRequest> {
  const to: TargetStatus = status === 'APPROVED' ? 'ACCEPTED' : status
  const linked = await findLinkedLoan(tx, member, id)
  if (linked) {
    if (quantity !== undefined && toMilli(quantity) !== linked.milli)
      throw invalid('whole_only', 'A household on another server gets what it asked for, or nothing.', 'quantity')
    return toLinkedRequest(await changeLinkedLoan(tx, member, links, linked, linkedMoves[to]), member)
  }
  const row = await findRequest(tx, member, id)
  const side: Side = row.household_id === member.householdId ? 'lender' : 'requester'
  checkTransition(side, statusAt(row, member.now.toISOString()), to)
  if (to === 'ACCEPTED') await accept(tx, member, row, quantity)
  else if (to === 'REJECTED') await end(tx, member, row, 'REJECTED', contract.borrowRejected, { lender_id: member.userId })
  else if (to === 'CANCELLED') await end(tx, member, row, 'CANCELLED', contract.borrowCancelled)
  else await completeLoan(tx, member, row)
  return toRequest(await store.shownRequest(tx, row.household_id, row.id), side, member)
}

async function accept(tx: Transaction, member: Member, row: store.RequestRow, quantity: number | undefined): Promise<void> {
  const milli = quantity === undefined ? row.milli : toMilli(quantity)
  if (milli > row.milli) throw conflict('more_than_asked', 'That’s more than was asked for.')
  const now = member.now.toISOString()
  if (!(await store.updateStatus(tx, row, 'PENDING', 'ACCEPTED', now, { milli, lender_id: member.userId })))
    throw await statusConflict(tx, row, now)
  await reserveForLoan(tx, row, milli, now)
  await recordInBothLogs(tx, member, row, contract.borrowAccepted)
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
  await recordInBothLogs(tx, member, row, event, to === 'CANCELLED' ? { was: row.status } : {})
}
