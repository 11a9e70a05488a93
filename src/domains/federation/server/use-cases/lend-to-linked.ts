import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { lotWithReserved } from '#domains/inventory/server/index.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { conflict, invalid, notFound, Problem } from '#platform/shared/problem.ts'
import { toMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { convert, type Unit } from '#platform/shared/units.ts'
import type { LenderStatement } from '../../contract/messages.ts'
import { isOwed, type LoanState, moveBorrower, moveLender } from '../../rules/loan-state.ts'
import * as links from '../store/links.ts'
import * as store from '../store/loans.ts'
import * as offers from '../store/offers.ts'
import { type FederationDeps, isOpen, markDue } from './link-access.ts'
import { moveLoan, stateOf } from './move-loan.ts'

/** Returns the loans with linked households that the member sees: their own requests, and those to the household that it could lend. */
export async function listLinkedLoans(q: Reader, { householdId, userId }: Member): Promise<store.ShownLoan[]> {
  const rows = await store.loansOf(q, householdId)
  return rows.filter((row) => row.side === 'lender' || row.user_id === userId)
}

/** Returns what is owed between the household and linked ones, the oldest first. */
export async function listLinkedDebts(q: Reader, { householdId }: Member): Promise<store.ShownLoan[]> {
  return (await store.loansOf(q, householdId)).filter((row) => isOwed(stateOf(row))).toReversed()
}

interface Asking {
  readonly quantity: number
  readonly unit: Unit
  readonly expiresAt: string
}

/** Asks for something that a linked household shares. Throws 404 if it no longer does. Its server is told right after. */
export async function askLinked(tx: Transaction, member: Member, offerId: string, body: Asking): Promise<store.ShownLoan> {
  const { householdId, userId, now } = member
  const offer = await offers.findOffer(tx, member, offerId)
  const link = offer && (await links.findLink(tx, householdId, offer.link_id))
  if (!offer || !link || !isOpen(link)) throw notFound()
  if (convert(1, body.unit, offer.unit, []) === null)
    throw invalid('not_comparable', say`This item is measured in ${unitLabel(offer.unit, 2)}. Choose a matching unit.`, 'unit')
  const at = now.toISOString()
  const row: store.LoanRow = {
    household_id: householdId,
    id: randomUUIDv7(),
    link_id: link.id,
    loan_id: randomUUID(),
    side: 'borrower',
    borrower_state: 'asked',
    lender_state: 'open',
    item_id: offer.item_id,
    lot_id: null,
    food_name: offer.food_name,
    food_category: offer.food_category,
    milli: toMilli(body.quantity),
    unit: body.unit,
    expires_at: body.expiresAt,
    user_id: userId,
    food: null,
    peer_statement: null,
    moved_seq: null,
    created_at: at,
    updated_at: at,
  }
  await store.insertLoan(tx, row)
  await moveLoan(tx, row, stateOf(row), { now, member, set: {}, isNew: true })
  await markDue(tx, link, now)
  return shown(tx, member, row.id)
}

async function shown(q: Reader, { householdId }: Member, id: string): Promise<store.ShownLoan> {
  const row = await store.findLoan(q, householdId, id)
  if (!row) throw notFound()
  return row
}

/** Returns a loan that the member may change: one to their household, or their own request. */
export async function findLinkedLoan(q: Reader, { householdId, userId }: Member, id: string): Promise<store.ShownLoan | undefined> {
  const row = await store.findLoan(q, householdId, id)
  return row && (row.side === 'lender' || row.user_id === userId) ? row : undefined
}

export type LinkedLoanMove = 'accepted' | 'declined' | 'cancelled' | 'handed_over'

/**
 * Moves a loan as a member of one of its sides. The lender decides, and marks what was handed over; the borrower can cancel. Throws 403, or
 * 409 `borrow_state` if the loan is past it, `links_off`, `link_ended`, `lot_ended`, `not_enough`.
 */
export async function changeLinkedLoan(
  tx: Transaction,
  member: Member,
  { url }: Pick<FederationDeps, 'url'>,
  row: store.ShownLoan,
  to: LinkedLoanMove,
): Promise<store.ShownLoan> {
  const link = await links.findLink(tx, row.household_id, row.link_id)
  if (!link) throw notFound()
  if (row.side === 'borrower' && to !== 'cancelled') throw new Problem(403, 'role_denied', 'Only the household that lends it can do that.')
  if (to !== 'declined' && to !== 'cancelled' && url === null)
    throw conflict('links_off', 'This server doesn’t allow links with other servers. Its settings can.')
  if (to !== 'declined' && to !== 'cancelled' && !isOpen(link)) throw conflict('link_ended', 'You’re no longer linked with this household.')
  const isLate = to === 'accepted' && row.expires_at <= member.now.toISOString()
  const before = stateOf(row)
  const next = row.side === 'lender' ? moveLender(before, to) : moveBorrower(before, 'cancelled')
  if (!next || isLate) throw stateConflict(before)
  await apply(tx, member, row, next, to === 'handed_over' ? { food: await describeFood(tx, row) } : {})
  await markDue(tx, link, member.now)
  return shown(tx, member, row.id)
}

async function apply(tx: Transaction, member: Member, row: store.LoanRow, next: LoanState, set: Partial<Pick<store.LoanRow, 'food'>>) {
  const who = row.side === 'lender' ? { user_id: member.userId } : {}
  await moveLoan(tx, row, next, { now: member.now, member, set: { ...set, ...who } })
}

const stateConflict = ({ borrower, lender }: LoanState): Problem =>
  conflict(
    'borrow_state',
    borrower === 'cancelled' || lender === 'cancelled'
      ? 'This request was cancelled.'
      : lender === 'open'
        ? 'No one has answered this request yet.'
        : lender === 'accepted'
          ? 'This request has already been accepted.'
          : lender === 'declined'
            ? 'This request was rejected.'
            : lender === 'expired'
              ? 'This request has expired.'
              : 'This loan is already completed.',
  )

/** Returns how the lot is stored, for the household that receives some of it. */
async function describeFood(tx: Transaction, row: store.LoanRow): Promise<string> {
  const lot = row.lot_id === null ? undefined : (await lotWithReserved(tx, row.household_id, row.lot_id))?.row
  if (!lot) throw conflict('lot_ended', 'There’s none left.')
  const food: NonNullable<LenderStatement['food']> = {
    storage: lot.storage,
    isOpened: lot.is_opened === 1,
    expires: lot.expiration_date,
    dateKind: lot.date_kind,
    added: lot.added_on,
    opened: lot.opened_on,
    frozen: lot.frozen_on,
    frozenDaysLeft: lot.frozen_days_left,
    thawed: lot.thawed_on,
  }
  return JSON.stringify(food)
}

/** Closes what is owed. Only the lender can say that nothing needs to be returned. Throws `already_settled`. */
export async function settleLinkedLoans(
  tx: Transaction,
  member: Member,
  ids: readonly string[],
  how: 'returned' | 'never_mind',
): Promise<void> {
  for (const row of await store.findLoans(tx, member.householdId, ids)) {
    const before = stateOf(row)
    if (row.side === 'borrower' && how === 'never_mind') throw new Problem(403, 'role_denied', 'Only the lending household can waive this.')
    const next = row.side === 'lender' ? moveLender(before, how === 'returned' ? 'returned' : 'waived') : moveBorrower(before, 'returned')
    if (!next || !isOwed(before)) throw conflict('already_settled', 'This has already been settled.')
    await apply(tx, member, row, next, {})
    await markDue(tx, { household_id: row.household_id, id: row.link_id }, member.now)
  }
}
