import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Holds the data folder for this process. The lock is a database of its own, locked exclusively: the system drops it
 * with the process, however that ends, so no stale lock file is ever in the way.
 * Throws a sentence for people when another process holds it. Answers the release.
 */
export function holdFolder(folder: string): () => void {
  const lock = new DatabaseSync(join(folder, 'larder.lock'), { timeout: 0 })
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT')
  } catch (cause) {
    lock.close()
    throw new Error(
      `Another Larder is already running on ${folder}. Stop it first, or give this one its own folder with LARDER_DATA_DIR.`,
      { cause },
    )
  }
  return () => lock.close()
}
