import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Records an unfinished upgrade: the migrations before it and the backup of that state. */
export interface UpgradeNote {
  /** Migrations applied before the upgrade. */
  readonly applied: readonly string[]
  /** File name of the backup, in the folder of the note. */
  readonly backup: string
}

const notePath = (folder: string): string => join(folder, 'upgrade.json')
const dayMs = 86_400_000

/** Returns the note of a failed upgrade, or null. */
export function readNote(folder: string): UpgradeNote | null {
  if (!existsSync(notePath(folder))) return null
  try {
    const { applied, backup }: Partial<UpgradeNote> = JSON.parse(readFileSync(notePath(folder), 'utf8'))
    return Array.isArray(applied) && backup ? { applied, backup } : null
  } catch {
    return null
  }
}

/** Call it after verifying the backup and before the first migration. */
export function writeNote(folder: string, note: UpgradeNote): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${notePath(folder)}.unfinished`, JSON.stringify(note), { mode: 0o600, flush: true })
  renameSync(`${notePath(folder)}.unfinished`, notePath(folder))
}

/** Deletes the note once the data could be opened, so that the next upgrade creates its own backup. */
export function dropNote(folder: string): void {
  if (existsSync(notePath(folder))) rmSync(notePath(folder))
}

/** Returns whether some but not all migrations of the upgrade were applied. */
export const isHalfway = ({ applied: before }: UpgradeNote, applied: readonly string[]): boolean =>
  applied.length > before.length && before.every((name) => applied.includes(name))

/**
 * Returns whether the note's backup is still the one to restore: the upgrade stopped halfway, or it applied no migration and the backup is
 * less than a day old. After that a new one is needed, because on PostgreSQL processes of the old version may still write.
 */
export function isNoteCurrent(note: UpgradeNote, applied: readonly string[], folder: string): boolean {
  if (isHalfway(note, applied)) return true
  const isSame = note.applied.length === applied.length && note.applied.every((name) => applied.includes(name))
  const modifiedMs = statSync(join(folder, note.backup), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return isSame && Date.now() - modifiedMs < dayMs
}
