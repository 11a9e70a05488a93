import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const busy = 5

/**
 * Locks the data folder for this process and returns the function that releases it. The lock is an exclusively locked SQLite database,
 * which the system releases when the process ends. Throws a message for users if another process holds it or the folder isn't writable.
 */
export function holdFolder(folder: string): () => void {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(join(folder, 'larder.lock'), { timeout: 0 })
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
    return () => lock?.close()
  } catch (cause) {
    lock?.close()
    if (cause instanceof Error && 'errcode' in cause && cause.errcode === busy) {
      throw new Error(
        `Another Larder is already running on ${folder}. Stop it first, or give this one its own folder with LARDER_DATA_DIR.`,
      )
    }
    throw new Error(`Larder cannot write to ${folder}. Give it a folder of its own with LARDER_DATA_DIR.`, { cause })
  }
}
