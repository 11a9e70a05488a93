import { sql } from 'kysely'
import { ingredientReferences, ownUnitReferences } from '#domains/ingredients/server/index.ts'
import { type ChangeTables, isNotUndoneSql } from '#platform/server/changes/change-log.ts'
import { rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { textColumn } from '#platform/server/database/text-column.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { InventoryTables } from '../tables.ts'

const on = (q: Reader) => q.on<InventoryTables>()

/** Stored for lots without an expiration date, so that one index sorts them last. */
export const noExpirationDate = '9999-12-31'

export type LotRow = InventoryTables['lots']
export type LedgerRow = InventoryTables['ledger']

/** Few enough for one statement. */
export const maxIds = 1024

/** Returns lots in any state by id. Skips unknown ids. */
export const findLots = (q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<LotRow[]> =>
  on(q).selectFrom('lots').selectAll().where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns the active lots of many ingredients, as far as live screens need them. */
export async function activeLotsOfAll(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
): Promise<Pick<LotRow, 'id' | 'unit'>[]> {
  const lots: Pick<LotRow, 'id' | 'unit'>[] = []
  for (let start = 0; start < ingredientIds.length; start += maxIds) {
    const query = on(q)
      .selectFrom('lots')
      .select(['id', 'unit'])
      .where('household_id', '=', householdId)
      .where('ingredient_id', 'in', padInList(ingredientIds.slice(start, start + maxIds)))
      .where('state', '=', 'active')
    lots.push(...(await query.execute()))
  }
  return lots
}

export const activeLotsOf = (q: Reader, householdId: HouseholdId, ingredientId: string): Promise<LotRow[]> =>
  on(q)
    .selectFrom('lots')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('state', '=', 'active')
    .execute()

export async function hasStock(q: Reader, householdId: HouseholdId, ingredientId: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('ingredient_id', '=', ingredientId)
    .where('state', '=', 'active')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Whether lots were bought in a store, also those that have ended. */
export async function hasLotsFrom(q: Reader, householdId: HouseholdId, storeId: string): Promise<boolean> {
  const row = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('store_id', '=', storeId)
    .where('state', '<>', 'removed')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Returns which of the ingredients are in stock. */
export async function stockedIngredients(q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<Set<string>> {
  const stocked = new Set<string>()
  for (let start = 0; start < ingredientIds.length; start += maxIds) {
    const rows = await on(q)
      .selectFrom('lots')
      .select('ingredient_id')
      .distinct()
      .where('household_id', '=', householdId)
      .where('ingredient_id', 'in', padInList(ingredientIds.slice(start, start + maxIds)))
      .where('state', '=', 'active')
      .execute()
    for (const { ingredient_id } of rows) stocked.add(ingredient_id)
  }
  return stocked
}

/** Returns which of the lots are active. */
export async function activeLotIds(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Set<string>> {
  if (lotIds.length === 0) return new Set()
  const rows = await on(q)
    .selectFrom('lots')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', 'in', lotIds)
    .where('state', '=', 'active')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the states of the lots that the household has or had. */
export async function lotStates(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Map<string, LotRow['state']>> {
  if (lotIds.length === 0) return new Map()
  const lots = on(q).selectFrom('lots').select(['id', 'state']).where('household_id', '=', householdId).where('id', 'in', lotIds)
  return new Map((await lots.execute()).map(({ id, state }) => [id, state]))
}

/** Returns which of the ingredients are in stock (`now`), and which are or were (`ever`). Lots removed as mistakes don't count. */
export async function findStockedIngredients(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
): Promise<{ now: Set<string>; ever: Set<string> }> {
  const rows = await on(q)
    .selectFrom('lots')
    .select(['ingredient_id', 'state'])
    .distinct()
    .where('household_id', '=', householdId)
    .where('ingredient_id', 'in', ingredientIds)
    .where('state', '<>', 'removed')
    .execute()
  const idsOf = (lots: typeof rows) => new Set(lots.map(({ ingredient_id }) => ingredient_id))
  return { now: idsOf(rows.filter(({ state }) => state === 'active')), ever: idsOf(rows) }
}

/** Names the location of a lot. */
export const lotLocation = textColumn('lots', 'location')

/** Returns the active lots at a location, in whatever case it is written. */
export async function activeLotsAt(q: Reader, householdId: HouseholdId, location: string): Promise<LotRow[]> {
  const active = on(q).selectFrom('lots').where('household_id', '=', householdId).where('state', '=', 'active')
  const texts = (await active.select('location').distinct().execute()).map((row) => row.location)
  const spellings = texts.filter((text) => nameKey(text) === nameKey(location))
  return spellings.length === 0 ? [] : active.selectAll().where('location', 'in', padInList(spellings)).execute()
}

export const insertLot = rowInserter<LotRow>('lots')

/**
 * Adds `delta` to a lot's quantity and sets columns. Returns false if the lot's version has changed since it was read. A check in the table
 * rejects negative quantities.
 */
export async function updateLot(
  tx: Transaction,
  row: Pick<LotRow, 'household_id' | 'id' | 'version'>,
  delta: number,
  set: Partial<Omit<LotRow, 'household_id' | 'id' | 'milli' | 'version'>>,
): Promise<boolean> {
  const result = await on(tx)
    .updateTable('lots')
    .set({ ...set, milli: sql`milli + ${delta}`, version: sql`version + 1` })
    .where('household_id', '=', row.household_id)
    .where('id', '=', row.id)
    .where('version', '=', row.version)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

export const insertLedger = rowInserter<LedgerRow>('ledger')

/** How often something left a lot, and how much of its unit in all, in thousandths. */
export interface Movements {
  count: number
  milli: number
}

/** Returns what left these lots by changes with this name. Leaves out lots without any. */
export async function movementsOf(
  q: Reader,
  householdId: HouseholdId,
  lotIds: readonly string[],
  changeName: string,
): Promise<ReadonlyMap<string, Movements>> {
  const rows = await on(q)
    .selectFrom('ledger')
    .select(({ cast, fn }) => ['lot_id', fn.countAll<number>().as('count'), cast<number>(fn.sum('delta'), 'bigint').as('delta')])
    .where('household_id', '=', householdId)
    .where('lot_id', 'in', lotIds)
    .where(isOfChange(q, householdId, changeName))
    .groupBy('lot_id')
    .execute()
  return new Map(rows.map(({ lot_id, count, delta }) => [lot_id, { count, milli: -delta }]))
}

/**
 * Deletes what the ledger has of a lot by changes with this name, `milli` thousandths in all, which are in the lot again. Only for an import
 * that is undone: what left the lot elsewhere is no record of this household.
 */
export async function deleteMovements(tx: Transaction, row: LotRow, milli: number, changeName: string): Promise<void> {
  await on(tx)
    .deleteFrom('ledger')
    .where('household_id', '=', row.household_id)
    .where('lot_id', '=', row.id)
    .where(isOfChange(tx, row.household_id, changeName))
    .execute()
  await updateLot(tx, row, milli, { state: 'active' })
}

const isOfChange = (q: Reader, householdId: HouseholdId, name: string) => {
  const changes = q.on<ChangeTables>().selectFrom('changes').select('seq').where('household_id', '=', householdId)
  const named = changes.where('name', '=', name)
  return sql<boolean>`seq in (${named})`
}

/** Returns the newest change after `seq` with one of `names` that touched the lot. Such a change prevents an undo. */
export const laterChange = (q: Reader, householdId: HouseholdId, lotId: string, seq: number, names: readonly string[]) =>
  q
    .on<ChangeTables>()
    .selectFrom('changes')
    .select(['seq', 'name'])
    .where('household_id', '=', householdId)
    .where('seq', '>', seq)
    .where('name', 'in', names)
    .where('payload', 'like', `%${lotId}%`)
    .where('undone_by', 'is', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns whether the lot was used after change `seq`, not counting uses that were undone. */
export async function isUsedAfter(q: Reader, householdId: HouseholdId, lotId: string, seq: number): Promise<boolean> {
  const uses = on(q).selectFrom('ledger').select('seq').where('household_id', '=', householdId).where('lot_id', '=', lotId)
  const later = uses.where('kind', '=', 'use').where('seq', '>', seq).where(isNotUndoneSql('ledger')).limit(1)
  return (await later.executeTakeFirst()) !== undefined
}

/** Returns the lot that this one was split off from; null if it wasn't. */
export async function findWholeLotId(q: Reader, householdId: HouseholdId, lotId: string): Promise<string | null> {
  const row = await on(q)
    .selectFrom('ledger as part')
    .innerJoin('ledger as whole', (join) =>
      join.onRef('whole.household_id', '=', 'part.household_id').onRef('whole.seq', '=', 'part.seq').on('whole.delta', '<', 0),
    )
    .select('whole.lot_id')
    .where('part.household_id', '=', householdId)
    .where('part.lot_id', '=', lotId)
    .where('part.kind', '=', sql.lit('split'))
    .where('part.delta', '>', 0)
    .where('whole.kind', '=', sql.lit('split'))
    .limit(1)
    .executeTakeFirst()
  return row?.lot_id ?? null
}

export const lotReferences = ingredientReferences('lots', 'id')
export const lotOwnUnits = ownUnitReferences('lots', 'id', 'own_unit')
