import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ScanningTables } from '../tables.ts'

const on = (q: Reader) => q.on<ScanningTables>()

export type LookupRow = ScanningTables['lookups']

/** What `source` answered about the code, while that still counts at `now` (ISO). */
export const findLookup = (q: Reader, source: string, code: string, now: string) =>
  on(q)
    .selectFrom('lookups')
    .select('product')
    .where('source', '=', source)
    .where('code', '=', code)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** Keeps an answer and drops those that count no longer. */
export async function putLookup(tx: Transaction, row: LookupRow, now: string): Promise<void> {
  await on(tx).deleteFrom('lookups').where('expires_at', '<=', now).execute()
  await on(tx)
    .insertInto('lookups')
    .values(row)
    .onConflict((conflict) => conflict.columns(['source', 'code']).doUpdateSet({ product: row.product, expires_at: row.expires_at }))
    .execute()
}

export type PhotoExampleRow = ScanningTables['photo_examples']

/** What the household confirmed, seen by this model, of foods it still has. */
export const listPhotoExamples = (q: Reader, householdId: HouseholdId, model: string) =>
  q.rows<Pick<PhotoExampleRow, 'ingredient_id' | 'features'>>(
    `select e.ingredient_id, e.features from photo_examples e
     join ingredients i on i.household_id = e.household_id and i.id = e.ingredient_id
     where e.household_id = ? and e.model = ? and i.removed_at is null order by e.created_at desc, e.id`,
    [householdId, model],
  )

/** One photo shows one food: confirming it anew moves it. */
export async function putPhotoExample(tx: Transaction, row: PhotoExampleRow): Promise<void> {
  const { ingredient_id, created_at } = row
  await on(tx)
    .insertInto('photo_examples')
    .values(row)
    .onConflict((conflict) => conflict.columns(['household_id', 'id']).doUpdateSet({ ingredient_id, created_at }))
    .execute()
}

/** Drops all but the newest: of one food, then of the household. */
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
  const rest = async (rows: Promise<{ id: string }[]>, from: number) => drop((await rows).slice(from).map(({ id }) => id))
  await rest(newest.where('ingredient_id', '=', ingredientId).execute(), max.ofFood)
  await rest(newest.execute(), max.ofHousehold)
}
