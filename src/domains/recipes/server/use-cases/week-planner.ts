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

/** Reckons in threads of its own, which begin with the first question and end when idle: thousands of recipes over two weeks take a while. */
export interface Planner {
  /** Throws 429 `busy` when too many ask, 503 `plan_unavailable` when there is no answer in time. */
  choose(question: WeekQuestion): Promise<Choice[]>
  close(): Promise<void>
}

/** Longer than any honest question takes. */
const maxMs = 10_000

export function openPlanner(log: (message: string) => void): Planner {
  const begin = threadWorker<WeekQuestion, Choice[]>(new URL('./week-worker.ts', import.meta.url), () => [])
  // Each thread is as busy as it can be: more at once would take memory from all and be no sooner.
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
