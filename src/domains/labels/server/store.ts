import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import type { InventoryViews } from '#domains/inventory/server/index.ts'
import { bulkInserter, rowInserter } from '#platform/server/database/bulk-insert.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { textColumn } from '#platform/server/database/text-column.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { LabelTables } from './tables.ts'

export type LabelRow = LabelTables['labels']
export type SheetRow = LabelTables['label_sheets']

const on = (q: Reader) => q.on<LabelTables>()

/** Returns a label, also a revoked one. */
export const findLabel = (q: Reader, householdId: HouseholdId, id: string): Promise<LabelRow | undefined> =>
  on(q).selectFrom('labels').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the labels that weren't revoked, in the order of their codes. */
export const listLabels = (q: Reader, householdId: HouseholdId): Promise<LabelRow[]> =>
  on(q).selectFrom('labels').selectAll().where('household_id', '=', householdId).where('revoked_at', 'is', null).orderBy('id').execute()

/** Returns the codes of these that the household has, revoked ones included. */
export async function listKnownCodes(q: Reader, householdId: HouseholdId, codes: readonly string[]): Promise<Set<string>> {
  const rows = await on(q)
    .selectFrom('labels')
    .select('id')
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(codes))
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the codes of all labels of the household, revoked ones included. */
export const listLabelCodes = async (q: Reader, householdId: HouseholdId): Promise<Set<string>> =>
  new Set((await on(q).selectFrom('labels').select('id').where('household_id', '=', householdId).execute()).map(({ id }) => id))

/** Returns a new label, free by default. */
export const newLabelRow = (
  householdId: HouseholdId,
  sheetId: string,
  code: string,
  at: string,
  target?: { lotId: string | null; location: string | null },
): LabelRow => ({
  household_id: householdId,
  id: code,
  sheet_id: sheetId,
  lot_id: target?.lotId ?? null,
  location: target?.location ?? null,
  version: 1,
  created_at: at,
  updated_at: at,
  revoked_at: null,
})

export async function countLabels(q: Reader, householdId: HouseholdId): Promise<number> {
  const { count } = await on(q)
    .selectFrom('labels')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('household_id', '=', householdId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns a sheet, also a revoked one. */
export const findSheet = (q: Reader, householdId: HouseholdId, id: string): Promise<SheetRow | undefined> =>
  on(q).selectFrom('label_sheets').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the sheets that weren't revoked, newest first. */
export const listSheets = (q: Reader, householdId: HouseholdId): Promise<SheetRow[]> =>
  on(q)
    .selectFrom('label_sheets')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

export const insertSheet = rowInserter<SheetRow>('label_sheets')
export const insertLabels = bulkInserter<LabelRow>('labels')

/** Names the location that a label marks. */
export const labelLocation = textColumn('labels', 'location')

export const updateLabel = (
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Pick<LabelRow, 'lot_id' | 'location' | 'updated_at'>>,
) =>
  on(tx)
    .updateTable('labels')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

/** Revokes a sheet with its labels at `revokedAt`, or restores it if that is null. Returns the number of labels. */
export async function setRevoked(
  tx: Transaction,
  householdId: HouseholdId,
  sheetId: string,
  revokedAt: string | null,
  at: string,
): Promise<number> {
  await on(tx)
    .updateTable('label_sheets')
    .set({ revoked_at: revokedAt })
    .where('household_id', '=', householdId)
    .where('id', '=', sheetId)
    .execute()
  const { numUpdatedRows } = await on(tx)
    .updateTable('labels')
    .set({ revoked_at: revokedAt, updated_at: at, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('sheet_id', '=', sheetId)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Returns the names of these lots' ingredients by the lots' ids. */
export async function listLotNames(q: Reader, householdId: HouseholdId, lotIds: readonly string[]): Promise<Map<string, string>> {
  if (lotIds.length === 0) return new Map()
  const rows = await q
    .on<InventoryViews & IngredientViews>()
    .selectFrom('lots')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'lots.household_id').onRef('ingredients.id', '=', 'lots.ingredient_id'),
    )
    .select(['lots.id', 'ingredients.name'])
    .where('lots.household_id', '=', householdId)
    .where('lots.id', 'in', padInList([...new Set(lotIds)]))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
