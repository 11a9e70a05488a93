import { parentPort, workerData } from 'node:worker_threads'
import { planWeek } from '../../rules/week.ts'
import type { WeekQuestion } from './propose.ts'

/** The thread in which a week is planned. */
const { lots, candidates, dates } = workerData as WeekQuestion
parentPort?.postMessage(planWeek(lots, candidates, dates))
