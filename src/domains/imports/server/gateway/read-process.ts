import { fstatSync, readSync } from 'node:fs'
import { isZip } from '#platform/server/workers/zip.ts'
import { planOfGrocy } from '../../rules/grocy.ts'
import { planOfLarder } from '../../rules/larder.ts'
import { type Plan, Unreadable } from '../../rules/plan.ts'
import { checkedPlan, planOfText } from '../../rules/read-file.ts'
import type { DateOrder } from '../../rules/read-value.ts'
import { decoded } from './decode-text.ts'
import { readHouseholdZip } from './household-zip.ts'
import { isSqlite, readGrocyFile } from './sqlite-file.ts'

/** What the process is asked, once. */
export interface ReadTask {
  /** Left out: the file is open as `inheritedFd`. */
  bytes?: Uint8Array
  today: string
  usual: DateOrder
  /** After so long it gives up by itself. */
  budgetMs: number
}
/** What it answers: the plan in parts, so that taking it in holds up nobody; or why there is none. */
export type ReadPart = { rows: Plan['rows'] } | { plan: Omit<Plan, 'rows'> } | { code: Unreadable['code'] }

const inheritedFd = 4
const together = 500

/** From its beginning: the descriptor shares its position with the server's. */
function inheritedFile(): Uint8Array {
  const bytes = new Uint8Array(fstatSync(inheritedFd).size)
  for (let at = 0; at < bytes.length; ) {
    const count = readSync(inheritedFd, bytes, at, bytes.length - at, at)
    if (count === 0) throw new Unreadable('damaged')
    at += count
  }
  return bytes
}

async function planIn(bytes: Uint8Array, { today, usual, budgetMs }: ReadTask): Promise<Plan> {
  if (isSqlite(bytes)) return planOfGrocy(readGrocyFile(bytes, performance.now() + budgetMs), today)
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return isZip(file) ? planOfLarder(await readHouseholdZip(file), today) : planOfText(decoded(bytes), usual, today)
}

process.on('message', async (task: ReadTask) => {
  const tell = (part: ReadPart) => process.send?.(part)
  try {
    const { rows, ...about } = checkedPlan(await planIn(task.bytes ?? inheritedFile(), task))
    for (let at = 0; at < rows.length; at += together) tell({ rows: rows.slice(at, at + together) })
    tell({ plan: about })
  } catch (error) {
    tell({ code: error instanceof Unreadable ? error.code : 'damaged' })
  }
})
