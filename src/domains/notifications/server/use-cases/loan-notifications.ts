import { changeUndone } from '#domains/households/contract/index.ts'
import type { membersOf } from '#domains/households/server/index.ts'
import {
  type BorrowStatus,
  borrowAccepted,
  borrowCancelled,
  borrowExpired,
  borrowRejected,
  borrowRequested,
  debtReopened,
  debtSettled,
  loanGiven,
  offerTaken,
} from '#domains/sharing/contract/index.ts'
import { requestsOf } from '#domains/sharing/server/index.ts'
import { amount } from '#domains/shopping/rules/why.ts'
import type { ConsumerContext } from '#platform/server/changes/consumers.ts'
import type { Change } from '#platform/server/changes/log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { NotificationType } from '../../contract/index.ts'
import type { LoanStep } from '../../rules/friends.ts'
import type { Notice } from './create-notifications.ts'

const steps = [borrowRequested, borrowAccepted, borrowRejected, borrowCancelled, borrowExpired, loanGiven, offerTaken]
const after = [debtSettled, debtReopened, changeUndone]
/** Names of the changes that may tell somebody of a loan; each stands in the logs of both sides, and each log tells its own members. */
export const loanEvents: readonly string[] = [...steps, ...after].map(({ name }) => name)
const isAfter = ({ name }: Change) => after.some((event) => event.name === name)

type Members = Awaited<ReturnType<typeof membersOf>>
type Row = Awaited<ReturnType<typeof requestsOf>>[number]
interface Payload {
  requestId?: string
  /** Of a settlement. */
  requestIds?: string[]
  how?: 'returned' | 'never_mind'
  was?: BorrowStatus
}
const payloadOf = (change: Change) => change.payload as Payload
const idsOf = (change: Change): string[] => {
  const { requestId, requestIds } = payloadOf(change)
  return requestIds ?? (requestId === undefined ? [] : [requestId])
}
/** Most of what is undone is no loan. */
export const isLoanChange = (change: Change): boolean => idsOf(change).length > 0
const asked = (requestId: string) => `borrow:${requestId}:asked`

/** Causes of what was told of requests that have an answer now, or need none. */
export const answeredBy = (changes: readonly Change[]): string[] =>
  changes.filter((change) => change.name !== borrowRequested.name && !isAfter(change)).flatMap((change) => idsOf(change).map(asked))

/** What members of a household are told of its loans; nobody of what they did themselves. */
export async function loanNotifications(
  tx: Transaction,
  { householdId }: ConsumerContext,
  changes: readonly Change[],
  members: Members,
): Promise<Notice[]> {
  const known = new Map((await requestsOf(tx, householdId, changes.flatMap(idsOf))).map((row) => [row.id, row]))
  return changes.flatMap((change): Notice[] => {
    const rows = idsOf(change).flatMap((id) => known.get(id) ?? [])
    // One settlement may close several loans of a food.
    return [...Map.groupBy(rows, ({ food_name }) => food_name).values()].flatMap((ofIngredient): Notice[] => {
      const [row] = ofIngredient
      const told = row && (row.household_id === householdId ? toLender(row, change, members) : toRequester(row, change, members))
      if (!told) return []
      const { step, userIds } = told
      const here = new Set<string>(members.map(({ userId }) => userId))
      const cause = isAfter(change) ? `change:${householdId}:${change.seq}:${row.id}` : `borrow:${row.id}:${step}`
      return [
        {
          type: types[step],
          cause: step === 'asked' ? asked(row.id) : cause,
          userIds: userIds.filter((userId) => here.has(userId) && userId !== change.actorId),
          facts: { loan: { step, userId: change.actorId, food: row.food_name, amount: amountOf(ofIngredient) } },
          // It counts among the requests that wait.
          bornRead: step === 'asked',
        },
      ]
    })
  })
}

const amountOf = (rows: readonly Row[]) => rows.map(({ milli, unit }) => amount(milli, unit)).join(' + ')

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
  returned: 'borrow_over',
  never_mind: 'borrow_over',
  owed_again: 'borrow_over',
  taken_back: 'borrow_over',
}

interface Told {
  step: LoanStep
  userIds: readonly string[]
}

/** What the other side did about a loan after it was fetched; one's own doing is no news. */
function afterwards(change: Change, members: Members): LoanStep | null {
  if (!isAfter(change) || members.some(({ userId }) => userId === change.actorId)) return null
  if (change.name === debtReopened.name) return 'owed_again'
  return change.name === changeUndone.name ? 'taken_back' : (payloadOf(change).how ?? null)
}

function toRequester({ requester_id }: Row, change: Change, members: Members): Told | null {
  const { name } = change
  const { was } = payloadOf(change)
  const step: LoanStep | null = isAfter(change)
    ? afterwards(change, members)
    : name === borrowAccepted.name
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
  const step: LoanStep | null = isAfter(change)
    ? afterwards(change, members)
    : name === loanGiven.name
      ? 'fetched'
      : name === offerTaken.name
        ? 'taken'
        : (name === borrowCancelled.name || name === borrowExpired.name) && promised && !isOurs
          ? 'released'
          : null
  const isHere = members.some(({ userId }) => userId === lender_id)
  return step && { step, userIds: isHere ? [lender_id] : members.filter(({ role }) => role === 'OWNER').map(({ userId }) => userId) }
}
