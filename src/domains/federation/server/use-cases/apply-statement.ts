import { randomUUIDv7 } from 'node:crypto'
import { findIngredient } from '#domains/ingredients/server/index.ts'
import { lotWithReserved, milliInUnitOf } from '#domains/inventory/server/index.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import { refusalOf } from '#platform/server/database/savepoint.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { type BorrowerStatement, type LenderStatement, SignedLoan } from '../../contract/messages.ts'
import { isHandedOver, isSameState, isVoid, joinStates, type LoanSide, type LoanState, takeIn } from '../../rules/loan-state.ts'
import type { FoundLink } from '../store/links.ts'
import * as store from '../store/loans.ts'
import { itemIds } from './item-ids.ts'
import { type FederationDeps, markDue } from './link-access.ts'
import { moveLoan, stateOf } from './move-loan.ts'
import { verifyMessage } from './sign-message.ts'

/** Limits of what another household may ask for: waiting for an answer, within a day, and stored without having been handed over. */
const maxOpen = 50
const maxPerDay = 100
const maxStored = 1000
const dayMs = 86_400_000
/** How far ahead a request may expire. */
const maxWaitMs = 366 * dayMs
/** How long after a link ended the servers still tell each other what was handed over before. */
const afterEndMs = 30 * dayMs

/** A statement whose signature and link were checked. */
interface CheckedStatement {
  readonly statement: SignedLoan
  /** What the other server signed; null for a statement of this server that the other one gave back. */
  readonly text: string | null
  /** The side of the loan that this household is on. */
  readonly side: LoanSide
}

/** A request that the server refused by itself. It is answered, but not stored. */
export interface RefusedLoan {
  readonly loan: string
  readonly state: 'declined' | 'expired' | 'cancelled'
}

/** Returns the statement; null unless the other household signed it for this link, or this one did before. */
function checkStatement(link: FoundLink, text: string): CheckedStatement | null {
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

/** Takes in the statements that are valid; others are ignored. Both parts of a loan are taken in together. Returns what was refused. */
export async function applyStatements(
  tx: Transaction,
  deps: FederationDeps,
  link: FoundLink,
  texts: readonly string[],
  now: Date,
): Promise<RefusedLoan[]> {
  const checked = texts.flatMap((text) => checkStatement(link, text) ?? [])
  const refused: RefusedLoan[] = []
  for (const [loan, parts] of Map.groupBy(checked, ({ statement }) => statement.loan)) {
    // One that can't be taken in must not hold up the others. It comes again.
    await refusalOf(tx, async () => {
      const row = await store.findByLoanId(tx, link.household_id, link.id, loan)
      if (row) await applyToLoan(tx, link, row, parts, now)
      else refused.push(...(await addLoan(tx, deps, link, parts, now)))
    })
  }
  return refused
}

const withPart = (state: LoanState, { statement }: CheckedStatement): LoanState =>
  joinStates(state, statement.part === 'borrower' ? { ...state, borrower: statement.state } : { ...state, lender: statement.state })

/**
 * Takes in what the other household said about a loan, or what this one said before it lost it in a restore. Loans only ever move forward,
 * so an old or repeated statement changes nothing. After the link ended, only what was handed over counts.
 */
async function applyToLoan(
  tx: Transaction,
  link: FoundLink,
  row: store.LoanRow,
  statements: readonly CheckedStatement[],
  now: Date,
): Promise<void> {
  const parts = statements.filter(({ statement, side }) => row.side === side && (statement.part === 'lender' || isSameLoan(row, statement)))
  const before = stateOf(row)
  const next = takeIn(row.side, before, parts.reduce(withPart, before))
  if (!counts(link, next, now)) return
  const set = { ...foodOf(parts, next.lender !== before.lender), ...keptText(row, parts, before, next) }
  if (isSameState(before, next) && !('peer_statement' in set)) return
  await moveLoan(tx, row, next, { now, set })
  if (row.side === 'lender' ? next.lender !== before.lender : next.borrower !== before.borrower) await markDue(tx, link, now)
}

/** Whether what a statement leads to counts: for a while after the link ended, only if food changed hands. */
const counts = ({ state, ended_at }: FoundLink, next: LoanState, now: Date): boolean =>
  state !== 'ended' || (isHandedOver(next) && now.getTime() <= Date.parse(ended_at ?? now.toISOString()) + afterEndMs)

/** Returns how what was handed over is stored, if that is news. */
function foodOf(parts: readonly CheckedStatement[], isNews: boolean): { food?: string } {
  const said = parts.flatMap(({ statement }) => (statement.part === 'lender' ? (statement.food ?? []) : [])).at(-1)
  return isNews && said ? { food: JSON.stringify(said) } : {}
}

/** Returns what the other server signed, to keep if it says something new. */
function keptText(
  row: store.LoanRow,
  parts: readonly CheckedStatement[],
  before: LoanState,
  next: LoanState,
): { peer_statement?: string | null } {
  const kept = parts.findLast(
    ({ statement: { part, state }, text }) =>
      text !== null && next[part] === state && (next[part] !== before[part] || row.peer_statement === null),
  )
  return kept ? { peer_statement: kept.text } : {}
}

const isSameLoan = (row: store.LoanRow, { item, amount, unit, until }: BorrowerStatement): boolean =>
  row.item_id === item && row.milli === toMilli(amount) && row.unit === unit && row.expires_at === until

/** Adds a loan that the other household asks for, or that this one knew before a restore. Returns what was refused instead. */
async function addLoan(
  tx: Transaction,
  deps: FederationDeps,
  link: FoundLink,
  statements: readonly CheckedStatement[],
  now: Date,
): Promise<RefusedLoan[]> {
  const asked = statements.find(({ statement }) => statement.part === 'borrower')
  if (asked?.statement.part !== 'borrower') return []
  const { statement, text, side } = asked
  const parts = statements.filter((one) => one.side === side)
  const before: LoanState = { borrower: 'asked', lender: 'open' }
  const next = takeIn(side, before, parts.reduce(withPart, before))
  if (!counts(link, next, now)) return []
  // Given back after a restore, not asked for again: what was refused isn't needed, and what people decided holds.
  if (side === 'lender' && isVoid(next) && next.borrower !== 'cancelled') return []
  const isNew = side === 'lender' && next.lender !== 'accepted' && !isHandedOver(next)
  if (isNew && statement.state !== 'asked') return statement.state === 'cancelled' ? [{ loan: statement.loan, state: 'cancelled' }] : []
  const lot = side === 'lender' ? await findAsked(tx, deps, link, statement) : null
  const refusal = isNew ? await whyNotAsked(tx, link, lot, statement, now) : null
  if (refusal) return [{ loan: statement.loan, state: refusal }]
  const row = newRow(link, side, statement, lot, now)
  await store.insertLoan(tx, { ...row, peer_statement: text })
  await moveLoan(tx, row, next, { now, set: { ...foodOf(parts, true), ...keptText(row, parts, before, next) }, isNew: true })
  if (side === 'lender' && next.lender !== 'open') await markDue(tx, link, now)
  return []
}

type AskedLot = Awaited<ReturnType<typeof findAsked>>

/** Returns the lot that a request names, with its ingredient. */
async function findAsked(tx: Transaction, deps: FederationDeps, link: FoundLink, { item }: BorrowerStatement) {
  const row = (await lotWithReserved(tx, link.household_id, itemIds(deps, link).lotOf(item)))?.row
  const ingredient = row && (await findIngredient(tx, link.household_id, row.ingredient_id))
  return row && ingredient ? { row, ingredient } : null
}

function newRow(link: FoundLink, side: LoanSide, statement: BorrowerStatement, lot: AskedLot, now: Date): store.LoanRow {
  const at = now.toISOString()
  return {
    household_id: link.household_id,
    id: randomUUIDv7(),
    link_id: link.id,
    loan_id: statement.loan,
    side,
    borrower_state: 'asked',
    lender_state: 'open',
    item_id: statement.item,
    lot_id: lot?.row.id ?? null,
    food_name: lot?.ingredient.name ?? statement.name,
    food_category: lot?.ingredient.category ?? statement.category,
    milli: toMilli(statement.amount),
    unit: statement.unit,
    expires_at: statement.until,
    user_id: side === 'borrower' ? link.created_by : null,
    food: null,
    peer_statement: null,
    moved_seq: null,
    created_at: at,
    updated_at: at,
  }
}

/** Returns why no person here is asked; null if one is. Only what the household shares can be asked for, and not without end. */
async function whyNotAsked(
  tx: Transaction,
  link: FoundLink,
  lot: AskedLot,
  { amount, unit, until }: BorrowerStatement,
  now: Date,
): Promise<'declined' | 'expired' | null> {
  const wait = Date.parse(until) - now.getTime()
  const isOffered = lot?.row.is_shared === 1 && lot.row.state === 'active'
  if (!isOffered || milliInUnitOf(lot.row, lot.ingredient, toMilli(amount), unit) === null || wait > maxWaitMs) return 'declined'
  if (wait <= 0) return 'expired'
  const dayAgo = new Date(now.getTime() - dayMs).toISOString()
  const { waiting, recent, all } = await store.countAsked(tx, link.household_id, link.id, dayAgo)
  return waiting >= maxOpen || recent >= maxPerDay || all >= maxStored ? 'declined' : null
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
