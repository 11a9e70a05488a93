import { memberTable } from '#domains/households/rules/local-household.ts'
import type { Ingredient } from '#domains/ingredients/contract/index.ts'
import { amountOfKind } from '#domains/ingredients/rules/kinds.ts'
import { ingredientTable, kindsOf } from '#domains/ingredients/rules/local-ingredients.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { compareText, IncompleteRowsError, type LocalContext, type LocalTables, localTable } from '#platform/shared/local-tables.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { fromMilli, toMilli } from '#platform/shared/quantity-and-money.ts'
import { messageLocale } from '#platform/shared/say.ts'
import type { Conversion, Unit } from '#platform/shared/units.ts'
import type { InventoryStats, Lot, StorePrice, SyncedLot, SyncedPrice, SyncedReservation } from '../contract.ts'
import { isRecentPrice, maxStorePrices } from './cheaper-store.ts'
import { describeReason, type ExpirationReason } from './effective-expiration.ts'
import { expiringDays } from './expiry-status.ts'
import { formerMember } from './former-member.ts'
import { compareLots, type LotFilters, matchesFilters } from './list-lots.ts'
import { isPastDue, maxPastDue, pastDueLimits } from './past-due.ts'
import { ingredientsBelowPar, type LowIngredient, type ParStock } from './stock.ts'

/** The contract leaves the reason open. Rows stored by an earlier release lack the original quantity and whether it is gone. */
export type LotRow = Omit<SyncedLot, 'expirationReason' | 'originalQuantity' | 'gone'> & {
  expirationReason: ExpirationReason | null
  originalQuantity?: number | undefined
  gone?: number | null | undefined
}

/** Active lots, reservations and prices that browsers keep a copy of. */
export const lotTable = localTable<LotRow>('lots')
export const reservationTable = localTable<SyncedReservation>('reservations')
/** Rows stored by an earlier release have no stores. */
export const priceTable = localTable<Omit<SyncedPrice, 'stores'> & Partial<Pick<SyncedPrice, 'stores'>>>('prices')

/** Returns whether the last forecast says that a lot is rather gone than not. */
export const isProbablyGone = ({ gone }: Pick<LotRow, 'gone'>): boolean => (gone ?? null) !== null

/** The tables that a response with lots depends on. */
export const lotTables = [lotTable, ingredientTable, reservationTable, memberTable] as const

type Parts = readonly unknown[]
const built = new WeakMap<LotRow, { parts: Parts; lot: Lot }>()

function reservedOf(tables: LocalTables, lotId: string): number {
  let milli = 0
  for (const { quantity } of tables.grouped(reservationTable, 'lotId').get(lotId)?.values() ?? []) milli += toMilli(quantity)
  return fromMilli(milli)
}

/** Returns the lots of an ingredient and its kinds, with the conversions of the kind that a lot is of. */
export const lotsWithKinds = (
  tables: LocalTables,
  ingredientId: string,
  kinds = kindsOf(tables, ingredientId),
): { lot: LotRow; conversions?: readonly Conversion[] }[] => {
  const lots = tables.grouped(lotTable, 'ingredientId')
  return [
    ...[...(lots.get(ingredientId)?.values() ?? [])].map((lot) => ({ lot })),
    ...kinds.flatMap(({ id, conversions }) => [...(lots.get(id)?.values() ?? [])].map((lot) => ({ lot, conversions }))),
  ]
}

/** Returns the unexpired stock of an ingredient and its kinds as the ingredient counts them, in thousandths, of what `milliOf` says of a lot. */
function unexpiredStock(
  tables: LocalTables,
  { id, defaultUnit, conversions }: Pick<Ingredient, 'id' | 'defaultUnit' | 'conversions'>,
  today: CalendarDate,
  milliOf: (lot: LotRow) => number,
): { unit: Unit; milli: number }[] {
  const ofOne = (ingredientId: string) => {
    const sums = new Map<Unit, number>()
    for (const lot of tables.grouped(lotTable, 'ingredientId').get(ingredientId)?.values() ?? [])
      if (lot.effectiveExpiration === null || lot.effectiveExpiration >= today) sums.set(lot.unit, (sums.get(lot.unit) ?? 0) + milliOf(lot))
    return [...sums].map(([unit, milli]) => ({ unit, milli }))
  }
  const parent = { unit: defaultUnit, conversions }
  return [...ofOne(id), ...kindsOf(tables, id).flatMap((kind) => ofOne(kind.id).map((one) => amountOfKind(one, kind, parent)))]
}

/** Returns the unexpired stock of an ingredient and its kinds without reservations and what is probably gone, in thousandths. */
export const unexpiredUnreservedStock = (
  tables: LocalTables,
  ingredient: Pick<Ingredient, 'id' | 'defaultUnit' | 'conversions'>,
  today: CalendarDate,
): { unit: Unit; milli: number }[] =>
  unexpiredStock(tables, ingredient, today, (lot) =>
    isProbablyGone(lot) ? 0 : Math.max(0, toMilli(lot.quantity) - toMilli(reservedOf(tables, lot.id))),
  )

/** Returns a lot as the API does; the same object until something of it changes. Throws `IncompleteRowsError` without its ingredient. */
export function lotOf(tables: LocalTables, row: LotRow, { today }: Pick<LocalContext, 'today'>): Lot {
  const ingredient = tables.get(ingredientTable, row.ingredientId)
  if (!ingredient) throw new IncompleteRowsError(`ingredient of ${row.id}`)
  const member = tables.get(memberTable, row.addedBy)
  const reserved = reservedOf(tables, row.id)
  const parts = [ingredient, member, reserved, today, messageLocale()]
  const known = built.get(row)
  if (known?.parts.every((part, at) => part === parts[at])) return known.lot
  const { ingredientId: _, addedBy: __, addedOn: ___, frozenOn: ____, frozenDaysLeft: _____, thawedOn: ______, ...rest } = row
  const { originalQuantity: _______, gone: ________, ...own } = rest
  const lot: Lot = {
    ...own,
    ingredient: {
      id: ingredient.id,
      name: ingredient.name,
      category: ingredient.category,
      parLevel: ingredient.parLevel,
      ownUnits: ingredient.ownUnits ?? [],
    },
    ownUnit: own.ownUnit ?? null,
    expirationReason: row.expirationReason && describeReason(row.expirationReason, today),
    reserved,
    state: 'active',
    user: member ? { firstName: member.firstName, lastName: member.lastName } : formerMember(),
  }
  built.set(row, { parts, lot })
  return lot
}

export function lotById(tables: LocalTables, id: string, context: LocalContext): Lot | undefined {
  const row = tables.get(lotTable, id)
  return row && lotOf(tables, row, context)
}

/** Returns the rows in the order of their dates, undated last. */
function byDate(tables: LocalTables, order: 'asc' | 'desc'): readonly LotRow[] {
  const rows = tables.sorted(lotTable, 'effectiveExpiration')
  if (order === 'asc') return rows
  const firstUndated = rows.findIndex(({ effectiveExpiration }) => effectiveExpiration === null)
  const dated = firstUndated === -1 ? rows.length : firstUndated
  return [...rows.slice(0, dated).toReversed(), ...rows.slice(dated).toReversed()]
}

const nameKeys = boundedCache<string, string>(5000)
const keyOf = (name: string) => nameKeys.getOrCreate(name, nameKey)

/** Returns the active lots that match the filters, in their order. */
export function listLots(tables: LocalTables, filters: LotFilters, context: LocalContext): Lot[] {
  const { sort = 'expirationDate', order = 'asc' } = filters
  const isByDate = sort === 'expirationDate'
  const low = filters.isLow ? lowWithKinds(tables, context.today) : null
  const found: Lot[] = []
  for (const row of isByDate ? byDate(tables, order) : tables.rows(lotTable)) {
    if (low && !low.has(row.ingredientId)) continue
    const lot = lotOf(tables, row, context)
    if (matchesFilters(lot, filters, keyOf)) found.push(lot)
  }
  return isByDate ? found : found.sort(compareLots({ sort, order }, keyOf))
}

/** Returns the ids of low ingredients and of their kinds, whose stock is in theirs. */
const lowWithKinds = (tables: LocalTables, today: CalendarDate): ReadonlySet<string> =>
  new Set(lowIngredients(tables, today).flatMap(({ ingredientId }) => [ingredientId, ...kindsOf(tables, ingredientId).map(({ id }) => id)]))

/** Returns the newest lots. */
export const recentLots = (tables: LocalTables, count: number, context: LocalContext): Lot[] =>
  tables
    .sorted(lotTable, 'createdAt')
    .slice(-count)
    .toReversed()
    .map((row) => lotOf(tables, row, context))

/** Returns the active lots expiring from `first` to `last`, soonest first. */
export const lotsExpiringBetween = (tables: LocalTables, first: CalendarDate, last: CalendarDate, context: LocalContext): Lot[] =>
  rowsUntil(tables, last)
    .filter(({ effectiveExpiration }) => effectiveExpiration !== null && effectiveExpiration >= first)
    .map((row) => lotOf(tables, row, context))

/** Returns the dated rows up to a day, soonest first. */
function rowsUntil(tables: LocalTables, last: CalendarDate): readonly LotRow[] {
  const rows = tables.sorted(lotTable, 'effectiveExpiration')
  const end = rows.findIndex(({ effectiveExpiration }) => effectiveExpiration === null || effectiveExpiration > last)
  return end === -1 ? rows : rows.slice(0, end)
}

/** Returns lots long past their date that weren't confirmed recently. */
export function pastDueLots(tables: LocalTables, context: LocalContext): Lot[] {
  const limits = pastDueLimits(context.today, context.now)
  return rowsUntil(tables, limits.strict)
    .filter((row) => isPastDue(row, limits))
    .slice(0, maxPastDue)
    .map((row) => lotOf(tables, row, context))
}

/** Returns the ingredients whose unexpired stock, with that of their kinds, is below their par level. */
export function lowIngredients(tables: LocalTables, today: CalendarDate): LowIngredient[] {
  const stocks = tables.rows(ingredientTable).flatMap((ingredient): ParStock[] => {
    const { id, parLevel, defaultUnit, conversions } = ingredient
    if (parLevel === null) return []
    const stock = unexpiredStock(tables, ingredient, today, ({ quantity }) => toMilli(quantity))
    return [{ ingredientId: id, parMilli: toMilli(parLevel), unit: defaultUnit, conversions, stock }]
  })
  return ingredientsBelowPar(stocks, today)
}

/** Counts the active lots, the expired ones, and those expiring soon. */
export function countByExpiry(tables: LocalTables, today: CalendarDate): { total: number; expired: number; soon: number } {
  const until = rowsUntil(tables, addDays(today, expiringDays))
  const soonFrom = until.findIndex(({ effectiveExpiration }) => effectiveExpiration !== null && effectiveExpiration >= today)
  const expired = soonFrom === -1 ? until.length : soonFrom
  return { total: tables.rows(lotTable).length, expired, soon: until.length - expired }
}

type Counted = { name: string; count: number }
const byCount = (counts: ReadonlyMap<string, number>): Counted[] =>
  [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count || compareText(a.name, b.name))

export function inventoryStats(tables: LocalTables, today: CalendarDate): InventoryStats {
  const categories = new Map<string, number>()
  const locations = new Map<string, number>()
  for (const [id, rows] of tables.grouped(lotTable, 'ingredientId')) {
    const category = typeof id === 'string' ? tables.get(ingredientTable, id)?.category : undefined
    if (category === undefined) throw new IncompleteRowsError(`ingredient ${id}`)
    categories.set(category, (categories.get(category) ?? 0) + rows.size)
  }
  for (const [location, rows] of tables.grouped(lotTable, 'location')) locations.set(String(location), rows.size)
  const { total, expired, soon } = countByExpiry(tables, today)
  const low = lowIngredients(tables, today).map(({ ingredientId }) => ingredientId)
  return {
    totalItems: total,
    expired,
    expiringSoon: soon,
    lowStock: low.length,
    lowStockIngredients: low,
    byCategory: byCount(categories).map(({ name: category, count }) => ({ category, count })),
    byLocation: byCount(locations).map(({ name: location, count }) => ({ location, count })),
  }
}

/** Returns what each ingredient last cost in each store as the API does. */
export const localStorePrices = (tables: LocalTables, today: CalendarDate): StorePrice[] =>
  tables
    .rows(priceTable)
    .flatMap(({ id, stores = [] }) =>
      stores.flatMap((price) => (isRecentPrice(price.date, price.price, today) ? { ingredientId: id, ...price } : [])),
    )
    .sort((a, b) => compareText(b.date, a.date) || compareText(a.ingredientId, b.ingredientId) || compareText(a.storeId, b.storeId))
    .slice(0, maxStorePrices)
