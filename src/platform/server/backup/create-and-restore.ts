import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { createSqliteTarget } from '../database/sqlite/backup.ts'
import { TableChecksum, type TableDigest } from '../database/table-checksum.ts'
import type { ColumnOrder, DatabaseSnapshot, DatabaseTarget, Row, Table } from '../database/table-schema.ts'
import { maxUnpackedBytes, readLines, UnusableBackupError, writeLines } from './backup-file.ts'
import { withTemporaryDatabase } from './temporary-database.ts'

/** First line of a backup. */
interface BackupHeader {
  readonly larder: string
  readonly at: string
  readonly migrations: readonly string[]
}

/** Sessions and mailed links, which would be dangerous in a backup, and leases of processes that no longer exist. */
const excludedTables = ['sessions', 'verifications', 'leases']

export interface BackupSummary {
  readonly file: string
  readonly at: string
  readonly counts: readonly TableDigest[]
}

/**
 * Writes `source` to `file`, then verifies it by restoring it into a temporary database in `verifyIn`. Sessions aren't included, so
 * everyone signs in again after a restore.
 */
export async function createBackup(
  source: DatabaseSnapshot,
  file: string,
  larder: string,
  passphrase: string | null,
  verifyIn: string = tmpdir(),
): Promise<BackupSummary> {
  const head: BackupHeader = { larder, at: new Date().toISOString(), migrations: source.migrations }
  const counts: TableDigest[] = []
  // Gets its name once verified, so that an incomplete file isn't taken for a backup.
  const unproved = `${file}.unproved`
  const bytes = await writeLines(unproved, linesOf(source, head, counts), passphrase)
  try {
    await verifyBackup(unproved, passphrase, verifyIn, bytes)
    await rename(unproved, file)
  } catch (error) {
    await rm(unproved, { force: true })
    throw new Error('The backup was made, but could not be restored on trial, so it was thrown away.', { cause: error })
  }
  return { file, at: head.at, counts }
}

async function* linesOf(source: DatabaseSnapshot, head: BackupHeader, counts: TableDigest[]): AsyncGenerator<string> {
  yield JSON.stringify(head)
  for (const table of source.tables) {
    yield JSON.stringify({ table: table.name, columns: table.columns.map(({ name }) => name) })
    const sum = new TableChecksum()
    if (!excludedTables.includes(table.name)) for await (const batch of source.rows(table)) for (const row of batch) yield sum.add(row)
    const count = sum.end(table.name)
    counts.push(count)
    yield JSON.stringify(count)
  }
  yield JSON.stringify({ end: true })
}

/**
 * Restores a backup into a temporary database. Throws if that fails. `maxBytes` is its decompressed size if it was created here; by default
 * the limit of foreign files.
 */
export async function verifyBackup(
  file: string,
  passphrase: string | null,
  verifyIn: string = tmpdir(),
  maxBytes?: number,
): Promise<BackupSummary> {
  const limit = maxBytes ?? (await maxUnpackedBytes(file, verifyIn))
  return withTemporaryDatabase(verifyIn, (database) =>
    restoreBackup(file, passphrase, async (migrations) => createSqliteTarget(database, migrations), limit),
  )
}

/**
 * Writes a backup's rows to the target that `open` returns, and commits if all counts and hashes read back from it match. Otherwise leaves
 * the target unchanged and throws `UnusableBackup` or the target's error. `maxBytes` limits the decompressed size.
 */
export async function restoreBackup(
  file: string,
  passphrase: string | null,
  open: (migrations: readonly string[]) => Promise<DatabaseTarget>,
  maxBytes?: number,
): Promise<BackupSummary> {
  const lines = readLines(file, passphrase, maxBytes ?? (await maxUnpackedBytes(file, tmpdir())))
  let target: DatabaseTarget | undefined
  try {
    const head = parseHeader((await lines.next()).value ?? undefined)
    target = await open(head.migrations)
    const { counts, order } = await fill(target, lines)
    assertCountsMatch(counts, await target.check(order))
    await target.end()
    return { file, at: head.at, counts }
  } catch (error) {
    await target?.abandon()
    throw error
  } finally {
    await lines.return(undefined)
  }
}

async function fill(target: DatabaseTarget, lines: AsyncIterable<string>): Promise<{ counts: TableDigest[]; order: ColumnOrder }> {
  const counts: TableDigest[] = []
  const order = new Map<string, readonly string[]>()
  let hasEnded = false
  const tables = new Map(target.tables.map((table) => [table.name, table]))
  let current: { table: Table; columns: readonly string[]; sum: TableChecksum; rows: Row[] } | undefined
  for await (const line of lines) {
    if (hasEnded) throw new UnusableBackupError('This backup goes on after its end. Nothing was changed.')
    if (line.startsWith('[')) {
      if (!current) throw new UnusableBackupError('A row belongs to no table. Nothing was changed.')
      const row: Row = JSON.parse(line)
      current.sum.add(row)
      current.rows.push(row)
      if (current.rows.length >= 500) await target.put(current.table, current.columns, current.rows.splice(0))
      continue
    }
    const marker: { table?: string; columns?: string[]; sha256?: string; end?: boolean } = JSON.parse(line)
    if (marker.end) hasEnded = true
    else if (marker.sha256) {
      if (!current) throw new UnusableBackupError('A table ends that never began. Nothing was changed.')
      await target.put(current.table, current.columns, current.rows.splice(0))
      const count = current.sum.end(current.table.name)
      assertCountsMatch([count], [JSON.parse(line)])
      counts.push(count)
      current = undefined
    } else {
      const table = tables.get(marker.table ?? '')
      if (!table)
        throw new UnusableBackupError(`This backup has a table ${marker.table}, which this Larder does not know. Nothing was changed.`)
      order.set(table.name, marker.columns ?? [])
      current = { table, columns: marker.columns ?? [], sum: new TableChecksum(), rows: [] }
    }
  }
  if (!hasEnded) throw new UnusableBackupError('This backup has no end. Nothing was changed.')
  return { counts, order }
}

/** Throws unless the row counts and hashes of all tables are equal. */
export function assertCountsMatch(expected: readonly TableDigest[], actual: readonly TableDigest[]): void {
  for (const { name, rows, sha256 } of expected) {
    const count = actual.find((count) => count.name === name)
    if (count?.rows !== rows || count.sha256 !== sha256)
      throw new UnusableBackupError(
        `${name}: ${rows} rows were said to be there, ${count?.rows ?? 'none'} were found, or others. Nothing was changed.`,
      )
  }
}

function parseHeader(line: string | undefined): BackupHeader {
  const head: Partial<BackupHeader> = JSON.parse(line || '{}')
  if (!Array.isArray(head.migrations) || !head.at || !head.larder)
    throw new UnusableBackupError('This file is no backup of Larder. Nothing was changed.')
  return { larder: head.larder, at: head.at, migrations: head.migrations }
}
