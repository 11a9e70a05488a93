import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config.ts'
import { finishSwap, incoming, swapIn } from '#platform/server/archive/swap.ts'
import type { Source, Target } from '#platform/server/archive/table.ts'
import { fillPostgres, hasData, readPostgres } from '#platform/server/postgres/archive.ts'
import { fillSqlite, readSqlite } from '#platform/server/sqlite/archive.ts'
import { holdFolder } from '#platform/server/sqlite/lock.ts'

export const version: string = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')).version

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>

/** What the settings point at, as of now. Throws a sentence when there is nothing. */
export async function openSource({ dataDir, databaseUrl }: Place): Promise<Source> {
  if (databaseUrl) return readPostgres(databaseUrl)
  const file = join(dataDir, 'larder.db')
  if (!existsSync(file)) throw new Error(`There is no Larder in ${dataDir}. LARDER_DATA_DIR and DATABASE_URL say where to look.`)
  return readSqlite(file)
}

/** A target whose rows take the place of what the settings point at. */
export type Opening = (migrations: readonly string[]) => Promise<Target>

/**
 * Opens the place the settings point at for `work`. What is there already is refused unless `replace`.
 * `kept` is told where the database went that was there (SQLite).
 */
export async function filling<T>(
  { dataDir, databaseUrl }: Place,
  replace: boolean,
  work: (open: Opening) => Promise<T>,
  kept: (file: string) => void = () => {},
): Promise<T> {
  const refuse = (where: string) => {
    if (!replace) throw new Error(`There is a Larder in ${where} already. Say --replace to put the backup in its place.`)
  }
  if (databaseUrl) {
    if (await hasData(databaseUrl)) refuse('that database')
    return work((migrations) => fillPostgres(databaseUrl, migrations))
  }
  const release = holdFolder(dataDir)
  try {
    finishSwap(dataDir)
    if (existsSync(join(dataDir, 'larder.db'))) refuse(dataDir)
    const answer = await work(async (migrations) => fillSqlite(incoming(dataDir), migrations))
    const before = swapIn(dataDir)
    if (before) kept(join(dataDir, before))
    return answer
  } catch (error) {
    rmSync(incoming(dataDir), { force: true })
    throw error
  } finally {
    release()
  }
}

/** What went wrong, and why, in sentences. */
export function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}\n${sentenceOf(error.cause)}` : error.message
}
