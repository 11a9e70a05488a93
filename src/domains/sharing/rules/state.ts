import { conflict, Problem } from '#platform/shared/problem.ts'
import type { BorrowStatus } from '../contract/index.ts'

/** Days after its date that an accepted request waits to be fetched. */
const graceDays = 7

export const lapsesAt = (expiresAt: string): string => new Date(Date.parse(expiresAt) + graceDays * 86_400_000).toISOString()

/** What a request is at this moment, whether or not somebody has written it down yet. */
export function statusAt(
  request: { status: BorrowStatus; expires_at: string; lapses_at: string; is_cut?: 0 | 1 },
  now: string,
): BorrowStatus {
  if (request.status !== 'PENDING' && request.status !== 'ACCEPTED') return request.status
  if (request.is_cut === 1) return 'CANCELLED'
  const until = request.status === 'PENDING' ? request.expires_at : request.lapses_at
  return until <= now ? 'EXPIRED' : request.status
}

export type Side = 'requester' | 'lender'
export type Wish = 'ACCEPTED' | 'REJECTED' | 'CANCELLED' | 'COMPLETED'

/** Whose each step is, and from where it goes. A lender calls off only what they have accepted: before, they reject. */
const steps: Record<Wish, { side: Side; from: readonly BorrowStatus[] }[]> = {
  ACCEPTED: [{ side: 'lender', from: ['PENDING'] }],
  REJECTED: [{ side: 'lender', from: ['PENDING'] }],
  CANCELLED: [
    { side: 'requester', from: ['PENDING', 'ACCEPTED'] },
    { side: 'lender', from: ['ACCEPTED'] },
  ],
  COMPLETED: [{ side: 'requester', from: ['ACCEPTED'] }],
}

const denied: Record<Wish, string> = {
  ACCEPTED: /*i18n*/ 'Only the owning household can accept.',
  REJECTED: /*i18n*/ 'Only the owning household can reject. You can cancel your request instead.',
  CANCELLED: /*i18n*/ 'Only the person who asked can cancel this.',
  COMPLETED: /*i18n*/ 'Only the person who asked can mark it as completed.',
}

const told: Record<BorrowStatus, string> = {
  PENDING: /*i18n*/ 'No one has answered this request yet.',
  ACCEPTED: /*i18n*/ 'This request has already been accepted.',
  REJECTED: /*i18n*/ 'This request was rejected.',
  COMPLETED: /*i18n*/ 'This loan is already completed.',
  CANCELLED: /*i18n*/ 'This request was cancelled.',
  EXPIRED: /*i18n*/ 'This request has expired.',
}

/** A step that the request’s state does not allow. */
export const outOfTurn = (status: BorrowStatus): Problem => conflict('borrow_state', told[status])

/** Throws 403 for a step that is the other side’s, 409 for one from another state. */
export function checkStep(side: Side, status: BorrowStatus, to: Wish): void {
  const step = steps[to].find((one) => one.side === side)
  if (!step) throw new Problem(403, 'role_denied', denied[to])
  if (!step.from.includes(status)) throw outOfTurn(status)
}
