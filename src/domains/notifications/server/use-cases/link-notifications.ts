import { type LinkedLoanEvent, linkAsked, linkConfirmed, linkEnded, linkedLoanEvents } from '#domains/federation/contract/index.ts'
import { findLinkedLoans, linkNamesOf, type ShownLinkedLoan } from '#domains/federation/server/index.ts'
import type { membersOf } from '#domains/households/server/index.ts'
import type { ConsumerContext } from '#platform/server/changes/change-consumer-interface.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { formatExactAmount } from '#platform/shared/unit-display.ts'
import type { NotificationType } from '../../contract/index.ts'
import type { LoanStep } from '../../rules/describe-notification.ts'
import type { NewNotification } from './create-notifications.ts'

const loanEvents = new Map(
  Object.entries(linkedLoanEvents).map(([key, { name }]): [string, LinkedLoanEvent] => [name, key as LinkedLoanEvent]),
)
const linkSteps = { [linkAsked.name]: 'asked', [linkConfirmed.name]: 'confirmed', [linkEnded.name]: 'ended' } as const
const stepOfLink = (name: string) => (name in linkSteps ? linkSteps[name as keyof typeof linkSteps] : null)

/** Whether a change is about a household on another server. */
export const isLinkChange = ({ name }: Change): boolean => loanEvents.has(name) || stepOfLink(name) !== null

interface Payload {
  linkId?: string
  linkedLoanId?: string
  was?: string
  by?: string
}
const payloadOf = (change: Change) => change.payload as Payload
const askedCause = (loanId: string) => `borrow:${loanId}:asked`

/** Returns the causes of the notifications about requests that these changes answer. */
export const answeredLinkCauses = (changes: readonly Change[]): string[] =>
  changes
    .filter(({ name }) => loanEvents.has(name) && name !== linkedLoanEvents.asked.name)
    .map((change) => askedCause(payloadOf(change).linkedLoanId ?? ''))

type Members = Awaited<ReturnType<typeof membersOf>>

/** Builds the notifications about what households on other servers did. */
export async function linkNotifications(
  tx: Transaction,
  { householdId }: ConsumerContext,
  changes: readonly Change[],
  members: Members,
): Promise<NewNotification[]> {
  if (changes.length === 0) return []
  const loans = new Map(
    (
      await findLinkedLoans(
        tx,
        householdId,
        changes.flatMap((change) => payloadOf(change).linkedLoanId ?? []),
      )
    ).map((row) => [row.id, row]),
  )
  const names = await linkNamesOf(tx, householdId)
  return changes.flatMap((change) => {
    const { linkId = '', linkedLoanId = '' } = payloadOf(change)
    const loan = loans.get(linkedLoanId)
    return loan ? aboutLoan(loan, change, members) : aboutLink(names.get(linkId) ?? '', change, members)
  })
}

function aboutLink(household: string, change: Change, members: Members): NewNotification[] {
  const step = stepOfLink(change.name)
  // That the server ended it by itself, such as an invitation that expired, is no act of the other household.
  const isOwnEnd = step === 'ended' && payloadOf(change).by !== 'them'
  if (step === null || isOwnEnd || change.actorId !== null || household === '') return []
  return [
    {
      type: step === 'asked' ? 'circle_ask' : 'circle_joined',
      cause: `change:${change.householdId}:${change.seq}`,
      userIds: members.filter(({ role }) => isRoleAtLeast(role, 'ADMIN')).map(({ userId }) => userId),
      facts: { link: { step, household } },
    },
  ]
}

const types: Partial<Record<LoanStep, NotificationType>> = {
  asked: 'borrow_request',
  accepted: 'borrow_answer',
  rejected: 'borrow_answer',
  handed_over: 'borrow_answer',
}

function aboutLoan(row: ShownLinkedLoan, change: Change, members: Members): NewNotification[] {
  const event = loanEvents.get(change.name)
  // What members do here is no news; receiving is recorded in the name of the one who asked.
  const step = event && (change.actorId === null || event === 'received') ? stepOf(row, event, payloadOf(change).was === 'accepted') : null
  if (!step) return []
  const everyone = members.filter(({ role }) => role !== 'VIEWER')
  const one = members.filter(({ userId }) => userId === row.user_id)
  const owners = members.filter(({ role }) => role === 'OWNER')
  const recipients = step === 'asked' ? everyone : one.length > 0 ? one : owners
  return [
    {
      type: types[step] ?? 'borrow_over',
      cause: step === 'asked' ? askedCause(row.id) : `borrow:${row.id}:${step}`,
      userIds: recipients.map(({ userId }) => userId),
      facts: {
        loan: { step, userId: null, household: row.peer_name ?? '', food: row.food_name, amount: formatExactAmount(row.milli, row.unit) },
      },
      // The badge counts pending requests already.
      isRead: step === 'asked',
    },
  ]
}

function stepOf({ side }: ShownLinkedLoan, event: LinkedLoanEvent, wasAccepted: boolean): LoanStep | null {
  if (event === 'returned') return 'returned'
  if (side === 'lender')
    return event === 'asked' ? 'asked' : (event === 'cancelled' || event === 'expired') && wasAccepted ? 'released' : null
  switch (event) {
    case 'accepted':
      return 'accepted'
    case 'declined':
      return 'rejected'
    case 'cancelled':
      return 'called_off'
    case 'expired':
      return wasAccepted ? 'unfetched' : 'unanswered'
    case 'received':
      return 'handed_over'
    case 'waived':
      return 'never_mind'
    default:
      return null
  }
}
