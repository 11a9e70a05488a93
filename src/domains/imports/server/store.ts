import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { HouseholdViews } from '#domains/households/server/index.ts'
import { bulkInserter } from '#platform/server/database/bulk-insert.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ImportRowKind, ImportState, Reason, RowState } from '../contract.ts'
import type { ImportTables } from './tables.ts'

export type ImportRecord = ImportTables['imports']
export type ImportRowRecord = ImportTables['import_rows']

const on = (q: Reader) => q.on<ImportTables>()

export const insertImport = (tx: Transaction, row: ImportRecord) => on(tx).insertInto('imports').values(row).execute()
export const insertRows = bulkInserter<ImportRowRecord>('import_rows')

/** Returns the newest first, at most 20, without sample kitchens. */
export const listImports = (q: Reader, householdId: HouseholdId): Promise<ImportRecord[]> =>
  on(q)
    .selectFrom('imports')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('source', '<>', 'sample')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(20)
    .execute()

export const findImport = (q: Reader, householdId: HouseholdId, id: string): Promise<ImportRecord | undefined> =>
  on(q).selectFrom('imports').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the ids of previews that were not started, except the newest `keep`. */
export const previewsBeyondNewest = async (q: Reader, householdId: HouseholdId, keep: number): Promise<string[]> =>
  (
    await on(q)
      .selectFrom('imports')
      .select('id')
      .where('household_id', '=', householdId)
      .where('state', '=', 'preview')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .offset(keep)
      .limit(10)
      .execute()
  ).map(({ id }) => id)

/** Returns false if the import is not in that state. */
export async function deleteImport(tx: Transaction, householdId: HouseholdId, id: string, state: ImportState): Promise<boolean> {
  const { numDeletedRows } = await on(tx)
    .deleteFrom('imports')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Updates an import. Returns false if it is not in state `from`. */
export async function updateImportInState(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  from: ImportState,
  set: Partial<Omit<ImportRecord, 'household_id' | 'id'>>,
): Promise<boolean> {
  const { numUpdatedRows } = await on(tx)
    .updateTable('imports')
    .set(set)
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('state', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Counts pictures for which there turned out to be no room. */
export const addPicturesLeftOut = (tx: Transaction, householdId: HouseholdId, id: string, count: number) =>
  on(tx)
    .updateTable('imports')
    .set({ pictures_left_out: sql<number>`pictures_left_out + ${count}` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .execute()

export const touchImport = (tx: Transaction, householdId: HouseholdId, id: string, at: string) =>
  on(tx).updateTable('imports').set({ updated_at: at }).where('household_id', '=', householdId).where('id', '=', id).execute()

/** Returns running imports and undos of all households. */
export const importsDue = (q: Reader) =>
  q
    .on<ImportTables & HouseholdViews>()
    .selectFrom('imports')
    .innerJoin('households', 'households.id', 'household_id')
    .select(['household_id', 'imports.id', 'state'])
    .where(sql<boolean>`state in ('running', 'undoing')`)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at')
    .limit(50)
    .execute()

export const countRows = (
  q: Reader,
  householdId: HouseholdId,
  importIds: readonly string[],
): Promise<{ import_id: string; kind: ImportRowKind; state: RowState; count: number }[]> =>
  importIds.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom('import_rows')
        .select(['import_id', 'kind', 'state', sql<number>`cast(count(*) as bigint)`.as('count')])
        .where('household_id', '=', householdId)
        .where('import_id', 'in', importIds)
        .groupBy(['import_id', 'kind', 'state'])
        .execute()

/** Returns the rows after number `after`, in order. */
export async function rowsOf(
  q: Reader,
  householdId: HouseholdId,
  importId: string,
  filter: { kind?: ImportRowKind | undefined; state?: RowState | undefined; after: number; limit: number },
): Promise<ImportRowRecord[]> {
  let query = on(q)
    .selectFrom('import_rows')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('no', '>', filter.after)
  if (filter.kind !== undefined) query = query.where('kind', '=', filter.kind)
  if (filter.state !== undefined) query = query.where('state', '=', filter.state)
  return query.orderBy('no').limit(filter.limit).execute()
}

/** Returns the first rows to import that have an ambiguous number. */
export const doubtfulRows = (q: Reader, householdId: HouseholdId, importId: string, limit: number): Promise<ImportRowRecord[]> =>
  on(q)
    .selectFrom('import_rows')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('state', '=', 'new')
    .where('reason', '=', 'number_doubtful')
    .orderBy('no')
    .limit(limit)
    .execute()

/** Lists and stores of a Larder export, by the places of their rows. */
const [listPlace, storePlace] = ['shopping_lists %', 'stores %']

/** Returns the last imported rows first: an undo runs in reverse order. Lists and stores come last, when nothing imported is in them. */
export async function lastImported(q: Reader, householdId: HouseholdId, importId: string, limit: number): Promise<ImportRowRecord[]> {
  const brought = on(q)
    .selectFrom('import_rows')
    .selectAll()
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('state', '=', 'brought')
    .orderBy('no', 'desc')
    .limit(limit)
  const rows = await brought.where('place', 'not like', listPlace).where('place', 'not like', storePlace).execute()
  return rows.length > 0 ? rows : brought.execute()
}

/** Tables of a Larder export, and the kinds of their rows. */
const kindsOfTables = {
  lots: ['lot', 'past'],
  eaters: ['diet'],
  shopping_items: ['list'],
  plan_entries: ['plan'],
  plan_repeats: ['plan'],
} as const satisfies Record<string, readonly ImportRowKind[]>

/** Returns the ids of what an import brought or found, by their ids in the export. */
export async function importedIds(
  q: Reader,
  householdId: HouseholdId,
  importId: string,
  table: keyof typeof kindsOfTables,
  states: readonly RowState[] = ['brought', 'known'],
): Promise<Map<string, string>> {
  const ofTable = `${table} `
  const rows = await on(q)
    .selectFrom('import_rows')
    .select(['place', 'target_id'])
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('kind', 'in', kindsOfTables[table])
    .where('place', 'like', `${ofTable}%`)
    .where('state', 'in', states)
    .where('target_id', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ place, target_id }) => (target_id === null ? [] : [[place.slice(ofTable.length), target_id] as const])))
}

/** What is left of a row with health data once it is imported. */
export interface ErasedRow {
  /** Of what it became. */
  version: number
}

/** Replaces what a row holds; null erases it. */
export const saveRowData = (
  tx: Transaction,
  { household_id, import_id, no }: Pick<ImportRowRecord, 'household_id' | 'import_id' | 'no'>,
  data: object | null,
) =>
  on(tx)
    .updateTable('import_rows')
    .set({ data: data === null ? null : JSON.stringify(data) })
    .where('household_id', '=', household_id)
    .where('import_id', '=', import_id)
    .where('no', '=', no)
    .execute()

/**
 * Erases the health data of rows that won't be imported: diets, allergies, and who eats what. Once nothing more is imported, those that were
 * still to come count as well, and the names of people go.
 */
export async function eraseHealthData(tx: Transaction, householdId: HouseholdId, importId: string, isEnded: boolean): Promise<void> {
  const people = on(tx).updateTable('import_rows').where('household_id', '=', householdId).where('import_id', '=', importId)
  const [diets, meals] = [people.where('kind', '=', 'diet'), people.where('kind', '=', 'plan').where('place', 'like', 'meal_eaters %')]
  for (const rows of [diets, meals])
    await rows
      .set({ data: null })
      .where('state', 'not in', isEnded ? ['brought'] : ['brought', 'new'])
      .execute()
  if (isEnded) await diets.where('place', 'like', 'eaters %').set({ name: '' }).execute()
}

/** Returns previews that were not started, of all households, from before a time. */
export const previewsBefore = (q: Reader, before: string) =>
  on(q)
    .selectFrom('imports')
    .select(['household_id', 'id'])
    .where('state', '=', 'preview')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(500)
    .execute()

export const leaveOutRows = (
  tx: Transaction,
  householdId: HouseholdId,
  importId: string,
  kinds: readonly ImportRowKind[],
  reason: Reason | null = null,
) =>
  on(tx)
    .updateTable('import_rows')
    .set({ state: 'left_out', reason })
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('state', '=', 'new')
    .where('kind', 'in', kinds)
    .execute()

/** Uses SQL text, which is prepared once: an import settles thousands of rows. */
export const saveRowResult = (tx: Transaction, row: ImportRowRecord) =>
  tx.rows('update import_rows set state = ?, reason = ?, target_id = ? where household_id = ? and import_id = ? and no = ?', [
    row.state,
    row.reason,
    row.target_id,
    row.household_id,
    row.import_id,
    row.no,
  ])

/** Settles many rows, which keep their `target_id`. */
export const saveRowResults = (
  tx: Transaction,
  head: ImportRecord,
  rows: readonly ImportRowRecord[],
  set: Pick<ImportRowRecord, 'state' | 'reason'>,
) =>
  on(tx)
    .updateTable('import_rows')
    .set(set)
    .where('household_id', '=', head.household_id)
    .where('import_id', '=', head.id)
    .where(
      'no',
      'in',
      rows.map(({ no }) => no),
    )
    .execute()

/** Source keys can be of any length, and are only compared. */
export const shortKey = (key: string): string => hash('sha256', key, 'base64url')

/** The key of a list or store that an import added, so that it isn't taken for one that someone else adds meanwhile. */
export const addedKey = (id: string): string => shortKey(`added ${id}`)

/** Whether an import, or this one, claimed the key. */
export async function hasKey(q: Reader, householdId: HouseholdId, key: string, importId?: string): Promise<boolean> {
  let query = on(q).selectFrom('import_keys').select('import_id').where('household_id', '=', householdId).where('source_key', '=', key)
  if (importId !== undefined) query = query.where('import_id', '=', importId)
  return (await query.executeTakeFirst()) !== undefined
}

/** Returns the keys that were imported before. */
export async function knownKeys(q: Reader, householdId: HouseholdId, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await on(q)
    .selectFrom('import_keys')
    .select('source_key')
    .where('household_id', '=', householdId)
    .where('source_key', 'in', keys)
    .execute()
  return new Set(rows.map(({ source_key }) => source_key))
}

/** Returns false if the key was imported before. */
export async function claimKey(tx: Transaction, householdId: HouseholdId, key: string, importId: string): Promise<boolean> {
  const rows = await tx.rows(
    'insert into import_keys (household_id, source_key, import_id) values (?, ?, ?) on conflict do nothing returning import_id',
    [householdId, key, importId],
  )
  return rows.length === 1
}

export const dropKeys = async (tx: Transaction, householdId: HouseholdId, importId: string, keys: readonly string[]): Promise<void> => {
  if (keys.length === 0) return
  await on(tx)
    .deleteFrom('import_keys')
    .where('household_id', '=', householdId)
    .where('import_id', '=', importId)
    .where('source_key', 'in', keys)
    .execute()
}
