/** Worker thread of `openDisk`: syncs the database's WAL and checkpoints it when it's long. */
import { fdatasyncSync, openSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { once } from '../../../shared/once.ts'
import { serveTasks } from '../../workers/task-worker.ts'

/** Pages in the WAL before a checkpoint, about 4 MB. */
const maxPages = 1000

/** The thread is for one database. */
const open = once((file: string) => {
  const log = openSync(`${file}-wal`, 'r+')
  const db = new DatabaseSync(file, { timeout: 5000 })
  db.exec('PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 0')
  return { log, db, readLogSize: db.prepare('PRAGMA wal_checkpoint(NOOP)') }
})

/** Returns why the checkpoint failed, or null. No data are lost then. Throws if the data aren't on disk. */
function flush(file: string): string | null {
  const { log, db, readLogSize } = open(file)
  fdatasyncSync(log)
  try {
    const { log: pages, checkpointed } = readLogSize.get() as { log: number; checkpointed: number }
    if (pages > maxPages && checkpointed < pages) db.exec('PRAGMA wal_checkpoint(PASSIVE)')
    return null
  } catch (error) {
    return `the write-ahead log could not be checkpointed: ${error instanceof Error ? error.message : String(error)}`
  }
}

serveTasks(flush)
