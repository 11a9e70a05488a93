import { createHash } from 'node:crypto'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { RawJson } from '#platform/server/endpoints/serialize.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { InventoryStats, Lot, listLots as listLotsEndpoint } from '../../contract.ts'
import { expiringDays } from '../../rules/expiry-status.ts'
import { lowStock } from '../../rules/stock.ts'
import * as list from '../store/list-lots.ts'
import * as stats from '../store/stats.ts'
import { toLot } from './to-response.ts'

/** A `householdId` in the query is the spec's older spelling of the header; another household's answers like an unknown id. */
export function checkHousehold(member: Member, householdId: string | undefined): void {
  if (householdId !== undefined && householdId.toLowerCase() !== member.householdId) throw notFound()
}

/** One page of stock as ready text, and where the next begins. A test holds its keys to the contract. */
export async function listLots(
  q: Reader,
  member: Member,
  query: QueryOf<typeof listLotsEndpoint>,
): Promise<{ json: RawJson; next: string | null }> {
  checkHousehold(member, query.householdId)
  const sort = query.sort ?? 'expirationDate'
  const order = query.order ?? 'asc'
  const rows = await list.listLots(q, member.householdId, {
    ...query,
    isActive: query.isActive ?? true,
    sort,
    order,
    after: query.cursor === undefined ? null : readCursor(member, query.cursor, sort, order),
    limit: query.limit === undefined ? null : query.limit + 1,
  })
  const page = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = page.at(-1)
  const text = JSON.stringify(page.map((row) => toLot(row, member.today)))
  return {
    json: new RawJson(query.householdId === undefined ? text : `{"items":${text}}`),
    next: last && rows.length > page.length ? writeCursor(member, sort, order, list.positionOf(sort, last)) : null,
  }
}

function writeCursor({ householdId }: Member, sort: string, order: string, [value, id]: list.LotCursor): string {
  // The check is no secret: it tells a cursor of another list, or one that was cut, from ours.
  const check = createHash('sha256')
    .update(JSON.stringify([householdId, sort, order, value, id]))
    .digest('base64url')
    .slice(0, 12)
  return Buffer.from(JSON.stringify([value, id, check])).toString('base64url')
}

function readCursor(member: Member, text: string, sort: string, order: string): list.LotCursor {
  try {
    const [value, id] = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const isValue = sort === 'quantity' ? Number.isSafeInteger(value) : typeof value === 'string'
    if (isValue && typeof id === 'string' && writeCursor(member, sort, order, [value, id]) === text) return [value, id]
  } catch {
    // Not one of ours: said below.
  }
  throw invalid('cursor_invalid', 'That page of results no longer exists. Start again from the first.', 'cursor')
}

/** One lot, also when it is used up; one removed as a mistake is gone. */
export async function getLot(q: Reader, member: Member, id: string): Promise<Lot> {
  const [row] = await list.shownLots(q, member.householdId, [id])
  if (!row || row.state === 'removed') throw notFound()
  return toLot(row, member.today)
}

export async function recentLots(q: Reader, member: Member, count: number): Promise<Lot[]> {
  return (await list.newestLots(q, member.householdId, count)).map((row) => toLot(row, member.today))
}

/** Lots that go off within the expiring window, soonest first. */
export async function expiringLots(q: Reader, member: Member): Promise<Lot[]> {
  const rows = await list.lotsExpiringBetween(q, member.householdId, member.today, addDays(member.today, expiringDays))
  return rows.map((row) => toLot(row, member.today))
}

/** Active lots that go off from `first` to `last`, soonest first. */
export async function lotsByDate(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  first: CalendarDate,
  last: CalendarDate,
): Promise<Lot[]> {
  return (await list.lotsExpiringBetween(q, householdId, first, last)).map((row) => toLot(row, today))
}

/** Days after its date that a lot is asked about: soon where the date is meant, later where it is a guess or a best-before. */
const [strictDays, lenientDays] = [3, 14]
/** Days for which 'still here' is the answer. */
const restDays = 14
const maxAsked = 20

/** Lots long past their date that nobody spoke of since. */
export async function pastDueLots(q: Reader, member: Member): Promise<Lot[]> {
  const rows = await list.lotsLongPast(q, member.householdId, {
    strict: addDays(member.today, -strictDays + 1),
    lenient: addDays(member.today, -lenientDays + 1),
    confirmedBefore: new Date(member.now.getTime() - restDays * 86_400_000).toISOString(),
    limit: maxAsked,
  })
  return rows.map((row) => toLot(row, member.today))
}

/** Numbers of lots: all, gone off, going off soon. */
export const countByDate = (q: Reader, member: Member) =>
  stats.countByDate(q, member.householdId, member.today, addDays(member.today, expiringDays))

export async function inventoryStats(q: Reader, member: Member): Promise<InventoryStats> {
  const [dates, byCategory, byLocation, parRows] = await Promise.all([
    countByDate(q, member),
    stats.countByCategory(q, member.householdId),
    stats.countByLocation(q, member.householdId),
    stats.stockAgainstPar(q, member.householdId, member.today),
  ])
  const low = runningLow(parRows, member.today).map(({ ingredientId }) => ingredientId)
  return {
    totalItems: dates.total,
    expiringSoon: dates.soon,
    lowStock: low.length,
    lowStockIngredients: low,
    byCategory,
    byLocation,
  }
}

/** A food with less than its target. Amounts in thousandths of `unit`, its default unit. */
export interface LowIngredient {
  ingredientId: string
  totalMilli: number
  parMilli: number
  unit: Unit
}

function runningLow(parRows: readonly stats.ParRow[], today: CalendarDate): LowIngredient[] {
  return [...Map.groupBy(parRows, (row) => row.id)].flatMap(([ingredientId, rows]) => {
    const [ingredient] = rows
    if (!ingredient) return []
    const lots = rows.flatMap(({ unit, milli }, i) =>
      unit === null || milli === null ? [] : [{ id: String(i), unit, milli, expiresOn: null }],
    )
    const wanted = { parMilli: ingredient.par_milli, unit: ingredient.default_unit, conversions: JSON.parse(ingredient.conversions) }
    const { verdict, totalMilli } = lowStock(wanted, lots, today)
    return verdict === 'low' ? [{ ingredientId, totalMilli, parMilli: ingredient.par_milli, unit: ingredient.default_unit }] : []
  })
}

/** Foods below their target, what has expired not counted; among these, or null for all. */
export async function lowIngredients(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  ingredientIds: readonly string[] | null,
): Promise<LowIngredient[]> {
  return runningLow(await stats.stockAgainstPar(q, householdId, today, ingredientIds), today)
}
