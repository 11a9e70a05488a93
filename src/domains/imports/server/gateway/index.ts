import type { UploadedFile } from '#platform/server/endpoints/uploads.ts'
import { isZip } from '#platform/server/workers/zip.ts'
import { invalid, Problem } from '#platform/shared/problem.ts'
import { type Plan, Unreadable } from '../../rules/plan.ts'
import { checkedPlan, planOfText } from '../../rules/read-file.ts'
import type { DateOrder } from '../../rules/read-value.ts'
import { decoded } from './decode-text.ts'
import { type Limits, readInProcess } from './read-in-process.ts'
import type { ReadTask } from './read-process.ts'
import { isSqlite } from './sqlite-file.ts'

const budgetMs = 20_000
/** Longer than its budget and the time to begin: it hangs. */
const killMs = 40_000
const memoryMb = 512
/** Texts up to this size are read here, in some 20 ms at most; everything else in a process of its own. */
const smallBytes = 4 * 1024
const maxWaiting = 8

const sentences: Record<Unreadable['code'], string> = {
  no_name_column:
    /*i18n*/ 'This table has no name column. The first row must contain headings such as name, quantity, unit, location, expiration date.',
  nothing_in_it: /*i18n*/ 'There’s nothing to import.',
  too_many: /*i18n*/ 'That’s too much for one import: at most 10,000 ingredients, items or lines. Split it into several files.',
  not_known:
    /*i18n*/ 'This file type isn’t supported. Use a grocy database, a CSV file, a KitchenOwl or Mealie JSON export, or a Larder household export.',
  damaged: /*i18n*/ 'This file is damaged or not the format it claims to be.',
  too_slow: /*i18n*/ 'Reading this file took too long. Try again later or split it into smaller files.',
  too_large: /*i18n*/ 'This file is too large for the server’s memory. Split it into smaller files.',
  interrupted: /*i18n*/ 'The server stopped while reading this file. Try again in a moment.',
}
/** Why nothing of a file can be used: 422 `import_…`; 503 where that says nothing of the file. */
export const unreadable = (code: Unreadable['code']) =>
  code === 'interrupted'
    ? new Problem(503, 'import_interrupted', sentences.interrupted, { retryAfterSeconds: 5 })
    : invalid(`import_${code}`, sentences[code], 'file')
const busy = () => new Problem(503, 'import_busy', 'Other imports are running. Try again in a minute.', { retryAfterSeconds: 60 })

/** Reads what people bring along. */
export interface FileReader {
  /** Throws 422 `import_…` for what cannot be read, 503 `import_busy` and `import_interrupted`. */
  read(file: Uint8Array | UploadedFile, today: string, usual: DateOrder): Promise<Plan>
  close(): Promise<void>
}

/**
 * One file at a time, in a process of its own that is given nothing of the server's environment: a file that makes its reader hang or die
 * takes nothing else along.
 */
export function openFileReader(limits: Partial<Limits> = {}): FileReader {
  let [waiting, turn]: [number, Promise<unknown>] = [0, Promise.resolve()]
  const stop = new AbortController()

  async function apart(file: Uint8Array | UploadedFile, task: ReadTask): Promise<Plan> {
    if (stop.signal.aborted) throw new Unreadable('interrupted')
    return readInProcess(file, task, stop.signal, { killMs, memoryMb, ...limits })
  }

  return {
    async read(file, today, usual) {
      try {
        const small = await smallText(file)
        if (small) return checkedPlan(planOfText(decoded(small), usual, today))
        if (waiting >= maxWaiting) throw busy()
        waiting += 1
        const mine = turn.then(() => apart(file, { today, usual, budgetMs })).finally(() => (waiting -= 1))
        turn = mine.catch(() => undefined)
        return await mine
      } catch (error) {
        throw error instanceof Unreadable ? unreadable(error.code) : error
      }
    },
    async close() {
      stop.abort()
      await turn
    },
  }
}

async function smallText(file: Uint8Array | UploadedFile): Promise<Uint8Array | null> {
  if (('fd' in file ? file.size : file.length) > smallBytes) return null
  const bytes = 'fd' in file ? await file.read() : file
  return isSqlite(bytes) || isZip(Buffer.from(bytes)) ? null : bytes
}
