import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type BackupOptions, backupFolder, backupTime } from '#platform/server/backup/make-backup.ts'
import { deleteLeftoverTrials, verificationFolder } from '#platform/server/backup/verify.ts'
import type { ServerOverview } from '../contract.ts'

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

const workerUrl = new URL('../../../platform/server/backup/backup-worker.ts', import.meta.url)

export function openBackups({ dataDir, databaseUrl, backupKey, backupHours, backupKeep, version }: Options): Backups {
  const place = { dataDir, databaseUrl }
  const folder = backupFolder(place)
  let running: { worker: Worker; done: Promise<void> } | null = null
  let problem: string | null = null

  function begin(): Promise<void> {
    const workerData: BackupOptions = { place, folder, keep: backupKeep, passphrase: backupKey, larder: version }
    const worker = new Worker(workerUrl, { workerData })
    const done = new Promise<void>((resolve, reject) => {
      worker.once('message', (failure: string | null) => (failure === null ? resolve() : reject(new Error(failure))))
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The backup was broken off.')))
    })
    problem = null
    running = { worker, done }
    done
      .catch((error: unknown) => {
        problem = error instanceof Error ? error.message : String(error)
      })
      .finally(() => {
        running = null
      })
    return done
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
    create: () => running?.done ?? begin(),
    async close() {
      if (!running) return
      await running.worker.terminate()
      deleteLeftoverTrials(verificationFolder(dataDir))
    },
  }
}
