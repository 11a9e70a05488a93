import { sql } from 'kysely'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import { type TextColumn, textColumn } from '#platform/server/database/text-column.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { Conversion } from '#platform/shared/units.ts'
import type { OwnUnit } from '../contract/index.ts'
import type { IngredientTables } from './tables.ts'

const on = (q: Reader) => q.on<IngredientTables>()

export type IngredientRow = IngredientTables['ingredients']
export type BarcodeRow = IngredientTables['barcodes']

const activeIngredients = (q: Reader, householdId: HouseholdId) =>
  on(q).selectFrom('ingredients').selectAll().where('household_id', '=', householdId).where('removed_at', 'is', null)

export const listIngredients = (q: Reader, householdId: HouseholdId) =>
  activeIngredients(q, householdId).orderBy('name_key').orderBy('id').execute()

/** Uses SQL text, which is prepared once: every added lot queries it. */
export async function findIngredient(q: Reader, householdId: HouseholdId, id: string): Promise<IngredientRow | undefined> {
  const [row] = await q.rows<IngredientRow>('select * from ingredients where household_id = ? and id = ? and removed_at is null', [
    householdId,
    id,
  ])
  return row
}

/** Returns whether other ingredients are kinds of this one. */
export const hasKinds = async (q: Reader, householdId: HouseholdId, id: string): Promise<boolean> =>
  (await activeIngredients(q, householdId).where('parent_id', '=', id).limit(1).executeTakeFirst()) !== undefined

/** Returns the kinds of these ingredients. */
export const listKinds = (q: Reader, householdId: HouseholdId, parentIds: readonly string[]): Promise<IngredientRow[]> =>
  parentIds.length === 0
    ? Promise.resolve([])
    : activeIngredients(q, householdId).where('parent_id', 'in', padInList(parentIds)).orderBy('id').execute()

/** Returns the kinds of kinds, each with what it is a kind of and what that is a kind of. There should be none. */
export async function listKindsOfKinds(q: Reader, householdId: HouseholdId): Promise<string[][]> {
  const rows = await activeIngredients(q, householdId).where('parent_id', 'is not', null).execute()
  const parents = new Map(rows.map(({ id, parent_id }) => [id, parent_id ?? '']))
  const chains = rows.map(({ id, parent_id }) => [id, parent_id ?? '', parents.get(parent_id ?? '') ?? ''])
  const tops = chains.map(([, , top = '']) => top).filter((top) => top !== '')
  const active = new Set<string>()
  for (const top of new Set(tops)) if (await findIngredient(q, householdId, top)) active.add(top)
  return chains.filter(([, , top = '']) => active.has(top))
}

/** Returns which of these ingredients are kinds of others. */
export async function parentsOf(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<{ id: string; parentId: string }[]> {
  if (ids.length === 0) return []
  const rows = await on(q)
    .selectFrom('ingredients')
    .select(['id', 'parent_id'])
    .where('household_id', '=', householdId)
    .where('id', 'in', padInList(ids))
    .where('parent_id', 'is not', null)
    .execute()
  return rows.map(({ id, parent_id }) => ({ id, parentId: parent_id ?? '' }))
}

const moveKinds = (tx: Transaction, householdId: HouseholdId, from: string, to: string) =>
  on(tx)
    .updateTable('ingredients')
    .set({ parent_id: to, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('parent_id', '=', from)

/** The kinds of a merged ingredient become kinds of the one that it is part of. */
export const kindReferences: IngredientReferences = {
  table: 'ingredients',
  async move(tx, householdId, from, to) {
    const rows = await moveKinds(tx, householdId, from, to).where('id', '<>', to).returning('id').execute()
    return rows.map(({ id }) => id)
  },
  async moveBack(tx, householdId, keys, from, to) {
    if (keys.length === 0) return
    await moveKinds(tx, householdId, from, to)
      .where('id', 'in', padInList(keys.map(String)))
      .execute()
  },
}

/** Like `findIngredient`, but an ingredient that became part of another one finds that. */
export async function findIngredientOrMerged(q: Reader, householdId: HouseholdId, id: string): Promise<IngredientRow | undefined> {
  const seen = new Set<string>()
  for (let next: string | null = id; next !== null && !seen.has(next); ) {
    const found = await findIngredient(q, householdId, next)
    if (found) return found
    seen.add(next)
    next = (await findIngredientRow(q, householdId, next))?.merged_into ?? null
  }
  return undefined
}

/** Returns the ids of those ingredients that other ones became part of. */
export async function listMergedInto(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const merged = on(q).selectFrom('ingredients').select('merged_into').distinct().where('household_id', '=', householdId)
  const rows = await merged.where('merged_into', 'in', ids).execute()
  return rows.flatMap(({ merged_into }) => merged_into ?? [])
}

/** Returns an ingredient, also a removed one. */
export const findIngredientRow = (q: Reader, householdId: HouseholdId, id: string): Promise<IngredientRow | undefined> =>
  on(q).selectFrom('ingredients').selectAll().where('household_id', '=', householdId).where('id', '=', id).executeTakeFirst()

/** Returns the ingredient with that name; all of them if there is none, for a search by other names. */
export function findByNameKeyOrList(q: Reader, householdId: HouseholdId, nameKey: string): Promise<IngredientRow[]> {
  const named = activeIngredients(q, householdId).where('name_key', '=', nameKey)
  const all = on(q).selectFrom('ingredients as other').selectAll().where('other.household_id', '=', householdId)
  return named
    .unionAll(all.where('other.removed_at', 'is', null).where(({ not, exists }) => not(exists(named))))
    .orderBy('name_key')
    .orderBy('id')
    .execute()
}

/** Includes removed ingredients, which past records refer to. */
export const ingredientFacts = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('ingredients')
    .select(['id', 'name', 'category', 'default_unit', 'par_milli', 'conversions', 'shelf_life', 'version', 'removed_at'])
    .where('household_id', '=', householdId)
    .execute()

export const findByNameKey = (q: Reader, householdId: HouseholdId, nameKey: string) =>
  activeIngredients(q, householdId).where('name_key', '=', nameKey).executeTakeFirst()

/** Includes removed ingredients, which past records refer to. */
export const listIngredientNames = (q: Reader, householdId: HouseholdId, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : on(q).selectFrom('ingredients').select(['id', 'name']).where('household_id', '=', householdId).where('id', 'in', ids).execute()

/** Returns false if the household has an ingredient with that name or id. */
export async function insertIngredient(tx: Transaction, row: IngredientRow): Promise<boolean> {
  const result = await on(tx)
    .insertInto('ingredients')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

/** Returns false if `version` is given and differs. */
export async function updateIngredient(
  tx: Transaction,
  householdId: HouseholdId,
  id: string,
  set: Partial<Omit<IngredientRow, 'household_id' | 'id' | 'version'>>,
  version: number | null,
): Promise<boolean> {
  let query = on(tx)
    .updateTable('ingredients')
    .set({ ...set, version: sql`version + 1` })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
  if (version !== null) query = query.where('version', '=', version)
  return (await query.executeTakeFirst()).numUpdatedRows === 1n
}

/** Few enough for one statement. */
const maxKeys = 1024

function* inParts<T>(values: readonly T[], size = maxKeys): Generator<T[]> {
  for (let start = 0; start < values.length; start += size) yield values.slice(start, start + size)
}

/** Returns those of the ingredients that weren't removed. */
export async function findIngredients(q: Reader, householdId: HouseholdId, ids: readonly string[]): Promise<IngredientRow[]> {
  const rows: IngredientRow[] = []
  for (const some of inParts(ids)) rows.push(...(await activeIngredients(q, householdId).where('id', 'in', padInList(some)).execute()))
  return rows
}

/** Sets columns of those ingredients that weren't removed and still have the values of `expect`. Returns their ids. */
export async function updateIngredients(
  tx: Transaction,
  householdId: HouseholdId,
  ids: readonly string[],
  set: Partial<Omit<IngredientRow, 'household_id' | 'id' | 'version'>>,
  expect: Partial<IngredientRow> = {},
): Promise<string[]> {
  const updated: string[] = []
  for (const some of inParts(ids)) {
    let query = on(tx)
      .updateTable('ingredients')
      .set({ ...set, version: sql`version + 1` })
      .where('household_id', '=', householdId)
      .where('id', 'in', padInList(some))
      .where('removed_at', 'is', null)
    for (const [column, value] of Object.entries(expect) as [keyof IngredientRow, string | number | null][])
      query = query.where(column, value === null ? 'is' : '=', value)
    updated.push(...(await query.returning('id').execute()).map(({ id }) => id))
  }
  return updated
}

/** Brings back those of the ingredients that were removed at a time, weren't merged since and whose name is still free. Returns their ids. */
export async function restoreIngredients(
  tx: Transaction,
  householdId: HouseholdId,
  ids: readonly string[],
  removedAt: string,
  at: string,
): Promise<string[]> {
  const restored: string[] = []
  for (const some of inParts(ids)) {
    const removed = await on(tx)
      .selectFrom('ingredients')
      .select(['id', 'name_key'])
      .where('household_id', '=', householdId)
      .where('id', 'in', padInList(some))
      .where('removed_at', '=', removedAt)
      .where('merged_into', 'is', null)
      .execute()
    const names = padInList(removed.map(({ name_key }) => name_key))
    const namesakes = names.length === 0 ? [] : await activeIngredients(tx, householdId).where('name_key', 'in', names).execute()
    const taken = new Set(namesakes.map(({ name_key }) => name_key))
    const free = removed.filter(({ name_key }) => !taken.has(name_key)).map(({ id }) => id)
    if (free.length === 0) continue
    const rows = await on(tx)
      .updateTable('ingredients')
      .set({ removed_at: null, updated_at: at, version: sql`version + 1` })
      .where('household_id', '=', householdId)
      .where('id', 'in', padInList(free))
      .where('removed_at', '=', removedAt)
      .returning('id')
      .execute()
    restored.push(...rows.map(({ id }) => id))
  }
  return restored
}

/** Deletes the barcodes of ingredients, and returns them. */
export async function takeBarcodes(tx: Transaction, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<BarcodeRow[]> {
  const taken: BarcodeRow[] = []
  for (const some of inParts(ingredientIds)) {
    const query = on(tx).deleteFrom('barcodes').where('household_id', '=', householdId).where('ingredient_id', 'in', padInList(some))
    taken.push(...(await query.returningAll().execute()))
  }
  return taken
}

/** Adds barcodes unless the household has got them since. */
export async function addFreeBarcodes(tx: Transaction, rows: readonly BarcodeRow[]): Promise<void> {
  for (const some of inParts(rows, 128))
    await on(tx)
      .insertInto('barcodes')
      .values(some)
      .onConflict((conflict) => conflict.columns(['household_id', 'code']).doNothing())
      .execute()
}

export async function listBarcodes(q: Reader, householdId: HouseholdId, ingredientId?: string): Promise<BarcodeRow[]> {
  let query = on(q).selectFrom('barcodes').selectAll().where('household_id', '=', householdId)
  if (ingredientId !== undefined) query = query.where('ingredient_id', '=', ingredientId)
  return query.orderBy('code').execute()
}

/** Returns the barcodes of these ingredients. */
export const listBarcodesOf = (q: Reader, householdId: HouseholdId, ingredientIds: readonly string[]): Promise<BarcodeRow[]> =>
  ingredientIds.length === 0
    ? Promise.resolve([])
    : on(q)
        .selectFrom('barcodes')
        .selectAll()
        .where('household_id', '=', householdId)
        .where('ingredient_id', 'in', padInList(ingredientIds))
        .orderBy('code')
        .execute()

export const findBarcode = (q: Reader, householdId: HouseholdId, code: string) =>
  on(q)
    .selectFrom('barcodes')
    .innerJoin('ingredients', (join) =>
      join.onRef('ingredients.household_id', '=', 'barcodes.household_id').onRef('ingredients.id', '=', 'ingredient_id'),
    )
    .select(['ingredients.id', 'ingredients.name', 'label', 'pack_milli', 'pack_unit'])
    .where('barcodes.household_id', '=', householdId)
    .where('code', '=', code)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Moves the code if it belongs to another ingredient. */
export const putBarcode = (tx: Transaction, row: BarcodeRow) =>
  on(tx)
    .insertInto('barcodes')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['household_id', 'code']).doUpdateSet({
        ingredient_id: row.ingredient_id,
        label: row.label,
        pack_milli: row.pack_milli,
        pack_unit: row.pack_unit,
        pack_name: row.pack_name,
      }),
    )
    .execute()

/** Deletes a code unless it belongs to another ingredient. */
export const deleteBarcode = (tx: Transaction, householdId: HouseholdId, code: string, ingredientId: string) =>
  on(tx)
    .deleteFrom('barcodes')
    .where('household_id', '=', householdId)
    .where('code', '=', code)
    .where('ingredient_id', '=', ingredientId)
    .execute()

export const deleteBarcodes = (tx: Transaction, householdId: HouseholdId, ingredientId: string) =>
  on(tx).deleteFrom('barcodes').where('household_id', '=', householdId).where('ingredient_id', '=', ingredientId).execute()

type ReferenceKey = string | number

/** A table whose rows reference ingredients. Every table with the column `ingredient_id` has one: its rows follow a merged ingredient. */
export interface IngredientReferences {
  readonly table: string
  /** Points the rows of ingredient `from` at `to`. Returns their keys. */
  move(tx: Transaction, householdId: HouseholdId, from: string, to: string): Promise<ReferenceKey[]>
  /** Points those of the rows that still reference `from` at `to`. */
  moveBack(tx: Transaction, householdId: HouseholdId, keys: readonly ReferenceKey[], from: string, to: string): Promise<void>
}

/** `key` is the column that identifies a row within a household. */
export function ingredientReferences(table: string, key: string): IngredientReferences {
  // All of them have the columns used here.
  const pointAt = (tx: Transaction, householdId: HouseholdId, from: string, to: string) =>
    on(tx)
      .updateTable(table as 'barcodes')
      .set({ ingredient_id: to })
      .where('household_id', '=', householdId)
      .where('ingredient_id', '=', from)
  return {
    table,
    async move(tx, householdId, from, to) {
      const moved = await pointAt(tx, householdId, from, to).returning(sql.ref<ReferenceKey>(key).as('key')).execute()
      return moved.map((row) => row.key)
    },
    async moveBack(tx, householdId, keys, from, to) {
      for (let start = 0; start < keys.length; start += maxKeys) {
        const some = padInList(keys.slice(start, start + maxKeys))
        await pointAt(tx, householdId, from, to).where(sql.ref<ReferenceKey>(key), 'in', some).execute()
      }
    },
  }
}

export const barcodeReferences = ingredientReferences('barcodes', 'code')

/** Keys of rows, by the name of an own unit that they had. */
export type ClearedOwnUnits = Record<string, ReferenceKey[]>

/** A table whose rows name own units of their ingredient. A name is cleared if it means another size after a merge. */
export interface OwnUnitReferences {
  readonly table: string
  /** Clears the names in the rows of an ingredient. Returns what to restore. */
  clear(tx: Transaction, householdId: HouseholdId, ingredientId: string, names: readonly string[]): Promise<ClearedOwnUnits>
  /** Puts the names back in the rows of an ingredient that still have none. */
  restore(tx: Transaction, householdId: HouseholdId, ingredientId: string, cleared: ClearedOwnUnits): Promise<void>
}

/** `key` is the column that identifies a row within a household, `column` the one with the name. */
export function ownUnitReferences(table: string, key: string, column: string): OwnUnitReferences {
  // All of them have the columns used here.
  const put = (tx: Transaction, householdId: HouseholdId, ingredientId: string, name: string | null) =>
    on(tx)
      .updateTable(table as 'barcodes')
      .set({ [column]: name })
      .where('household_id', '=', householdId)
      .where('ingredient_id', '=', ingredientId)
  const named = sql.ref<string>(column)
  return {
    table,
    async clear(tx, householdId, ingredientId, names) {
      const keys = new Set(names.map(nameKey))
      if (keys.size === 0) return {}
      const all = on(tx)
        .selectFrom(table as 'barcodes')
        .select(named.as('name'))
        .distinct()
        .where('household_id', '=', householdId)
        .where('ingredient_id', '=', ingredientId)
      const cleared: ClearedOwnUnits = {}
      for (const { name } of await all.where(named, 'is not', null).execute()) {
        if (!keys.has(nameKey(name))) continue
        const query = put(tx, householdId, ingredientId, null).where(named, '=', name)
        const rows = await query.returning(sql.ref<ReferenceKey>(key).as('key')).execute()
        cleared[name] = rows.map((row) => row.key)
      }
      return cleared
    },
    async restore(tx, householdId, ingredientId, cleared) {
      for (const [name, keys] of Object.entries(cleared))
        for (let start = 0; start < keys.length; start += maxKeys) {
          const some = padInList(keys.slice(start, start + maxKeys))
          const query = put(tx, householdId, ingredientId, name).where(named, 'is', null)
          await query.where(sql.ref<ReferenceKey>(key), 'in', some).execute()
        }
    },
  }
}

export const barcodeOwnUnits = ownUnitReferences('barcodes', 'code', 'pack_name')

const conversionsByText = boundedCache<string, readonly Conversion[]>(5000)

const ownUnitsByText = boundedCache<string, OwnUnit[]>(5000)
const noOwnUnits: OwnUnit[] = []

/** Parses the column `own_units`. Cached, like `parseConversions`. */
export const parseOwnUnits = (text: string): OwnUnit[] =>
  text === '[]' ? noOwnUnits : ownUnitsByText.getOrCreate(text, () => JSON.parse(text) as OwnUnit[])

/** Parses the column `conversions`. Cached, because thousands of rows have few distinct texts. */
export function parseConversions(text: string | null): readonly Conversion[] {
  if (text === null || text === '[]') return []
  return conversionsByText.getOrCreate(text, () => JSON.parse(text) as readonly Conversion[])
}

/** The columns that name a location. */
export const ingredientColumns: readonly TextColumn[] = [
  textColumn('ingredients', 'default_location'),
  textColumn('ingredients', 'opened_location'),
]

const picturesOf = (q: Reader, householdId: HouseholdId) => on(q).selectFrom('ingredient_pictures').where('household_id', '=', householdId)

/** Long enough ago that the job erases the picture the next time, unless something has it. */
const takenAt = '2000-01-01T00:00:00.000Z'
const countsSql = sql<boolean>`(unused_at is null or unused_at <> ${takenAt})`

/** Returns the bytes of all ingredients' pictures, including unused ones, except those that an import has taken for a recipe. */
export async function ingredientPictureBytes(q: Reader, householdId: HouseholdId): Promise<number> {
  const sum = sql<number | null>`sum(octet_length(jpeg))`.as('bytes')
  return Number((await picturesOf(q, householdId).where(countsSql).select(sum).executeTakeFirstOrThrow()).bytes ?? 0)
}

export const hasPicture = async (q: Reader, householdId: HouseholdId, id: string): Promise<boolean> =>
  (await picturesOf(q, householdId).select('id').where('id', '=', id).executeTakeFirst()) !== undefined

export const findPicture = async (q: Reader, householdId: HouseholdId, id: string): Promise<Uint8Array | undefined> =>
  (await picturesOf(q, householdId).select('jpeg').where('id', '=', id).executeTakeFirst())?.jpeg

export const insertPicture = (tx: Transaction, householdId: HouseholdId, id: string, jpeg: Uint8Array, at: string) =>
  on(tx)
    .insertInto('ingredient_pictures')
    .values({ household_id: householdId, id, created_at: at, unused_at: null, jpeg })
    .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet({ unused_at: null }))
    .execute()

/** A subquery of `ingredient_pictures`: the ingredients that have the picture and weren't removed. */
const ingredientsWithPicture = (q: Reader, householdId: HouseholdId) =>
  on(q)
    .selectFrom('ingredients')
    .select('ingredients.id')
    .where('ingredients.household_id', '=', householdId)
    .where('ingredients.picture', '=', sql.ref<string>('ingredient_pictures.id'))
    .where('ingredients.removed_at', 'is', null)

/** Returns all pictures, and whether an ingredient that wasn't removed has them. */
export const listPictureUses = (
  q: Reader,
  householdId: HouseholdId,
): Promise<{ id: string; unused_at: string | null; is_used: number | boolean }[]> =>
  picturesOf(q, householdId)
    .select(['id', 'unused_at'])
    .select(({ exists }) => exists(ingredientsWithPicture(q, householdId)).as('is_used'))
    .execute() as Promise<{ id: string; unused_at: string | null; is_used: number | boolean }[]>

export const setUnusedAt = (tx: Transaction, householdId: HouseholdId, id: string, at: string | null) =>
  on(tx).updateTable('ingredient_pictures').set({ unused_at: at }).where('household_id', '=', householdId).where('id', '=', id).execute()

/** Marks a picture as taken. Returns false if it was before. */
export async function markTaken(tx: Transaction, householdId: HouseholdId, id: string): Promise<boolean> {
  const { numUpdatedRows } = await on(tx)
    .updateTable('ingredient_pictures')
    .set({ unused_at: takenAt })
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where(countsSql)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Deletes a picture that has been unused since before a time, unless an ingredient that wasn't removed has it again. */
export async function erasePicture(tx: Transaction, householdId: HouseholdId, id: string, before: string): Promise<void> {
  const { numDeletedRows } = await on(tx)
    .deleteFrom('ingredient_pictures')
    .where('household_id', '=', householdId)
    .where('id', '=', id)
    .where('unused_at', '<', before)
    .where(({ exists, not }) => not(exists(ingredientsWithPicture(tx, householdId))))
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return
  await on(tx).updateTable('ingredients').set({ picture: null }).where('household_id', '=', householdId).where('picture', '=', id).execute()
}
