import { parentPort } from 'node:worker_threads'
import type { TaskResult } from '#platform/server/workers/worker.ts'
import { type Choice, planWeek } from '../../rules/week.ts'
import type { WeekQuestion } from './week-planner.ts'

/** Worker thread that plans weeks, one after another. */
parentPort?.on('message', ({ lots, candidates, dates }: WeekQuestion) => {
  const answer: TaskResult<Choice[]> = { result: planWeek(lots, candidates, dates) }
  parentPort?.postMessage(answer)
})
