import { randomBytes } from 'node:crypto'
import type { Database } from '../database/index.ts'

type SecretTables = {
  secrets: { name: string; value: string }
}

/**
 * A key this server made for itself: 32 random bytes as base64url, made at the first call and kept in the database,
 * so that every process of an installation answers the same. Processes that start together agree on one.
 */
export async function secret(database: Database, name: string): Promise<string> {
  const db = database.identity.withTables<SecretTables>()
  const find = () => db.selectFrom('secrets').select('value').where('name', '=', name)
  const kept = await find().executeTakeFirst()
  if (kept) return kept.value
  await db
    .insertInto('secrets')
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await find().executeTakeFirstOrThrow()).value
}
