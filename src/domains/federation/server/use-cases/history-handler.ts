import type { HistoryHandler } from '#domains/households/server/index.ts'
import type { Change } from '#platform/server/changes/change-log.ts'
import { say } from '#platform/shared/say.ts'
import { formatExactAmountOf } from '#platform/shared/unit-display.ts'
import * as contract from '../../contract/index.ts'
import { linkNamesOf } from '../store/links.ts'
import { findLoans, type ShownLoan } from '../store/loans.ts'

type Payload = { linkId?: string; linkedLoanId?: string; by?: contract.HouseholdLink['endedBy'] }

const linkSentences: Record<string, (who: string, by: Payload['by']) => string> = {
  [contract.linkInvited.name]: () => say`Invited a household on another Larder`,
  [contract.linkJoining.name]: (who) => say`Accepted the invitation of ${who}`,
  [contract.linkAsked.name]: (who) => say`${who} accepted your invitation`,
  [contract.linkConfirmed.name]: (who) => say`Linked with ${who}`,
  [contract.linkEnded.name]: (who, by) => (by === 'them' ? say`${who} ended the link` : say`Ended the link with ${who}`),
}

const { linkedLoanEvents: loans } = contract
const loanSentences: Record<string, (what: string, who: string, side: ShownLoan['side']) => string> = {
  [loans.asked.name]: (what, who, side) => (side === 'borrower' ? say`Asked ${who} for ${what}` : say`${who} asked for ${what}`),
  [loans.accepted.name]: (what, who, side) =>
    side === 'borrower' ? say`${who} agreed to lend ${what}` : say`Agreed to lend ${what} to ${who}`,
  [loans.declined.name]: (what, who, side) =>
    side === 'borrower' ? say`${who} declined to lend ${what}` : say`Declined to lend ${what} to ${who}`,
  [loans.expired.name]: (what) => say`The loan of ${what} expired`,
  [loans.cancelled.name]: (what) => say`Cancelled the loan of ${what}`,
  [loans.given.name]: (what, who) => say`Lent ${what} to ${who}`,
  [loans.received.name]: (what, who) => say`Borrowed ${what} from ${who}`,
  [loans.returned.name]: (what) => say`Settled ${what}`,
  [loans.waived.name]: (what) => say`${say`Settled ${what}`}, no return needed`,
}

export const federationHistory: HistoryHandler = {
  names: [...Object.keys(linkSentences), ...Object.keys(loanSentences)],
  async describe(q, householdId, changes) {
    const payloadOf = (change: Change) => change.payload as Payload
    const links = changes.some((change) => change.name in linkSentences) ? await linkNamesOf(q, householdId) : new Map<string, string>()
    const ids = changes.flatMap((change) => payloadOf(change).linkedLoanId ?? [])
    const rows = new Map((await findLoans(q, householdId, ids)).map((row) => [row.id, row]))
    const nameOf = (name: string | null | undefined) => name || say`a household on another Larder`
    const sentence = (change: Change): string => {
      const { linkId = '', linkedLoanId = '', by } = payloadOf(change)
      const describeLink = linkSentences[change.name]
      if (describeLink) return describeLink(nameOf(links.get(linkId)), by)
      const row = rows.get(linkedLoanId)
      const what = row ? formatExactAmountOf(row.milli, row.unit, row.food_name) : say`a deleted item`
      return loanSentences[change.name]?.(what, nameOf(row?.peer_name), row?.side ?? 'lender') ?? change.name
    }
    return new Map(changes.map((change) => [change.seq, sentence(change)]))
  },
}
