import { fstatSync, readSync } from 'node:fs'
import { isZip } from '#platform/server/security/open-zip.ts'
import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { type ImportPlan, UnreadableFileError } from '../../rules/import-plan.ts'
import type { DateOrder } from '../../rules/parse-cell.ts'
import { planFromText, rejectInvalidRows } from '../../rules/plan-from-file-text.ts'
import { planFromGrocy } from '../../rules/plan-from-grocy.ts'
import { planFromLarder } from '../../rules/plan-from-larder-export.ts'
import { decodeText } from './decode-text.ts'
import { isSqlite, readGrocyFile } from './grocy-sqlite-file.ts'
import { readHouseholdZip } from './household-zip.ts'

/** Sent to the process once. */
export interface ReadTask {
  /** Omitted if the file is open as `inheritedFd`. */
  bytes?: Uint8Array
  today: string
  defaultOrder: DateOrder
  /** Time for reading a database. */
  budgetMs: number
}
/** The plan, whose rows are sent in parts, so that receiving them doesn't block the server; or an error code. */
export type ReadResult = { plan: Omit<ImportPlan, 'rows'> } | { code: UnreadableFileError['code'] }

const inheritedFd = 4
const rowsPerMessage = 500
/** With pictures, fewer rows. */
const lettersPerMessage = 4_000_000

/** Yields rows in parts of bounded size. */
function* partsOf(rows: ImportPlan['rows']): Generator<ImportPlan['rows']> {
  let [part, letters]: [ImportPlan['rows'], number] = [[], 0]
  for (const row of rows) {
    part.push(row)
    letters += 'data' in row && 'picture' in row.data ? (row.data.picture?.length ?? 0) : 0
    if (part.length < rowsPerMessage && letters < lettersPerMessage) continue
    yield part
    part = []
    letters = 0
  }
  if (part.length > 0) yield part
}

/** Reads from explicit positions: the descriptor shares its offset with the server's. */
function readInheritedFile(): Uint8Array {
  const bytes = new Uint8Array(fstatSync(inheritedFd).size)
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(inheritedFd, bytes, at, bytes.length - at, at)
    if (count === 0) throw new UnreadableFileError('damaged')
    at += count
  }
  return bytes
}

async function planIn(bytes: Uint8Array, { today, defaultOrder, budgetMs }: ReadTask): Promise<ImportPlan> {
  if (isSqlite(bytes)) return planFromGrocy(readGrocyFile(bytes, performance.now() + budgetMs), today)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isZip(file) ? planFromLarder(await readHouseholdZip(file), today) : planFromText(decodeText(bytes), defaultOrder, today)
}

async function read(task: ReadTask, sendRows: (rows: ImportPlan['rows']) => void): Promise<ReadResult> {
  try {
    const { rows, ...plan } = rejectInvalidRows(await planIn(task.bytes ?? readInheritedFile(), task))
    for (const part of partsOf(rows)) sendRows(part)
    return { plan }
  } catch (error) {
    return { code: error instanceof UnreadableFileError ? error.code : 'damaged' }
  }
}

serveTasks(read)
