import type { TestProject } from 'vitest/node'
import { migratePostgres } from '#platform/server/database/migrate.ts'
import { allClusters, clusterVariable, startClusters, templateVariable } from './postgres.ts'

/** Vitest's global set-up of the PostgreSQL projects: a cluster for each worker, unless the run that started us has them already. */
export default async function setup({ config }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const own = process.env[clusterVariable] === undefined ? await startClusters(config.maxWorkers) : undefined
  if (own) process.env[clusterVariable] = own.addresses
  const templates: string[] = []
  for (const cluster of allClusters()) {
    const template = await cluster.createDatabase()
    await migratePostgres(template)
    templates.push(new URL(template).pathname.slice(1))
  }
  process.env[templateVariable] = templates.join(' ')
  if (!own) return undefined
  return async () => {
    delete process.env[clusterVariable]
    await own.stop()
  }
}
