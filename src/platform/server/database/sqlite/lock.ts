import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const busy = 5

/**
 * Holds the data folder for this process. The lock is a database of its own, locked exclusively: the system drops it
 * with the process, however that ends, so no stale lock file is ever in the way.
 * Throws a sentence for people when another process holds it, or when the folder cannot be written. Answers the release.
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
