import { invalid, Problem } from '#platform/contract/problem.ts'
import { type Plan, Unreadable } from '../rules/plan.ts'
import { checkedPlan, planOfText } from '../rules/read-file.ts'
import type { DateOrder } from '../rules/read-value.ts'
import { ask } from './gateway/apart.ts'
import type { ReadTask } from './gateway/read-process.ts'
import { isSqlite } from './gateway/sqlite-file.ts'
import { decoded } from './gateway/text.ts'

const budgetMs = 20_000
/** Longer than its budget and the time to begin: it hangs. */
const killMs = 40_000
/** Texts up to this size are read here, in some milliseconds; what is larger, and every database, in a process of its own. */
const smallBytes = 64 * 1024
const mostWaiting = 8

const sentences: Record<Unreadable['code'], string> = {
  no_name_column:
    /*i18n*/ 'This table has no column of names. Give its first row headings such as name, quantity, unit, location, expiration date.',
  nothing_in_it: /*i18n*/ 'There is nothing in this to bring in.',
  too_many: /*i18n*/ 'That is more than can be brought at once: 10,000 foods, lots or lines are the most. Please bring it in parts.',
  not_known: /*i18n*/ 'This is no file we know: a grocy database, a CSV table, or JSON of KitchenOwl or Mealie.',
  damaged: /*i18n*/ 'This file is damaged, or not what it seems to be.',
}
/** Why nothing of a file can be used: 422 `import_…`. */
export const unreadable = (code: Unreadable['code']) => invalid(`import_${code}`, sentences[code], 'file')
const busy = () =>
  new Problem(503, 'import_busy', 'Others are bringing in files at the moment. Please try again in a minute.', { retryAfterSeconds: 60 })

/** Reads what people bring along. */
export interface FileReader {
  /** Throws 422 `import_…` for what cannot be read, 503 `import_busy`. */
  read(bytes: Uint8Array, today: string, usual: DateOrder): Promise<Plan>
  close(): Promise<void>
}

/**
 * One file at a time, in a process of its own that is given nothing of the server's environment: a file that makes its reader hang or die
 * takes nothing else along.
 */
export function openFileReader(limits: { killMs?: number } = {}): FileReader {
  let [waiting, turn]: [number, Promise<unknown>] = [0, Promise.resolve()]
  const running = new Set<AbortController>()

  async function apart(task: ReadTask): Promise<Plan> {
    const stop = new AbortController()
    running.add(stop)
    try {
      return await ask(task, stop.signal, limits.killMs ?? killMs)
    } finally {
      running.delete(stop)
    }
  }

  return {
    async read(bytes, today, usual) {
      try {
        if (bytes.length <= smallBytes && !isSqlite(bytes)) return checkedPlan(planOfText(decoded(bytes), usual, today))
        if (waiting >= mostWaiting) throw busy()
        waiting += 1
        const mine = turn.then(() => apart({ bytes, today, usual, budgetMs })).finally(() => (waiting -= 1))
        turn = mine.catch(() => undefined)
        return await mine
      } catch (error) {
        throw error instanceof Unreadable ? unreadable(error.code) : error
      }
    },
    async close() {
      for (const stop of running) stop.abort()
      await turn
    },
  }
}
