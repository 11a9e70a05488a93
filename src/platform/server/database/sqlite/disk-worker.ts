/** Worker thread of `openDisk`: syncs the database's WAL and checkpoints it when it's long. */
import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import type { FlushResult } from './disk.ts'

/** Pages in the WAL before a checkpoint, about 4 MB. */
const maxPages = 1000

const file = String(workerData)
const log = openSync(`${file}-wal`, 'r+')
const db = new DatabaseSync(file, { timeout: 5000 })
db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
const readLogSize = db.prepare('PRAGMA wal_checkpoint(NOOP)')

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function checkpointLog(): void {
  const { log: pages, checkpointed } = readLogSize.get() as { log: number; checkpointed: number }
  if (pages > maxPages && checkpointed < pages) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
}

function flush(): FlushResult {
  try {
    fdatasyncSync(log)
  } catch (error) {
    return { failure: messageOf(error) }
  }
  try {
    checkpointLog()
  } catch (error) {
    return { trouble: `the write-ahead log could not be checkpointed: ${messageOf(error)}` }
  }
  return {}
}

parentPort?.on('message', () => parentPort?.postMessage(flush()))
