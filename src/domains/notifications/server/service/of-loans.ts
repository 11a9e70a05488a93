import type { membersOf } from '#domains/households/server/service.ts'
import {
  type BorrowStatus,
  borrowAccepted,
  borrowCancelled,
  borrowExpired,
  borrowRejected,
  borrowRequested,
  loanGiven,
  offerTaken,
} from '#domains/sharing/contract.ts'
import { requestsOf } from '#domains/sharing/server/service.ts'
import { amount } from '#domains/shopping/rules/why.ts'
import type { Change } from '#platform/server/changes.ts'
import type { Transaction } from '#platform/server/database.ts'
import type { Turn } from '#platform/server/log-readers.ts'
import type { NotificationType } from '../../contract.ts'
import type { LoanStep } from '../../rules/friends.ts'
import type { Notice } from './give.ts'

const events = [borrowRequested, borrowAccepted, borrowRejected, borrowCancelled, borrowExpired, loanGiven, offerTaken]
/** Names of the changes that tell somebody of a loan; each stands in the logs of both sides, and each log tells its own members. */
export const loanEvents: readonly string[] = events.map(({ name }) => name)

type Members = Awaited<ReturnType<typeof membersOf>>
type Row = Awaited<ReturnType<typeof requestsOf>>[number]
const payloadOf = (change: Change) => change.payload as { requestId: string; was?: BorrowStatus }
const asked = (requestId: string) => `borrow:${requestId}:asked`

/** Causes of what was told of requests that have an answer now, or need none. */
export const answeredBy = (changes: readonly Change[]): string[] =>
  changes.filter(({ name }) => name !== borrowRequested.name).map((change) => asked(payloadOf(change).requestId))

/** What members of a household are told of its loans; nobody of what they did themselves. */
export async function ofLoans(tx: Transaction, { householdId }: Turn, changes: readonly Change[], members: Members): Promise<Notice[]> {
  const ids = changes.map((change) => payloadOf(change).requestId)
  const rows = new Map((await requestsOf(tx, householdId, ids)).map((row) => [row.id, row]))
  return changes.flatMap((change): Notice[] => {
    const row = rows.get(payloadOf(change).requestId)
    if (!row) return []
    const told = row.household_id === householdId ? toLender(row, change, members) : toRequester(row, change)
    if (!told) return []
    const { step, userIds } = told
    const here = new Set<string>(members.map(({ userId }) => userId))
    return [
      {
        type: types[step],
        cause: step === 'asked' ? asked(row.id) : `borrow:${row.id}:${step}`,
        userIds: userIds.filter((userId) => here.has(userId) && userId !== change.actorId),
        facts: { loan: { step, userId: change.actorId, food: row.food_name, amount: amount(row.milli, row.unit) } },
        // It counts among the requests that wait.
        bornRead: step === 'asked',
      },
    ]
  })
}

const types: Record<LoanStep, NotificationType> = {
  asked: 'borrow_request',
  accepted: 'borrow_answer',
  rejected: 'borrow_answer',
  fetched: 'borrow_answer',
  taken: 'borrow_answer',
  called_off: 'borrow_over',
  released: 'borrow_over',
  unanswered: 'borrow_over',
  unfetched: 'borrow_over',
}

interface Told {
  step: LoanStep
  userIds: readonly string[]
}

function toRequester({ requester_id }: Row, { name, payload }: Change): Told | null {
  const { was } = payload as { was?: BorrowStatus }
  const step: LoanStep | null =
    name === borrowAccepted.name
      ? 'accepted'
      : name === borrowRejected.name
        ? 'rejected'
        : name === borrowCancelled.name
          ? 'called_off'
          : name === borrowExpired.name
            ? was === 'ACCEPTED'
              ? 'unfetched'
              : 'unanswered'
            : null
  return step && { step, userIds: [requester_id] }
}

/** A request asks everybody who may answer it; what becomes of a promise concerns who made it, or the owners once they left. */
function toLender({ lender_id }: Row, change: Change, members: Members): Told | null {
  const { name, actorId } = change
  if (name === borrowRequested.name)
    return { step: 'asked', userIds: members.filter(({ role }) => role !== 'VIEWER').map(({ userId }) => userId) }
  const promised = payloadOf(change).was === 'ACCEPTED'
  const isOurs = members.some(({ userId }) => userId === actorId)
  const step: LoanStep | null =
    name === loanGiven.name
      ? 'fetched'
      : name === offerTaken.name
        ? 'taken'
        : (name === borrowCancelled.name || name === borrowExpired.name) && promised && !isOurs
          ? 'released'
          : null
  const isHere = members.some(({ userId }) => userId === lender_id)
  return step && { step, userIds: isHere ? [lender_id] : members.filter(({ role }) => role === 'OWNER').map(({ userId }) => userId) }
}
