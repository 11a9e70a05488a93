import type { Story } from '#domains/households/server/service.ts'
import { amount } from '#domains/shopping/rules/why.ts'
import type { HouseholdId } from '#platform/contract/ids.ts'
import type { Change } from '#platform/server/changes.ts'
import * as contract from '../../contract.ts'
import { requestsOf } from '../store/borrow.ts'
import { offersOf } from '../store/offers.ts'
import { otherSide, reopen } from './debts.ts'
import { giveBack } from './loan.ts'
import { bothOf } from './sides.ts'

const ofRequest: Record<string, string> = {
  [contract.borrowRequested.name]: 'Asked to borrow',
  [contract.borrowAccepted.name]: 'Agreed to lend',
  [contract.borrowRejected.name]: 'Would not lend',
  [contract.borrowCancelled.name]: 'Called off the loan of',
  [contract.borrowExpired.name]: 'Time ran out for the loan of',
  [contract.loanGiven.name]: 'Lent',
  [contract.loanReceived.name]: 'Borrowed',
  [contract.offerTaken.name]: 'Took the offer of',
}
const ofOffer: Record<string, string> = { [contract.offerMade.name]: 'Offered', [contract.offerWithdrawn.name]: 'Withdrew the offer of' }
const ofDebt: Record<string, string> = {
  [contract.debtSettled.name]: 'Settled',
  [contract.debtReopened.name]: 'Opened again what was settled:',
}

type Payload = { requestId?: string; requestIds?: string[]; offerId?: string; how?: string }
const idsOf = (change: Change): string[] => {
  const { requestId, requestIds } = change.payload as Payload
  return requestIds ?? (requestId === undefined ? [] : [requestId])
}

/** What loans, offers and settlements say of themselves, and how they are taken back. */
export const sharingStory: Story = {
  names: [...Object.keys(ofRequest), ...Object.keys(ofOffer), ...Object.keys(ofDebt)],
  async tell(q, householdId, changes) {
    const requests = new Map((await requestsOf(q, householdId, changes.flatMap(idsOf))).map((row) => [row.id, row]))
    const offered = changes.flatMap((change) => (change.payload as Payload).offerId ?? [])
    const offers = new Map((await offersOf(q, householdId, offered)).map((row) => [row.id, row]))
    const sentence = (change: Change): string => {
      const { offerId, how } = change.payload as Payload
      const rows = change.name in ofOffer ? [offers.get(offerId ?? '')] : idsOf(change).map((id) => requests.get(id))
      const things = rows.map((row) => (row ? `${amount(row.milli, row.unit)} ${row.food_name}` : 'something that is gone')).join(', ')
      const verb = ofRequest[change.name] ?? ofOffer[change.name] ?? ofDebt[change.name]
      return `${verb} ${things}${how === 'never_mind' ? ', never mind' : ''}`
    }
    return new Map(changes.map((change) => [change.seq, sentence(change)]))
  },
  undo: (tx, member, change) => (change.name === contract.debtSettled.name ? reopen : giveBack)(tx, member, change),
  async reaches(q, householdId: HouseholdId, change) {
    if (change.undo === null) return []
    if (change.name === contract.debtSettled.name) return otherSide(q, householdId, change)
    const [row] = await requestsOf(q, householdId, idsOf(change))
    return row ? bothOf(row).filter((id) => id !== householdId) : []
  },
}
