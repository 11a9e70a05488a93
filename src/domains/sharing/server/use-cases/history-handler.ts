import type { HistoryHandler } from '#domains/households/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { say } from '#platform/shared/say.ts'
import { formatExactAmountOf } from '#platform/shared/unit-display.ts'
import * as contract from '../../contract/index.ts'
import { findRequests } from '../store/borrow.ts'
import { offersOf } from '../store/offers.ts'
import { undoLoan } from './loan-stock.ts'
import { partiesOf } from './record-loan-changes.ts'
import { otherHouseholdOf, undoSettlement } from './settle-debts.ts'

type Sentences = Record<string, (what: string) => string>
const requestSentences: Sentences = {
  [contract.borrowRequested.name]: (what) => say`Asked to borrow ${what}`,
  [contract.borrowAccepted.name]: (what) => say`Agreed to lend ${what}`,
  [contract.borrowRejected.name]: (what) => say`Declined to lend ${what}`,
  [contract.borrowCancelled.name]: (what) => say`Cancelled the loan of ${what}`,
  [contract.borrowExpired.name]: (what) => say`The loan of ${what} expired`,
  [contract.loanGiven.name]: (what) => say`Lent ${what}`,
  [contract.loanReceived.name]: (what) => say`Borrowed ${what}`,
  [contract.offerTaken.name]: (what) => say`Claimed the offer of ${what}`,
}
const offerSentences: Sentences = {
  [contract.offerMade.name]: (what) => say`Offered ${what}`,
  [contract.offerWithdrawn.name]: (what) => say`Withdrew the offer of ${what}`,
}
const debtSentences: Sentences = {
  [contract.debtSettled.name]: (what) => say`Settled ${what}`,
  [contract.debtReopened.name]: (what) => say`Reopened: ${what}`,
}

type Payload = { requestId?: string; requestIds?: string[]; offerId?: string; how?: string }
const idsOf = (change: Change): string[] => {
  const { requestId, requestIds } = change.payload as Payload
  return requestIds ?? (requestId === undefined ? [] : [requestId])
}

export const sharingHistory: HistoryHandler = {
  names: [...Object.keys(requestSentences), ...Object.keys(offerSentences), ...Object.keys(debtSentences)],
  async describe(q, householdId, changes) {
    const requests = new Map((await findRequests(q, householdId, changes.flatMap(idsOf))).map((row) => [row.id, row]))
    const offered = changes.flatMap((change) => (change.payload as Payload).offerId ?? [])
    const offers = new Map((await offersOf(q, householdId, offered)).map((row) => [row.id, row]))
    const sentence = (change: Change): string => {
      const { offerId, how } = change.payload as Payload
      const rows = change.name in offerSentences ? [offers.get(offerId ?? '')] : idsOf(change).map((id) => requests.get(id))
      const things = rows.map((row) => (row ? formatExactAmountOf(row.milli, row.unit, row.food_name) : say`a deleted item`)).join(', ')
      const text = (requestSentences[change.name] ?? offerSentences[change.name] ?? debtSentences[change.name])?.(things) ?? change.name
      return how === 'never_mind' ? say`${text}, no return needed` : text
    }
    return new Map(changes.map((change) => [change.seq, sentence(change)]))
  },
  undo: (tx, member, change) => (change.name === contract.debtSettled.name ? undoSettlement : undoLoan)(tx, member, change),
  async reaches(q, householdId: HouseholdId, change) {
    if (change.undo === null) return []
    if (change.name === contract.debtSettled.name) return otherHouseholdOf(q, householdId, change)
    const [row] = await findRequests(q, householdId, idsOf(change))
    return row ? partiesOf(row).filter((id) => id !== householdId) : []
  },
}
