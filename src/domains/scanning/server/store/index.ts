import { sql } from 'kysely'
import type { IngredientViews } from '#domains/ingredients/server/index.ts'
import { ingredientReferences } from '#domains/ingredients/server/index.ts'
import { padInList } from '#platform/server/database/compiled-query-cache.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type LearnedPhoto, maxLearnedPhotos } from '../../contract.ts'
import type { ScanningTables } from '../tables.ts'

const on = (q: Reader) => q.on<ScanningTables>()

export type LookupRow = ScanningTables['lookups']

/** Returns what `source` said about the code, unless it expired before `now` (ISO). */
export const findLookup = (q: Reader, source: string, code: string, now: string) =>
  on(q)
    .selectFrom('lookups')
    .select('product')
    .where('source', '=', source)
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Stores an answer and deletes expired ones. */
export async function putLookup(tx: Transaction, row: LookupRow, now: string): Promise<void> {
  await on(tx).deleteFrom('lookups').where('expires_at', '<=', now).execute()
  await on(tx)
    .insertInto('lookups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'code']).doUpdateSet({ product: row.product, expires_at: row.expires_at }))
    .execute()
}

export type PhotoExampleRow = ScanningTables['photo_examples']

/** Returns the household's confirmed photos for this model version, of ingredients it still has. */
export const listPhotoExamples = (q: Reader, householdId: HouseholdId, model: string) =>
  q
    .on<ScanningTables & IngredientViews>()
    .selectFrom('photo_examples as e')
    .innerJoin('ingredients as i', (join) => join.onRef('i.household_id', '=', 'e.household_id').onRef('i.id', '=', 'e.ingredient_id'))
    .select(['e.ingredient_id', 'e.features'])
    .where('e.household_id', '=', householdId)
    .where('e.model', '=', model)
    .where('i.removed_at', 'is', null)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id')
    .execute()

/** Confirming the same photo again replaces its ingredient. */
export async function putPhotoExample(tx: Transaction, row: PhotoExampleRow): Promise<void> {
  const { ingredient_id, created_at } = row
  await on(tx)
    .insertInto('photo_examples')
    .values(row)
    .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet({ ingredient_id, created_at }))
    .execute()
}

/** Deletes all but the newest examples, per ingredient and per household. */
export async function trimPhotoExamples(
  tx: Transaction,
  householdId: HouseholdId,
  ingredientId: string,
  max: { ofFood: number; ofHousehold: number },
): Promise<void> {
  const all = on(tx).selectFrom('photo_examples').select('id').where('household_id', '=', householdId)
  const newest = all.orderBy('created_at', 'desc').orderBy('id')
  const drop = (ids: string[]) =>
    ids.length === 0
      ? Promise.resolve()
      : on(tx).deleteFrom('photo_examples').where('household_id', '=', householdId).where('id', 'in', ids).execute()
  const dropFrom = async (rows: Promise<{ id: string }[]>, from: number) => drop((await rows).slice(from).map(({ id }) => id))
  await dropFrom(newest.where('ingredient_id', '=', ingredientId).execute(), max.ofFood)
  await dropFrom(newest.execute(), max.ofHousehold)
}

/** Returns ingredient ids by the key of their printed name (`receiptKey`). */
export async function learnedNames(q: Reader, householdId: HouseholdId): Promise<Map<string, string>> {
  const rows = await on(q).selectFrom('receipt_names').select(['print', 'ingredient_id']).where('household_id', '=', householdId).execute()
  return new Map(rows.map((row) => [row.print, row.ingredient_id]))
}

export async function putLearnedName(
  tx: Transaction,
  householdId: HouseholdId,
  print: string,
  ingredientId: string,
  now: string,
): Promise<void> {
  const row = { household_id: householdId, print, ingredient_id: ingredientId, updated_at: now }
  await on(tx)
    .insertInto('receipt_names')
    .values(row)
    .onConflict((conflict) => conflict.columns(['household_id', 'print']).doUpdateSet({ ingredient_id: ingredientId, updated_at: now }))
    .execute()
}

/** Imports what was learned about an ingredient. Leaves what the household has learned. */
export async function insertLearned(
  tx: Transaction,
  { householdId, now }: Pick<Member, 'householdId' | 'now'>,
  ingredientId: string,
  { receipts, photos }: { receipts: readonly string[]; photos: readonly LearnedPhoto[] },
): Promise<void> {
  const row = { household_id: householdId, ingredient_id: ingredientId }
  const at = now.toISOString()
  if (receipts.length > 0)
    await on(tx)
      .insertInto('receipt_names')
      .values(receipts.map((print) => ({ ...row, print, updated_at: at })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  if (photos.length === 0) return
  await on(tx)
    .insertInto('photo_examples')
    .values(photos.map((photo) => ({ ...row, ...photo, created_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await trimPhotoExamples(tx, householdId, ingredientId, maxLearnedPhotos)
}

/** Deletes what was imported about an ingredient, unless it was learned of another one since. */
export async function deleteLearned(
  tx: Transaction,
  householdId: HouseholdId,
  ingredientId: string,
  { receipts, photos }: { receipts: readonly string[]; photos: readonly LearnedPhoto[] },
): Promise<void> {
  const remove = async (table: 'receipt_names' | 'photo_examples', column: 'print' | 'id', keys: readonly string[]) => {
    if (keys.length === 0) return
    await on(tx)
      .deleteFrom(table)
      .where('household_id', '=', householdId)
      .where('ingredient_id', '=', ingredientId)
      .where(sql.ref<string>(column), 'in', padInList(keys))
      .execute()
  }
  await remove('receipt_names', 'print', receipts)
  await remove(
    'photo_examples',
    'id',
    photos.map(({ id }) => id),
  )
}

/**
 * Returns which of these ingredients have a confirmed photo or a learned receipt name, except those that `isImported`. `at` is when it was
 * learned.
 */
export async function listLearnedIngredients(
  q: Reader,
  householdId: HouseholdId,
  ingredientIds: readonly string[],
  isImported: (ingredientId: string, kind: 'receipts' | 'photos', key: string, at: string) => boolean,
): Promise<string[]> {
  const receipts = await on(q)
    .selectFrom('receipt_names')
    .select(['ingredient_id', 'print as key', 'updated_at as at'])
    .where('household_id', '=', householdId)
    .where('ingredient_id', 'in', ingredientIds)
    .execute()
  const photos = await on(q)
    .selectFrom('photo_examples')
    .select(['ingredient_id', 'id as key', 'created_at as at'])
    .where('household_id', '=', householdId)
    .where('ingredient_id', 'in', ingredientIds)
    .execute()
  const idsOf = (kind: 'receipts' | 'photos', rows: typeof photos | typeof receipts) =>
    rows.flatMap(({ ingredient_id: id, key, at }) => (id === null || isImported(id, kind, key, at) ? [] : id))
  return [...new Set([...idsOf('receipts', receipts), ...idsOf('photos', photos)])]
}

export const scanningReferences = [ingredientReferences('photo_examples', 'id'), ingredientReferences('receipt_names', 'print')]
