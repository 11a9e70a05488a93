import { randomUUID } from 'node:crypto'
import type { Transaction } from '#platform/server/database/index.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { maxOffered, maxStatements, OfferedItem } from '../../contract/messages.ts'
import { type IdentifiedLoan, knownRange, type NeededPart } from '../../rules/compare-loans.ts'
import type { FoundLink } from '../store/links.ts'
import type { LoanRow } from '../store/loans.ts'
import * as offers from '../store/offers.ts'
import { applyStatement, checkStatement, statementOf } from './apply-statement.ts'
import { type FederationDeps, signFor } from './link-access.ts'
import { stateOf } from './move-loan.ts'

export const identify = (row: LoanRow): IdentifiedLoan => ({ id: row.loan_id, ...stateOf(row) })

/** Takes in the statements that are valid. Others are ignored, also if they are about loans of another link. */
export async function applyStatements(tx: Transaction, link: FoundLink, texts: readonly string[], now: Date): Promise<void> {
  for (const text of texts) {
    const checked = checkStatement(link, text)
    if (checked) await applyStatement(tx, link, checked, now)
  }
}

/** Maximum size of the statements of one message, so that it stays below the limit of a request with everything else. */
const maxStatementBytes = 6000

/**
 * Returns the signed statements about parts of loans, as many as fit into a message: this household's own, and those of the other one that it
 * lost. `rest`: the parts that didn't fit.
 */
export function signStatements(
  deps: FederationDeps,
  link: FoundLink,
  rows: readonly LoanRow[],
  parts: readonly NeededPart[],
): { statements: string[]; rest: readonly NeededPart[] } {
  const byId = new Map(rows.map((row) => [row.loan_id, row]))
  const statements: string[] = []
  let bytes = 0
  for (const [i, { id, part }] of parts.entries()) {
    const row = byId.get(id)
    const own = () => signFor(deps, link, 'larder-loan', { link: link.peer_link_id, from: link.id, ...statementOf(row as LoanRow) })
    const text = row && (row.side === part ? own() : row.peer_statement)
    if (!text) continue
    bytes += text.length
    if (statements.length === maxStatements || bytes > maxStatementBytes) return { statements, rest: parts.slice(i) }
    statements.push(text)
  }
  return { statements, rest: [] }
}

/** Returns both parts of each loan, what was asked for first. */
export const bothParts = (ids: readonly string[]): NeededPart[] =>
  ids.flatMap((id): NeededPart[] => [
    { id, part: 'borrower' },
    { id, part: 'lender' },
  ])

export const rangeOf = (rows: readonly LoanRow[], after: string) => knownRange(rows.map(identify), after)

/** Returns what the household shares, for the other one to see. */
export async function listOffered(tx: Transaction, link: FoundLink): Promise<OfferedItem[]> {
  const lots = await offers.sharedLots(tx, link.household_id, maxOffered)
  return (
    lots
      .filter(({ free_milli }) => free_milli > 0)
      .map((lot) => ({
        item: lot.id,
        name: lot.name,
        category: lot.category,
        amount: fromMilli(lot.free_milli),
        unit: lot.unit,
        storage: lot.storage,
        isOpened: lot.is_opened === 1,
        expires: lot.expiration_date,
      }))
      // One that the other server would refuse must not hold up the rest.
      .filter((item) => OfferedItem.safeParse(item).success)
  )
}

/** Replaces what the other household shares by what its server said. Returns whether anything changed. */
export async function storeOffered(tx: Transaction, link: FoundLink, items: readonly OfferedItem[]): Promise<boolean> {
  const known = new Map((await offers.offersOfLink(tx, link.household_id, link.id)).map((row) => [row.item_id, row]))
  const wanted = new Map(items.map((item) => [item.item, rowOf(link, known.get(item.item)?.id ?? randomUUID(), item)]))
  const gone = [...known.values()].filter(({ item_id }) => !wanted.has(item_id)).map(({ id }) => id)
  const changed = [...wanted.values()].filter((row) => !isSameOffer(known.get(row.item_id), row))
  await offers.replaceOffers(tx, link.household_id, link.id, { gone, changed })
  return gone.length + changed.length > 0
}

const rowOf = (link: FoundLink, id: string, item: OfferedItem): offers.OfferRow => ({
  household_id: link.household_id,
  id,
  link_id: link.id,
  item_id: item.item,
  food_name: item.name,
  food_category: item.category,
  milli: toMilli(item.amount),
  unit: item.unit,
  storage: item.storage,
  is_opened: item.isOpened ? 1 : 0,
  expiration_date: item.expires,
})

const isSameOffer = (a: offers.OfferRow | undefined, b: offers.OfferRow): boolean =>
  a !== undefined && (Object.keys(b) as (keyof offers.OfferRow)[]).every((key) => a[key] === b[key])
