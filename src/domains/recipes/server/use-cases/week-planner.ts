import { startPool } from '#platform/server/workers/pool.ts'
import { startThread } from '#platform/server/workers/worker.ts'
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
  // Two busy threads: more would use memory without being faster.
  const pool = startPool(() => startThread<WeekQuestion, Choice[]>(new URL('./week-worker.ts', import.meta.url)), {
    maxWorkers: 2,
    maxWaiting: 48,
    graceMs: 0,
    onTrouble: (what) => log(`a week was not planned: ${what}`),
  })
  return {
    async choose(question) {
      const outcome = await pool.run(question, maxMs)
      if ('result' in outcome) return outcome.result
      throw new Problem(503, 'plan_unavailable', 'Couldn’t plan the week. Try again in a moment.')
    },
    close: () => pool.close(),
  }
}
