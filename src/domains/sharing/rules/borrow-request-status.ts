import { conflict, Problem } from '#platform/shared/problem.ts'
import type { BorrowStatus } from '../contract/index.ts'

/** Days after `expiresAt` that an accepted request can still be picked up. */
const graceDays = 7

export const pickupEndsAt = (expiresAt: string): string => new Date(Date.parse(expiresAt) + graceDays * 86_400_000).toISOString()

/** Returns the request's status at `now`, even if the scheduled job has not stored it yet. */
export function statusAt(
  request: { status: BorrowStatus; expires_at: string; lapses_at: string; has_deleted_household?: 0 | 1 },
  now: string,
): BorrowStatus {
  if (request.status !== 'PENDING' && request.status !== 'ACCEPTED') return request.status
  if (request.has_deleted_household === 1) return 'CANCELLED'
  const until = request.status === 'PENDING' ? request.expires_at : request.lapses_at
  return until <= now ? 'EXPIRED' : request.status
}

export type Side = 'requester' | 'lender'
export type TargetStatus = 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED'

/** Who may make each transition, and from which status. Before accepting, a lender rejects instead of cancelling. */
const transitions: Record<TargetStatus, { side: Side; from: readonly BorrowStatus[] }[]> = {
  ACCEPTED: [{ side: 'lender', from: ['PENDING'] }],
  REJECTED: [{ side: 'lender', from: ['PENDING'] }],
  CANCELLED: [
    { side: 'requester', from: ['PENDING', 'ACCEPTED'] },
    { side: 'lender', from: ['ACCEPTED'] },
  ],
  COMPLETED: [{ side: 'requester', from: ['ACCEPTED'] }],
}

const deniedMessages: Record<TargetStatus, string> = {
  ACCEPTED: /*i18n*/ 'Only the owning household can accept.',
  REJECTED: /*i18n*/ 'Only the owning household can reject. You can cancel your request instead.',
  CANCELLED: /*i18n*/ 'Only the person who asked can cancel this.',
  COMPLETED: /*i18n*/ 'Only the person who asked can mark it as completed.',
}

const conflictMessages: Record<BorrowStatus, string> = {
  PENDING: /*i18n*/ 'No one has answered this request yet.',
  ACCEPTED: /*i18n*/ 'This request has already been accepted.',
  REJECTED: /*i18n*/ 'This request was rejected.',
  COMPLETED: /*i18n*/ 'This loan is already completed.',
  CANCELLED: /*i18n*/ 'This request was cancelled.',
  EXPIRED: /*i18n*/ 'This request has expired.',
}

/** Returns the 409 for a transition that `status` does not allow. */
export const transitionConflict = (status: BorrowStatus): Problem => conflict('borrow_state', conflictMessages[status])

/** Throws 403 if only the other side may make the transition, 409 if `status` does not allow it. */
export function checkTransition(side: Side, status: BorrowStatus, to: TargetStatus): void {
  const step = transitions[to].find((one) => one.side === side)
  if (!step) throw new Problem(403, 'role_denied', deniedMessages[to])
  if (!step.from.includes(status)) throw transitionConflict(status)
}
