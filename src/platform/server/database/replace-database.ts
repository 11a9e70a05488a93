import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const databaseName = 'larder.db'
const incomingName = 'larder.db.incoming'
const orderName = 'larder.db.swap'
const parts = ['', '-wal', '-shm']

/** Path where a restore builds the database that will replace the current one. */
export const incomingFolder = (folder: string): string => join(folder, incomingName)

/**
 * Replaces the database with the incoming one. The order to do so is on disk before anything moves: after a crash, either the current
 * database stays or the next start finishes. Returns the name under which the old database is kept, or null if there was none.
 */
export function replaceDatabase(folder: string): string | null {
  sync(incomingFolder(folder))
  const kept = `${databaseName}.before-${new Date().toISOString().replace(/[:.]/g, '-')}`
  const order = join(folder, orderName)
  writeFileSync(`${order}.unfinished`, kept, { mode: 0o600, flush: true })
  renameSync(`${order}.unfinished`, order)
  sync(folder)
  const hadOne = existsSync(join(folder, databaseName))
  finishReplacement(folder)
  return hadOne ? kept : null
}

/** Finishes a replacement that was ordered, or deletes an incomplete incoming database. The caller must hold the folder's lock. */
export function finishReplacement(folder: string): void {
  const order = join(folder, orderName)
  // Built but never ordered, so useless.
  if (!existsSync(order)) {
    for (const left of [incomingFolder(folder), `${order}.unfinished`]) rmSync(left, { force: true })
    return
  }
  const kept = readFileSync(order, 'utf8')
  if (existsSync(incomingFolder(folder))) {
    // Its WAL moves too: the new database would read it as its own.
    move(folder, parts, databaseName, kept)
    sync(folder)
    renameSync(incomingFolder(folder), join(folder, databaseName))
    sync(folder)
  } else if (!existsSync(join(folder, databaseName))) {
    // The incoming file is missing. Without a database, the next start would create an empty one, so move the old one back; the main file
    // goes last, because its presence ends this step.
    move(folder, parts.toReversed(), kept, databaseName)
    sync(folder)
  }
  rmSync(order)
  sync(folder)
}

/** Moves a database and its WAL. Skips parts that an earlier attempt moved already. */
function move(folder: string, order: readonly string[], from: string, to: string): void {
  for (const part of order) if (existsSync(join(folder, from + part))) renameSync(join(folder, from + part), join(folder, to + part))
}

/** Deletes the incoming database unless its replacement was ordered; then the next start finishes it. */
export function deleteIncoming(folder: string): void {
  if (!existsSync(join(folder, orderName))) rmSync(incomingFolder(folder), { force: true })
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
