import { randomUUIDv7 } from 'node:crypto'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { lotWithReserved, milliInUnitOf } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type BorrowerStatement, type LenderStatement, SignedLoan } from '../../contract/messages.ts'
import { followBorrower, isSameState, joinStates, type LoanSide, type LoanState } from '../../rules/loan-state.ts'
import type { FoundLink } from '../store/links.ts'
import * as store from '../store/loans.ts'
import { markDue } from './link-access.ts'
import { moveLoan, stateOf } from './move-loan.ts'
import { verifyMessage } from './sign-message.ts'

/** Maximum number of loans that another household may have asked for within a day, and that wait for an answer. */
const maxPerDay = 100
const maxOpen = 50
const dayMs = 86_400_000
/** How far ahead a request may expire. */
const maxWaitMs = 366 * dayMs

/** A statement whose signature and link were checked. */
interface CheckedStatement {
  readonly statement: SignedLoan
  /** What the other server signed; null for a statement of this server that the other one gave back. */
  readonly text: string | null
  /** The side of the loan that this household is on. */
  readonly side: LoanSide
}

/** Returns the statement; null unless the other household signed it for this link, or this one did before. */
export function checkStatement(link: FoundLink, text: string): CheckedStatement | null {
  const theirs = link.peer_key === null ? null : verifyMessage('larder-loan', text, link.peer_key)
  const payload = SignedLoan.safeParse(theirs ?? verifyMessage('larder-loan', text, link.public_key))
  if (!payload.success) return null
  const { data } = payload
  const [to, from] = theirs === null ? [link.peer_link_id, link.id] : [link.id, link.peer_link_id]
  if (data.link !== to || data.from !== from) return null
  const isOwnPart = theirs === null
  const side: LoanSide = isOwnPart ? data.part : data.part === 'borrower' ? 'lender' : 'borrower'
  return { statement: data, text: isOwnPart ? null : text, side }
}

/**
 * Takes in what the other household said about a loan, or what this one said before it lost it in a restore. Loans only ever move forward,
 * so an old or repeated statement changes nothing.
 */
export async function applyStatement(tx: Transaction, link: FoundLink, checked: CheckedStatement, now: Date): Promise<void> {
  const { statement, text, side } = checked
  const row = await store.findByLoanId(tx, link.household_id, link.id, statement.loan)
  if (!row) {
    if (statement.part === 'borrower') await addLoan(tx, link, { ...checked, statement }, now)
    return
  }
  if (row.side !== side || (statement.part === 'borrower' && !isSameLoan(row, statement))) return
  const before = stateOf(row)
  const said: LoanState = statement.part === 'borrower' ? { ...before, borrower: statement.state } : { ...before, lender: statement.state }
  const joined = joinStates(before, said)
  const next = side === 'lender' ? followBorrower(joined) : joined
  const isNews = !isSameState(before, joined)
  const food = statement.part === 'lender' && isNews && statement.food ? { food: JSON.stringify(statement.food) } : {}
  const keepsText = text !== null && (isNews || row.peer_statement === null)
  if (isSameState(before, next) && !keepsText) return
  await moveLoan(tx, row, next, { now, set: { ...food, ...(keepsText ? { peer_statement: text } : {}) } })
  if (side === 'lender' ? next.lender !== before.lender : next.borrower !== before.borrower) await markDue(tx, link, now)
}

const isSameLoan = (row: store.LoanRow, { item, amount, unit, until }: BorrowerStatement): boolean =>
  row.item_id === item && row.milli === toMilli(amount) && row.unit === unit && row.expires_at === until

type NewLoan = CheckedStatement & { readonly statement: BorrowerStatement }

/** Adds a loan that the other household asks for, or that this one asked for before a restore. */
async function addLoan(tx: Transaction, link: FoundLink, { statement, text, side }: NewLoan, now: Date): Promise<void> {
  const loans = await store.loansOfLink(tx, link.household_id, link.id)
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  if (side === 'lender' && loans.filter((loan) => loan.side === 'lender' && loan.created_at > dayAgo).length >= maxPerDay) return
  const lent = side === 'lender' ? await answerTo(tx, link, loans, statement, now) : null
  const at = now.toISOString()
  const row: store.LoanRow = {
    household_id: link.household_id,
    id: randomUUIDv7(),
    link_id: link.id,
    loan_id: statement.loan,
    side,
    borrower_state: 'asked',
    lender_state: 'open',
    item_id: statement.item,
    lot_id: lent?.lotId ?? null,
    food_name: lent?.name ?? statement.name,
    food_category: lent?.category ?? statement.category,
    milli: toMilli(statement.amount),
    unit: statement.unit,
    expires_at: statement.until,
    user_id: side === 'borrower' ? link.created_by : null,
    food: null,
    peer_statement: text,
    moved_seq: null,
    created_at: at,
    updated_at: at,
  }
  await store.insertLoan(tx, row)
  const said = { borrower: statement.state, lender: lent?.state ?? ('open' as const) }
  const next = side === 'lender' ? followBorrower(said) : said
  await moveLoan(tx, row, next, { now, set: {}, isNew: true })
  if (side === 'lender' && next.lender !== 'open') await markDue(tx, link, now)
}

interface Answer {
  state: 'open' | 'declined' | 'expired'
  lotId: string | null
  name?: string
  category?: string
}

/** Returns the lot asked for, and whether a person here should answer. Only what the household shares can be asked for. */
async function answerTo(
  tx: Transaction,
  link: FoundLink,
  loans: readonly store.LoanRow[],
  statement: BorrowerStatement,
  now: Date,
): Promise<Answer> {
  const lot = (await lotWithReserved(tx, link.household_id, statement.item))?.row
  const ingredient = lot && (await findIngredient(tx, link.household_id, lot.ingredient_id))
  if (!lot || !ingredient) return { state: 'declined', lotId: null }
  const until = Date.parse(statement.until)
  const isAllowed =
    lot.is_shared === 1 &&
    lot.state === 'active' &&
    milliInUnitOf(lot, ingredient, toMilli(statement.amount), statement.unit) !== null &&
    until <= now.getTime() + maxWaitMs &&
    loans.filter((loan) => loan.side === 'lender' && loan.lender_state === 'open').length < maxOpen
  // An item that isn't shared is not named.
  if (!isAllowed) return { state: 'declined', lotId: lot.id }
  const about = { lotId: lot.id, name: ingredient.name, category: ingredient.category }
  return { state: until <= now.getTime() ? 'expired' : 'open', ...about }
}

/** Returns what this household says about its part of a loan. */
export function statementOf(row: store.LoanRow): BorrowerStatement | LenderStatement {
  const loan = row.loan_id
  if (row.side === 'lender') return { loan, part: 'lender', state: row.lender_state, food: row.food === null ? null : JSON.parse(row.food) }
  return {
    loan,
    part: 'borrower',
    state: row.borrower_state,
    item: row.item_id,
    name: row.food_name,
    category: row.food_category,
    amount: fromMilli(row.milli),
    unit: row.unit,
    until: row.expires_at,
  }
}
