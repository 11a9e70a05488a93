import { createHash } from 'node:crypto'
import { listKinds, parseConversions } from '#domains/ingredients/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { RawJson } from '#platform/server/endpoints/serialize.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { QueryOf } from '#platform/shared/endpoint.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { invalid, notFound } from '#platform/shared/problem.ts'
import type { InventoryStats, Lot, listLots as listLotsEndpoint } from '../../contract.ts'
import { expiringDays } from '../../rules/expiry-status.ts'
import { stockOfKinds } from '../../rules/kind-stock.ts'
import { maxPastDue, pastDueLimits } from '../../rules/past-due.ts'
import { ingredientsBelowPar, type LowIngredient, type ParStock } from '../../rules/stock.ts'
import { kindStocks } from '../store/ingredient-stock.ts'
import * as list from '../store/list-lots.ts'
import * as stats from '../store/stats.ts'
import { toLot, toLotFor } from './to-response.ts'

/** Throws `not_found` if the `householdId` in the query isn't the household of the `X-Household-Id` header. */
export function checkHousehold(member: Member, householdId: string | undefined): void {
  if (householdId !== undefined && householdId.toLowerCase() !== member.householdId) throw notFound()
}

/** Returns one page of stock as JSON text, and the next page's cursor. A test checks its keys against the contract. */
export async function listLots(
  q: Reader,
  member: Member,
  query: QueryOf<typeof listLotsEndpoint>,
): Promise<{ json: RawJson; next: string | null }> {
  checkHousehold(member, query.householdId)
  const sort = query.sort ?? 'expirationDate'
  const order = query.order ?? 'asc'
  const low = query.isLow ? await lowIngredients(q, member.householdId, member.today, null) : null
  const rows = await list.listLots(q, member.householdId, {
    ...query,
    ingredientIds: low && (await withKindIds(q, member.householdId, low)),
    isActive: query.isActive ?? true,
    sort,
    order,
    after: query.cursor === undefined ? null : readCursor(member, query.cursor, sort, order),
    limit: query.limit === undefined ? null : query.limit + 1,
  })
  const page = query.limit === undefined ? rows : rows.slice(0, query.limit)
  const last = page.at(-1)
  const text = JSON.stringify(page.map((row) => toLotFor(member, row)))
  return {
    json: new RawJson(query.householdId === undefined ? text : `{"items":${text}}`),
    next: last && rows.length > page.length ? writeCursor(member, sort, order, list.cursorOf(sort, last)) : null,
  }
}

/** Returns the ids of low ingredients and of their kinds, whose stock is in theirs. */
async function withKindIds(q: Reader, householdId: HouseholdId, low: readonly LowIngredient[]): Promise<string[]> {
  const ids = low.map(({ ingredientId }) => ingredientId)
  const kinds = ids.length === 0 ? [] : await listKinds(q, householdId, ids)
  return [...new Set([...ids, ...kinds.map(({ id }) => id)])]
}

function writeCursor({ householdId }: Member, sort: string, order: string, [value, id]: list.LotCursor): string {
  // Not a secret: the checksum detects truncated cursors and those of other lists.
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
    // Reported below.
  }
  throw invalid('cursor_invalid', 'That page of results no longer exists. Start again from the first.', 'cursor')
}

/** Returns a lot in any state. Throws `not_found` if it was removed as a mistake. */
export async function getLot(q: Reader, member: Member, id: string): Promise<Lot> {
  const [row] = await list.listedLotsById(q, member.householdId, [id])
  if (!row || row.state === 'removed') throw notFound()
  return toLotFor(member, row)
}

export async function recentLots(q: Reader, member: Member, count: number): Promise<Lot[]> {
  return (await list.newestLots(q, member.householdId, count)).map((row) => toLotFor(member, row))
}

/** Returns the lots expiring within `expiringDays`, soonest first. */
export async function expiringLots(q: Reader, member: Member): Promise<Lot[]> {
  const rows = await list.lotsExpiringBetween(q, member.householdId, member.today, addDays(member.today, expiringDays))
  return rows.map((row) => toLotFor(member, row))
}

/** Returns the active lots expiring from `first` to `last`, soonest first. */
export async function lotsInExpiryRange(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  first: CalendarDate,
  last: CalendarDate,
): Promise<Lot[]> {
  return (await list.lotsExpiringBetween(q, householdId, first, last)).map((row) => toLot(row, today))
}

/** Returns lots long past their date that weren't confirmed recently. */
export async function pastDueLots(q: Reader, member: Member): Promise<Lot[]> {
  const rows = await list.lotsLongPast(q, member.householdId, { ...pastDueLimits(member.today, member.now), limit: maxPastDue })
  return rows.map((row) => toLotFor(member, row))
}

/** Counts the active, the expired and the soon expiring lots. */
export const countByExpiry = (q: Reader, member: Member) =>
  stats.countByExpiry(q, member.householdId, member.today, addDays(member.today, expiringDays))

export async function inventoryStats(q: Reader, member: Member): Promise<InventoryStats> {
  const [dates, byCategory, byLocation, lowStock] = await Promise.all([
    countByExpiry(q, member),
    stats.countByCategory(q, member.householdId),
    stats.countByLocation(q, member.householdId),
    lowIngredients(q, member.householdId, member.today, null),
  ])
  const low = lowStock.map(({ ingredientId }) => ingredientId)
  return {
    totalItems: dates.total,
    expired: dates.expired,
    expiringSoon: dates.soon,
    lowStock: low.length,
    lowStockIngredients: low,
    byCategory,
    byLocation,
  }
}

/**
 * Returns the ingredients whose unexpired stock, with that of their kinds, is below their par level. `ingredientIds` limits the result; null means
 * all.
 */
export async function lowIngredients(
  q: Reader,
  householdId: HouseholdId,
  today: CalendarDate,
  ingredientIds: readonly string[] | null,
): Promise<LowIngredient[]> {
  const parRows = await stats.stockAgainstPar(q, householdId, today, ingredientIds)
  const kinds = parRows.length === 0 ? null : await kindStocks(q, householdId, today)
  const stocks = [...Map.groupBy(parRows, (row) => row.id).values()].flatMap((rows): ParStock[] => {
    const [ingredient] = rows
    if (!ingredient) return []
    const { id, par_milli, default_unit: unit, conversions } = ingredient
    const own = { unit, conversions: parseConversions(conversions) }
    const ofKinds = stockOfKinds(kinds?.get(id) ?? [], own).map((one) => ({
      unit: one.unit,
      milli: one.freeMilli + one.heldMilli + one.goneMilli,
    }))
    const stock = rows.flatMap((row) => (row.unit === null || row.milli === null ? [] : [{ unit: row.unit, milli: row.milli }]))
    return [{ ingredientId: id, parMilli: par_milli, ...own, stock: [...stock, ...ofKinds] }]
  })
  return ingredientsBelowPar(stocks, today)
}
