import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { fillSqlite } from '../database/sqlite/backup.ts'
import { type Count, type Row, type Source, type Table, TableChecksum, type Target } from '../database/table-order.ts'
import { maxUnpacked, readLines, UnusableBackup, writeLines } from './backup-file.ts'
import { withTemporaryDatabase } from './verify.ts'

/** First line of an archive. */
interface BackupHeader {
  readonly larder: string
  readonly at: string
  readonly migrations: readonly string[]
}

/** Rows that are not worth keeping or too dangerous to keep: who is signed in, mailed links that still open something, what a process held. */
const excludedTables = ['sessions', 'verifications', 'leases']

export interface BackupSummary {
  readonly file: string
  readonly at: string
  readonly counts: readonly Count[]
}

/**
 * Writes everything of `source` into `file`, then proves it by a trial restore into a database in `trialIn`, which is thrown away.
 * Sessions are left out: after a restore everybody signs in anew. So are leases: they would show a process that is not there.
 */
export async function createBackup(
  source: Source,
  file: string,
  larder: string,
  passphrase: string | null,
  verifyIn: string = tmpdir(),
): Promise<BackupSummary> {
  const head: BackupHeader = { larder, at: new Date().toISOString(), migrations: source.migrations }
  const counts: Count[] = []
  // Under its own name only what is proved: a file that was broken off must not pass for a backup.
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

async function* linesOf(source: Source, head: BackupHeader, counts: Count[]): AsyncGenerator<string> {
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
 * Restores an archive into a database that is thrown away; throws where that cannot be done. Answers what is in it. `most`: bytes it
 * unpacks to, where it was made here.
 */
export async function verifyBackup(
  file: string,
  passphrase: string | null,
  verifyIn: string = tmpdir(),
  max?: number,
): Promise<BackupSummary> {
  const limit = max ?? (await maxUnpacked(file, verifyIn))
  return withTemporaryDatabase(verifyIn, (trial) =>
    restoreBackup(file, passphrase, async (migrations) => fillSqlite(trial, migrations), limit),
  )
}

/**
 * Puts an archive's rows into what `open` answers and ends it, once every count and every hash read back from there is the archive's own.
 * `most`: bytes it may unpack to. Throws `UnusableBackup` or why the target took them not; the target is left as it was.
 */
export async function restoreBackup(
  file: string,
  passphrase: string | null,
  open: (migrations: readonly string[]) => Promise<Target>,
  max?: number,
): Promise<BackupSummary> {
  const lines = readLines(file, passphrase, max ?? (await maxUnpacked(file, tmpdir())))
  let target: Target | undefined
  try {
    const head = parseHeader((await lines.next()).value ?? undefined)
    target = await open(head.migrations)
    const counts = await fill(target, lines)
    assertCountsMatch(counts, await target.check())
    await target.end()
    return { file, at: head.at, counts }
  } catch (error) {
    await target?.abandon()
    throw error
  } finally {
    await lines.return(undefined)
  }
}

async function fill(target: Target, lines: AsyncIterable<string>): Promise<Count[]> {
  const counts: Count[] = []
  let isOver = false
  const tables = new Map(target.tables.map((table) => [table.name, table]))
  let now: { table: Table; columns: readonly string[]; sum: TableChecksum; rows: Row[] } | undefined
  for await (const line of lines) {
    if (isOver) throw new UnusableBackup('This backup goes on after its end. Nothing was changed.')
    if (line.startsWith('[')) {
      if (!now) throw new UnusableBackup('A row belongs to no table. Nothing was changed.')
      const row: Row = JSON.parse(line)
      now.sum.add(row)
      now.rows.push(row)
      if (now.rows.length >= 500) await target.put(now.table, now.columns, now.rows.splice(0))
      continue
    }
    const said: { table?: string; columns?: string[]; sha256?: string; end?: boolean } = JSON.parse(line)
    if (said.end) isOver = true
    else if (said.sha256) {
      if (!now) throw new UnusableBackup('A table ends that never began. Nothing was changed.')
      await target.put(now.table, now.columns, now.rows.splice(0))
      const count = now.sum.end(now.table.name)
      assertCountsMatch([count], [JSON.parse(line)])
      counts.push(count)
      now = undefined
    } else {
      const table = tables.get(said.table ?? '')
      if (!table) throw new UnusableBackup(`This backup has a table ${said.table}, which this Larder does not know. Nothing was changed.`)
      now = { table, columns: said.columns ?? [], sum: new TableChecksum(), rows: [] }
    }
  }
  if (!isOver) throw new UnusableBackup('This backup has no end. Nothing was changed.')
  return counts
}

/** Throws unless both say the same of every table. */
export function assertCountsMatch(said: readonly Count[], found: readonly Count[]): void {
  for (const { name, rows, sha256 } of said) {
    const there = found.find((count) => count.name === name)
    if (there?.rows !== rows || there.sha256 !== sha256)
      throw new UnusableBackup(
        `${name}: ${rows} rows were said to be there, ${there?.rows ?? 'none'} were found, or others. Nothing was changed.`,
      )
  }
}

function parseHeader(line: string | undefined): BackupHeader {
  const head: Partial<BackupHeader> = JSON.parse(line || '{}')
  if (!Array.isArray(head.migrations) || !head.at || !head.larder)
    throw new UnusableBackup('This file is no backup of Larder. Nothing was changed.')
  return { larder: head.larder, at: head.at, migrations: head.migrations }
}

/** Puts one database's rows into another, sessions too, and compares all counts and hashes. Answers them. */
export async function copyDatabase(source: Source, target: Target): Promise<Count[]> {
  try {
    const counts: Count[] = []
    for (const table of source.tables) {
      const own = target.tables.find(({ name }) => name === table.name)
      if (!own) throw new Error(`${table.name} is not a table there.`)
      const sum = new TableChecksum()
      for await (const batch of source.rows(table)) {
        for (const row of batch) sum.add(row)
        await target.put(
          own,
          table.columns.map(({ name }) => name),
          batch,
        )
      }
      counts.push(sum.end(table.name))
    }
    assertCountsMatch(counts, await target.check())
    await target.end()
    return counts
  } catch (error) {
    await target.abandon()
    throw error
  }
}
