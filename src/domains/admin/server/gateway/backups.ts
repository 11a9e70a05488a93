import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupOptions, backupFolder, backupTime } from '#platform/server/backup/back-up-database.ts'
import { deleteLeftoverDatabases, verificationFolder } from '#platform/server/backup/temporary-database.ts'
import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/task-worker.ts'
import type { ServerOverview } from '../../contract.ts'

interface Options {
  dataDir: string
  databaseUrl: string | null
  backupKey: string | null
  backupHours: number | null
  backupKeep: number
  version: string
}

/** Backups of this server in its data folder. Each is created and verified in a worker thread, one at a time. */
export interface Backups {
  show(): Promise<ServerOverview['backups']>
  /** Starts a backup unless one is running. Rejects with the reason if it fails. */
  create(): Promise<void>
  close(): Promise<void>
}

const workerUrl = new URL('../../../../platform/server/backup/backup-worker.ts', import.meta.url)

export function openBackups({ dataDir, databaseUrl, backupKey, backupHours, backupKeep, version }: Options): Backups {
  const place = { dataDir, databaseUrl }
  const folder = backupFolder(place)
  const pool = startPool(() => startThread<BackupOptions, string | null>(workerUrl), { maxWorkers: 1, idleMs: 0 })
  let running: Promise<void> | null = null
  let problem: string | null = null

  async function runBackup(): Promise<void> {
    const outcome = await pool.run({ place, folder, keep: backupKeep, passphrase: backupKey, larder: version })
    running = null
    if ('result' in outcome) problem = outcome.result
    else problem = outcome.failure.kind === 'thrown' ? outcome.failure.message : 'The backup was broken off.'
    if (problem !== null) throw new Error(problem)
  }

  function begin(): Promise<void> {
    problem = null
    running = runBackup()
    return running
  }

  return {
    async show() {
      const names = await readdir(folder).catch((): string[] => [])
      const files = await Promise.all(
        names.map(async (name) => {
          const madeAt = backupTime(name)
          // Null if it was deleted since `readdir`.
          const size = madeAt === null ? null : await stat(join(folder, name)).catch(() => null)
          return madeAt === null || size === null ? null : { name, bytes: size.size, madeAt }
        }),
      )
      return {
        everyHours: backupHours,
        keep: backupKeep,
        isLocked: backupKey !== null,
        isRunning: running !== null,
        problem,
        files: files.filter((file) => file !== null).toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1)),
      }
    },
    create: () => running ?? begin(),
    async close() {
      if (!running) return
      await pool.close()
      deleteLeftoverDatabases(verificationFolder(dataDir))
    },
  }
}
