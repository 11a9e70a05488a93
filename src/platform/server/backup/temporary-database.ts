import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdFolder } from '../database/sqlite/lock.ts'

const prefix = '.larder-trial-'
const dayMs = 86_400_000
const openFolders = new Set<string>()

/**
 * Returns the folder for temporary databases: the data folder, which contains the same data unencrypted, if it exists. Never the backup's
 * folder, which may be meant for encrypted files only.
 */
export const verificationFolder = (dataDir: string): string => (existsSync(dataDir) ? dataDir : tmpdir())

/** Calls `work` with the path of a database in a new folder. Deletes the folder afterward, or when the process exits. */
export async function withTemporaryDatabase<T>(place: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(place, prefix))
  if (openFolders.size === 0) process.on('exit', deleteOpenFolders)
  openFolders.add(folder)
  const release = holdFolder(folder)
  try {
    return await work(join(folder, 'trial.db'))
  } finally {
    release()
    rmSync(folder, { recursive: true, force: true })
    openFolders.delete(folder)
    if (openFolders.size === 0) process.off('exit', deleteOpenFolders)
  }
}

function deleteOpenFolders(): void {
  for (const folder of openFolders) rmSync(folder, { recursive: true, force: true })
}

/** Deletes temporary databases of killed processes, which are no longer locked. */
export function deleteLeftoverDatabases(place: string): void {
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.startsWith(prefix)) : []
  for (const folder of names.map((name) => join(place, name))) if (isLeftover(folder)) rmSync(folder, { recursive: true, force: true })
}

function isLeftover(folder: string): boolean {
  // Without a lock file, its process has just started or was killed before creating it.
  if (!existsSync(join(folder, 'larder.lock'))) {
    const modifiedMs = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    return Date.now() - modifiedMs > dayMs
  }
  try {
    holdFolder(folder)()
    return true
  } catch {
    return false
  }
}
