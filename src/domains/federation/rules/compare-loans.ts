import { borrowerStates, lenderStates, maxKnown } from '../contract/messages.ts'
import type { LoanPart, LoanState } from './loan-state.ts'

/** What one server knows of a loan: its id, and how far each part is, as positions in the orders of states. */
export type KnownLoan = readonly [id: string, borrower: number, lender: number]

/** What one server knows of the loans with ids after `after`, up to and including `to`. A null `to` means up to the last. */
export interface KnownRange {
  readonly after: string
  readonly to: string | null
  readonly loans: readonly KnownLoan[]
}

export interface IdentifiedLoan extends LoanState {
  readonly id: string
}

const handedOver = lenderStates.indexOf('handed_over')
const compareIds = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const known = ({ id, borrower, lender }: IdentifiedLoan): KnownLoan => [id, borrowerStates.indexOf(borrower), lenderStates.indexOf(lender)]

/** Returns what to tell the other server of the loans after `after`. */
export function knownRange(loans: readonly IdentifiedLoan[], after: string): KnownRange {
  const rest = loans.filter(({ id }) => id > after).toSorted((a, b) => compareIds(a.id, b.id))
  const shown = rest.slice(0, maxKnown)
  return { after, to: rest.length > shown.length ? (shown.at(-1)?.id ?? null) : null, loans: shown.map(known) }
}

/** A part of a loan that the other server needs to be told. */
export interface NeededPart {
  readonly id: string
  readonly part: LoanPart
}

/**
 * Compares with what the other server knows. `tell`: parts that are further here, also its own ones that it lost. `wants`: ids of loans of
 * which it knows more. After the link ended, only loans that either side handed over: nothing else is taken in, so it would be told forever.
 */
export function compareLoans(
  loans: readonly IdentifiedLoan[],
  { after, to, loans: theirs }: KnownRange,
  { isEnded }: { isEnded: boolean },
) {
  const tell: NeededPart[] = []
  const wants: string[] = []
  const theirsById = new Map(theirs.map((loan) => [loan[0], loan]))
  const own = loans.filter(({ id }) => id > after && (to === null || id <= to)).toSorted((a, b) => compareIds(a.id, b.id))
  for (const loan of own) {
    const [, borrower, lender] = known(loan)
    const [, theirBorrower, theirLender] = theirsById.get(loan.id) ?? [loan.id, -1, -1]
    theirsById.delete(loan.id)
    if (isEnded && Math.max(lender, theirLender) < handedOver) continue
    // Asking comes before what follows from it.
    if (borrower > theirBorrower) tell.push({ id: loan.id, part: 'borrower' })
    if (lender > theirLender) tell.push({ id: loan.id, part: 'lender' })
    if (borrower < theirBorrower || lender < theirLender) wants.push(loan.id)
  }
  const unknown = [...theirsById.values()].filter(([, , lender]) => !isEnded || lender >= handedOver)
  return { tell, wants: [...wants, ...unknown.map(([id]) => id)] }
}
