import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { holdFolder } from '../database/sqlite/lock.ts'

const begins = '.larder-trial-'
const dayMs = 86_400_000
const open = new Set<string>()

/**
 * Where a backup is restored on trial. Never beside the backup: the trial is readable, and the medium may be one that only locked files
 * shall reach. The data folder holds the same readable; beside PostgreSQL there may be none here.
 */
export const verificationFolder = (dataDir: string): string => (existsSync(dataDir) ? dataDir : tmpdir())

/** Gives `work` the name of a database in a folder of its own, which goes with it, and when the process ends by itself before that. */
export async function withTemporaryDatabase<T>(place: string, work: (file: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(place, begins))
  if (open.size === 0) process.on('exit', dropOpen)
  open.add(folder)
  const release = holdFolder(folder)
  try {
    return await work(join(folder, 'trial.db'))
  } finally {
    release()
    rmSync(folder, { recursive: true, force: true })
    open.delete(folder)
    if (open.size === 0) process.off('exit', dropOpen)
  }
}

function dropOpen(): void {
  for (const folder of open) rmSync(folder, { recursive: true, force: true })
}

/** Removes trials whose process was killed: nobody holds them any more. */
export function deleteLeftoverTrials(place: string): void {
  const names = existsSync(place) ? readdirSync(place).filter((name) => name.startsWith(begins)) : []
  for (const folder of names.map((name) => join(place, name))) if (isLeftover(folder)) rmSync(folder, { recursive: true, force: true })
}

function isLeftover(folder: string): boolean {
  // One without its lock is about to be held, or was killed right before.
  if (!existsSync(join(folder, 'larder.lock'))) {
    const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    return Date.now() - made > dayMs
  }
  try {
    holdFolder(folder)()
    return true
  } catch {
    return false
  }
}
