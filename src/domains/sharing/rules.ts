import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import type { BorrowStatus } from './contract/index.ts'

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

const hourMs = 3_600_000
const maxDays = 7
/** How long an offer of an expired lot stays open. */
const expiredDays = 1

/** Returns when an offer ends: at the end of the expiry day in `timeZone`, and at most a week from now. */
export function offerEndsAt(expiresOn: CalendarDate, timeZone: string, now: Date): string {
  const inDays = (days: number) => now.getTime() + days * 24 * hourMs
  const isPast = expiresOn < dayIn(timeZone, now)
  const isFar = expiresOn > dayIn(timeZone, new Date(inDays(maxDays)))
  return new Date(isPast ? inDays(expiredDays) : isFar ? inDays(maxDays) : endOfDay(expiresOn, timeZone)).toISOString()
}

/** Returns the start of the next day in epoch milliseconds. Steps by 15 minutes, because every zone's offset is a multiple of that. */
function endOfDay(day: CalendarDate, timeZone: string): number {
  let at = Date.parse(`${day}T12:00:00.000Z`) - 14 * hourMs
  while (dayIn(timeZone, new Date(at)) <= day) at += hourMs / 4
  return at
}

/** A completed loan that is not settled. `milli` is in thousandths of `unit`. */
export interface OpenLoan {
  id: string
  isOwedToUs: boolean
  /** Id of the other household. */
  otherId: string
  ingredient: string
  milli: number
  unit: Unit
  createdAt: string
}

/** The total owed of one ingredient in one direction between two households. */
interface DebtLine {
  ids: string[]
  isOwedToUs: boolean
  otherId: string
  ingredient: string
  /** In thousandths of `unit`, the unit of the oldest loan. */
  milli: number
  unit: Unit
  since: string
}

/** Adds up loans by household, direction, ingredient and unit family, oldest first. Amounts that can't be converted stay separate. */
export function groupDebts(loans: readonly OpenLoan[]): DebtLine[] {
  const lines = new Map<string, DebtLine & { exact: number }>()
  for (const { id, milli, unit, createdAt, ...loan } of loans.toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))) {
    const key = JSON.stringify([loan.otherId, loan.isOwedToUs, ingredientKey(loan.ingredient), familyOf(unit)])
    const line = lines.get(key)
    if (!line) {
      lines.set(key, { ...loan, ids: [id], milli, exact: milli, unit, since: createdAt })
      continue
    }
    line.ids.push(id)
    line.exact += convert(milli, unit, line.unit) ?? 0
    line.milli = Math.round(line.exact)
  }
  return [...lines.values()].map(({ exact: _exact, ...line }) => line)
}
