import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migratePostgres, migrateSqlite } from '#platform/server/database/migrate.ts'
import { openSqlite } from '#platform/server/database/sqlite/database.ts'
import { allClusters, clusterVariable, startClusters, templateVariable } from './postgres.ts'

/** Vitest's global setup of the PostgreSQL projects. Starts a cluster for each worker, unless a parent run has. */
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

let template: Promise<Buffer> | undefined

/** Writes a migrated SQLite database without rows to a folder. Migrating would take longer than the rest of opening a test app. */
export async function writeMigratedDatabase(folder: string): Promise<void> {
  template ??= migrated()
  writeFileSync(join(folder, 'larder.db'), await template)
}

async function migrated(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'larder-test-template-'))
  const database = openSqlite(folder, () => {})
  await migrateSqlite(database)
  await database.close()
  const bytes = readFileSync(join(folder, 'larder.db'))
  rmSync(folder, { recursive: true, force: true })
  return bytes
}
