import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const databaseName = 'larder.db'
const incomingName = 'larder.db.incoming'
const orderName = 'larder.db.swap'
const parts = ['', '-wal', '-shm']

/** Where a database is put together that shall take the place of the present one. */
export const incomingFolder = (folder: string): string => join(folder, incomingName)

/**
 * Gives the order to swap, in one step that is on disk when this returns; then carries it out. Killed before, the present database
 * stays; killed after, the next start finishes. The present one is kept under the name that is answered.
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

/** Carries out a swap that was ordered and perhaps begun. Nothing happens where none was. The folder must be held. */
export function finishReplacement(folder: string): void {
  const order = join(folder, orderName)
  // What was put together and never ordered is of no use to anybody.
  if (!existsSync(order)) {
    for (const left of [incomingFolder(folder), `${order}.unfinished`]) rmSync(left, { force: true })
    return
  }
  const kept = readFileSync(order, 'utf8')
  if (existsSync(incomingFolder(folder))) {
    // Its log goes with it: beside the new database it would be read as its own.
    move(folder, parts, databaseName, kept)
    sync(folder)
    renameSync(incomingFolder(folder), join(folder, databaseName))
    sync(folder)
  } else if (!existsSync(join(folder, databaseName))) {
    // The new one was removed halfway. With none there, a start would make an empty one and say nothing of the one that is kept. The file
    // itself goes last: once it is back this is not gone through again.
    move(folder, parts.toReversed(), kept, databaseName)
    sync(folder)
  }
  rmSync(order)
  sync(folder)
}

/** A database with its log; each part only where it is there, for an earlier try may have moved some. */
function move(folder: string, order: readonly string[], from: string, to: string): void {
  for (const part of order) if (existsSync(join(folder, from + part))) renameSync(join(folder, from + part), join(folder, to + part))
}

/** Removes what was put together, unless the order was given already: then the next start brings it in. */
export function deleteIncoming(folder: string): void {
  if (!existsSync(join(folder, orderName))) rmSync(incomingFolder(folder), { force: true })
}

function sync(path: string): void {
  const handle = openSync(path, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
