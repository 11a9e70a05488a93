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
import { findRequests } from '#domains/sharing/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import type { NotificationType } from '../../contract/index.ts'
import type { LoanStep } from '../../rules/describe-notification.ts'
import type { NewNotification } from './create-notifications.ts'

const beforePickup = [borrowRequested, borrowAccepted, borrowRejected, borrowCancelled, borrowExpired, loanGiven, offerTaken]
const afterPickup = [debtSettled, debtReopened, changeUndone]
/** Names of the changes that may concern a loan. Both households have them in their logs, and each notifies its own members. */
export const loanChangeNames: readonly string[] = [...beforePickup, ...afterPickup].map(({ name }) => name)
const isAfterPickup = ({ name }: Change) => afterPickup.some((event) => event.name === name)

type Members = Awaited<ReturnType<typeof membersOf>>
type Row = Awaited<ReturnType<typeof findRequests>>[number]
interface Payload {
  requestId?: string
  /** Set if several loans are settled at once. */
  requestIds?: string[]
  how?: 'returned' | 'never_mind'
  was?: BorrowStatus
}
const payloadOf = (change: Change) => change.payload as Payload
const idsOf = (change: Change): string[] => {
  const { requestId, requestIds } = payloadOf(change)
  return requestIds ?? (requestId === undefined ? [] : [requestId])
}
/** Returns false for an undo of anything but a loan. */
export const isLoanChange = (change: Change): boolean => idsOf(change).length > 0
const requestCause = (requestId: string) => `borrow:${requestId}:asked`

/** Returns the causes of the notifications about requests that these changes answer. */
export const answeredRequestCauses = (changes: readonly Change[]): string[] =>
  changes
    .filter((change) => change.name !== borrowRequested.name && !isAfterPickup(change))
    .flatMap((change) => idsOf(change).map(requestCause))

/** Builds the notifications about changed loans, except for the user who made the change. */
export async function loanNotifications(
  tx: Transaction,
  { householdId }: ConsumerContext,
  changes: readonly Change[],
  members: Members,
): Promise<NewNotification[]> {
  const requests = new Map((await findRequests(tx, householdId, changes.flatMap(idsOf))).map((row) => [row.id, row]))
  return changes.flatMap((change): NewNotification[] => {
    const rows = idsOf(change).flatMap((id) => requests.get(id) ?? [])
    // Several loans of an ingredient settled together become one notification.
    return [...Map.groupBy(rows, ({ food_name }) => food_name).values()].flatMap((ofIngredient): NewNotification[] => {
      const [row] = ofIngredient
      const found = row && (row.household_id === householdId ? stepForLender(row, change, members) : stepForRequester(row, change, members))
      if (!found) return []
      const { step, userIds } = found
      const memberIds = new Set<string>(members.map(({ userId }) => userId))
      const cause = isAfterPickup(change) ? `change:${householdId}:${change.seq}:${row.id}` : `borrow:${row.id}:${step}`
      return [
        {
          type: types[step],
          cause: step === 'asked' ? requestCause(row.id) : cause,
          userIds: userIds.filter((userId) => memberIds.has(userId) && userId !== change.actorId),
          facts: { loan: { step, userId: change.actorId, food: row.food_name, amount: amountOf(ofIngredient) } },
          // The badge counts pending requests already.
          isRead: step === 'asked',
        },
      ]
    })
  })
}

const amountOf = (rows: readonly Row[]) => rows.map(({ milli, unit }) => formatExactAmount(milli, unit)).join(' + ')

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
  handed_over: 'borrow_answer',
}

interface StepFor {
  step: LoanStep
  userIds: readonly string[]
}

/** Returns what the other household did with a loan after pickup; null if it was this household. */
function stepAfterPickup(change: Change, members: Members): LoanStep | null {
  if (!isAfterPickup(change) || members.some(({ userId }) => userId === change.actorId)) return null
  if (change.name === debtReopened.name) return 'owed_again'
  return change.name === changeUndone.name ? 'taken_back' : (payloadOf(change).how ?? null)
}

function stepForRequester({ requester_id }: Row, change: Change, members: Members): StepFor | null {
  const { name } = change
  const { was } = payloadOf(change)
  const step: LoanStep | null = isAfterPickup(change)
    ? stepAfterPickup(change, members)
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

/** A new request concerns everyone who may answer it; later steps the member who accepted it, or the owners if that member left. */
function stepForLender({ lender_id }: Row, change: Change, members: Members): StepFor | null {
  const { name, actorId } = change
  if (name === borrowRequested.name)
    return { step: 'asked', userIds: members.filter(({ role }) => role !== 'VIEWER').map(({ userId }) => userId) }
  const wasAccepted = payloadOf(change).was === 'ACCEPTED'
  const isOwnChange = members.some(({ userId }) => userId === actorId)
  const step: LoanStep | null = isAfterPickup(change)
    ? stepAfterPickup(change, members)
    : name === loanGiven.name
      ? 'fetched'
      : name === offerTaken.name
        ? 'taken'
        : (name === borrowCancelled.name || name === borrowExpired.name) && wasAccepted && !isOwnChange
          ? 'released'
          : null
  const isHere = members.some(({ userId }) => userId === lender_id)
  return step && { step, userIds: isHere ? [lender_id] : members.filter(({ role }) => role === 'OWNER').map(({ userId }) => userId) }
}
