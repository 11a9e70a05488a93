import { type BorrowerState, borrowerStates, type LenderState, lenderStates } from '../contract/messages.ts'

export type LoanSide = 'borrower' | 'lender'
/** The part of a loan that a side moves. */
export type LoanPart = LoanSide

/** Both parts of a loan, as one of its households knows them. */
export interface LoanState {
  readonly borrower: BorrowerState
  readonly lender: LenderState
}

const furthest = <S extends string>(order: readonly S[], a: S, b: S): S => (order.indexOf(a) >= order.indexOf(b) ? a : b)

/** Returns the state that includes both. In any order, and however often, the result is the same. */
export const joinStates = (a: LoanState, b: LoanState): LoanState => ({
  borrower: furthest(borrowerStates, a.borrower, b.borrower),
  lender: furthest(lenderStates, a.lender, b.lender),
})

export const isSameState = (a: LoanState, b: LoanState): boolean => a.borrower === b.borrower && a.lender === b.lender

/** Returns the state after the lender's server has followed what the borrower wants: to cancel, or that it was returned. */
export function followBorrower(state: LoanState): LoanState {
  if (state.borrower === 'cancelled' && (state.lender === 'open' || state.lender === 'accepted')) return { ...state, lender: 'cancelled' }
  if (state.borrower === 'returned' && state.lender === 'handed_over') return { ...state, lender: 'returned' }
  return state
}

/** Returns the state of a loan after a side was told more. */
export function takeIn(side: LoanSide, known: LoanState, said: LoanState): LoanState {
  const joined = joinStates(known, said)
  if (side === 'borrower') return joined
  // What isn't handed over can't be returned. Taken early, it would never be owed.
  return followBorrower(joined.borrower === 'returned' && !isHandedOver(joined) ? { ...joined, borrower: known.borrower } : joined)
}

/** Returns the state after the link ended: each side cancels its own part of what is open. */
export function closeLoan(side: LoanSide, state: LoanState): LoanState | null {
  return side === 'lender' ? moveLender(state, 'cancelled') : moveBorrower(state, 'cancelled')
}

/** Whether the lender refused it or let it expire, so that no food changes hands. Servers don't compare such loans. */
export const isVoid = ({ lender }: Pick<LoanState, 'lender'>): boolean => voidStates.includes(lender)
export const voidStates: readonly LenderState[] = ['declined', 'expired', 'cancelled']

/** Whether the food is with the borrower, or was. */
export const isHandedOver = ({ lender }: Pick<LoanState, 'lender'>): boolean =>
  lender === 'handed_over' || lender === 'returned' || lender === 'waived'

/** Whether the lender keeps the amount aside. */
export const isReserved = ({ lender }: Pick<LoanState, 'lender'>): boolean => lender === 'accepted'

/** Whether the borrower still owes the food. */
export const isOwed = ({ borrower, lender }: LoanState): boolean => lender === 'handed_over' && borrower !== 'returned'

/** Whether nothing more is expected: neither an answer nor food nor its return. */
export const isSettled = (state: LoanState): boolean => state.lender !== 'open' && state.lender !== 'accepted' && !isOwed(state)

type LenderMove = 'accepted' | 'declined' | 'expired' | 'cancelled' | 'handed_over' | 'returned' | 'waived'
const lenderMoves: Record<LenderMove, readonly LenderState[]> = {
  accepted: ['open'],
  declined: ['open'],
  expired: ['open', 'accepted'],
  cancelled: ['open', 'accepted'],
  handed_over: ['accepted'],
  returned: ['handed_over'],
  waived: ['handed_over'],
}

/** Returns the state after the lender's move; null if the loan is past it. */
export const moveLender = (state: LoanState, to: LenderMove): LoanState | null =>
  lenderMoves[to].includes(state.lender) ? { ...state, lender: to } : null

/** Returns the state after the borrower's move; null if the loan is past it. */
export function moveBorrower(state: LoanState, to: 'cancelled' | 'returned'): LoanState | null {
  const isPossible =
    to === 'cancelled'
      ? state.borrower === 'asked' && (state.lender === 'open' || state.lender === 'accepted')
      : state.borrower !== 'returned' && state.lender === 'handed_over'
  return isPossible ? { ...state, borrower: to } : null
}
