import { randomUUID } from 'node:crypto'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { maxKnown, maxOffered, maxStatements, OfferedItem } from '../../contract/messages.ts'
import { compareLoans, type IdentifiedLoan, type KnownRange, knownRange, type NeededPart } from '../../rules/compare-loans.ts'
import type { FoundLink } from '../store/links.ts'
import type { LoanRow } from '../store/loans.ts'
import * as loans from '../store/loans.ts'
import * as offers from '../store/offers.ts'
import { applyStatements, type RefusedLoan, statementOf } from './apply-statement.ts'
import { itemIds } from './item-ids.ts'
import { type FederationDeps, signFor } from './link-access.ts'
import { stateOf } from './move-loan.ts'

const identify = (row: LoanRow): IdentifiedLoan => ({ id: row.loan_id, ...stateOf(row) })

/** Maximum size of the statements of one message, so that it stays below the limit of a request with everything else. */
const maxStatementBytes = 6000

interface Telling {
  readonly rows: readonly LoanRow[]
  readonly parts: readonly NeededPart[]
  readonly refused: readonly RefusedLoan[]
}

/**
 * Returns the signed statements about parts of loans, as many as fit into a message: this household's own, and those of the other one that it
 * lost. Both parts of a loan go together, and what was refused comes first. `rest`: the parts that didn't fit.
 */
export function signStatements(
  deps: FederationDeps,
  link: FoundLink,
  { rows, parts, refused }: Telling,
): { statements: string[]; rest: readonly NeededPart[] } {
  const signed = (said: object) => signFor(deps, link, 'larder-loan', { link: link.peer_link_id, from: link.id, ...said })
  const byId = new Map(rows.map((row) => [row.loan_id, row]))
  const statements = refused.map(({ loan, state }) => signed({ loan, part: 'lender', state, food: null }))
  let bytes = statements.join('').length
  const groups = Map.groupBy(parts, ({ id }) => id)
  for (const [id, group] of groups) {
    const row = byId.get(id)
    if (!row) continue
    const isOwn = group.some(({ part }) => part === row.side)
    // A lender that was restored would take a request without its own answer for a new one.
    const isTheirs = group.some(({ part }) => part !== row.side) || row.side === 'borrower'
    const [own, theirs] = [isOwn ? [signed(statementOf(row))] : [], isTheirs ? (row.peer_statement ?? []) : []]
    const texts = row.side === 'borrower' ? [own, theirs].flat() : [theirs, own].flat()
    bytes += texts.join('').length
    if (statements.length + texts.length > maxStatements || bytes > maxStatementBytes) {
      const later = [...groups.keys()]
      return { statements, rest: later.slice(later.indexOf(id)).flatMap((one) => groups.get(one) ?? []) }
    }
    statements.push(...texts)
  }
  return { statements, rest: [] }
}

/** How long settled loans are still compared, so that a backup up to that age gets them back. */
const settledMs = 90 * 86_400_000
const settledSince = (now: Date) => new Date(now.getTime() - settledMs).toISOString()

/** Returns what this server knows of the loans after `after`, to tell the other one. */
export async function readRange(q: Reader, { household_id, id }: FoundLink, after: string, now: Date): Promise<KnownRange> {
  const rows = await loans.comparedLoans(q, household_id, id, { after, to: null }, settledSince(now), maxKnown + 1)
  return knownRange(rows.map(identify), after)
}

/** Takes in statements, and compares with what the other server knows. Returns the response without the rest of what a `sync` asks for. */
export async function exchangeLoans(
  tx: Transaction,
  deps: FederationDeps,
  link: FoundLink,
  { statements: texts, known }: { statements: readonly string[]; known: KnownRange | null },
  now: Date,
): Promise<{ statements: string[]; wants: string[]; more: boolean }> {
  const refused = await applyStatements(tx, deps, link, texts, now)
  if (known === null) return { statements: signStatements(deps, link, { rows: [], parts: [], refused }).statements, wants: [], more: false }
  const { household_id, id } = link
  const isEnded = link.state === 'ended'
  const named = known.loans.map(([loan]) => loan)
  // More than the other server can name, so that a cut list always has something to tell.
  const inRange = await loans.comparedLoans(tx, household_id, id, known, settledSince(now), 2 * maxKnown)
  const rows = [...inRange, ...(await loans.loansWithIds(tx, household_id, id, named))]
  const byId = new Map(rows.map((row) => [row.loan_id, row]))
  const { tell, wants } = compareLoans([...byId.values()].map(identify), known, { isEnded })
  const { statements, rest } = signStatements(deps, link, { rows, parts: tell, refused })
  const isWanted = (loan: string) => byId.has(loan) || !refused.some((one) => one.loan === loan)
  return { statements, wants: wants.filter(isWanted), more: rest.length > 0 }
}

/** Returns both parts of each loan, what was asked for first. */
export const bothParts = (ids: readonly string[]): NeededPart[] =>
  ids.flatMap((id): NeededPart[] => [
    { id, part: 'borrower' },
    { id, part: 'lender' },
  ])

/** Maximum size of what is shared in a response, so that it stays below its limit with everything else. */
const maxOfferedBytes = 80 * 1024

/** Returns what the household shares, for the other one to see: as much as fits into a response, the soonest to expire first. */
export async function listOffered(tx: Transaction, deps: FederationDeps, link: FoundLink): Promise<OfferedItem[]> {
  const lots = await offers.sharedLots(tx, link.household_id, maxOffered)
  const { itemOf } = itemIds(deps, link)
  let bytes = 0
  return (
    lots
      .filter(({ free_milli }) => free_milli > 0)
      .map((lot) => ({
        item: itemOf(lot.id),
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
      .filter((item) => {
        bytes += Buffer.byteLength(JSON.stringify(item)) + 1
        return bytes <= maxOfferedBytes
      })
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
