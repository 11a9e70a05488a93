import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** An upgrade that was begun and has not come to its end: where it set out from, and the backup that was made of that. */
export interface UpgradeNote {
  /** Steps the data had been through. */
  readonly applied: readonly string[]
  /** Name of the backup's file, in the folder of the note. */
  readonly backup: string
}

const noteIn = (folder: string): string => join(folder, 'upgrade.json')
const dayMs = 86_400_000

/** The note of an upgrade that failed, or null where none did. */
export function readNote(folder: string): UpgradeNote | null {
  if (!existsSync(noteIn(folder))) return null
  try {
    const { applied, backup }: Partial<UpgradeNote> = JSON.parse(readFileSync(noteIn(folder), 'utf8'))
    return Array.isArray(applied) && backup ? { applied, backup } : null
  } catch {
    return null
  }
}

/** Written once the backup is proved, before the first step. */
export function writeNote(folder: string, note: UpgradeNote): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${noteIn(folder)}.unfinished`, JSON.stringify(note), { mode: 0o600, flush: true })
  renameSync(`${noteIn(folder)}.unfinished`, noteIn(folder))
}

/** Data that a Larder could open are under way to nowhere: the next upgrade begins with a backup of its own. */
export function dropNote(folder: string): void {
  if (existsSync(noteIn(folder))) rmSync(noteIn(folder))
}

/** Whether data that have been through `applied` are somewhere between where the upgrade set out and where it wanted to go. */
export const isHalfway = ({ applied: before }: UpgradeNote, applied: readonly string[]): boolean =>
  applied.length > before.length && before.every((name) => applied.includes(name))

/**
 * Whether the backup still stands for data that have been through `applied`: they are halfway, where only the first copy brings the old
 * version back, or no step was taken yet. Then it is made anew after a day, for on PostgreSQL processes of the old version may go on.
 */
export function isNoteCurrent(note: UpgradeNote, applied: readonly string[], folder: string): boolean {
  if (isHalfway(note, applied)) return true
  const isSame = note.applied.length === applied.length && note.applied.every((name) => applied.includes(name))
  const madeMs = statSync(join(folder, note.backup), { throwIfNoEntry: false })?.mtimeMs ?? 0
  return isSame && Date.now() - madeMs < dayMs
}
