import { startPool } from '#platform/server/workers/pool.ts'
import { busy } from '#platform/server/workers/semaphore.ts'
import { threadWorker } from '#platform/server/workers/worker.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Candidate, Choice, RiskLot } from '../../rules/week.ts'

export interface WeekQuestion {
  lots: RiskLot[]
  candidates: Candidate[]
  dates: string[]
}

/** Plans weeks in worker threads, which start on demand and end when idle: thousands of recipes over two weeks take a while. */
export interface Planner {
  /** Throws 429 `busy` if too many wait, and 503 `plan_unavailable` after a timeout. */
  choose(question: WeekQuestion): Promise<Choice[]>
  close(): Promise<void>
}

/** Longer than any real question takes. */
const maxMs = 10_000

export function openPlanner(log: (message: string) => void): Planner {
  const begin = threadWorker<WeekQuestion, Choice[]>(new URL('./week-worker.ts', import.meta.url), () => [])
  // Two busy threads: more would use memory without being faster.
  const pool = startPool(begin, busy, {
    maxWorkers: 2,
    maxWaiting: 48,
    graceMs: 0,
    onTrouble: (what) => log(`a week was not planned: ${what}`),
  })
  return {
    async choose(question) {
      const choices = await pool.run(question, maxMs)
      if (choices) return choices
      throw new Problem(503, 'plan_unavailable', 'Couldn’t plan the week. Try again in a moment.')
    },
    close: () => pool.close(),
  }
}
