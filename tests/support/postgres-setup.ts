import { migratePostgres } from '#platform/server/migrate.ts'
import { clusterVariable, sharedCluster, startCluster, templateVariable } from './postgres.ts'

/** Vitest's global set-up of the PostgreSQL projects: one cluster for all of them, unless the run that started us has one already. */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  const own = process.env[clusterVariable] === undefined ? await startCluster() : undefined
  if (own) process.env[clusterVariable] = own.url('postgres')
  const template = await sharedCluster().createDatabase()
  await migratePostgres(template)
  process.env[templateVariable] = new URL(template).pathname.slice(1)
  if (!own) return undefined
  return async () => {
    delete process.env[clusterVariable]
    await own.stop()
  }
}
