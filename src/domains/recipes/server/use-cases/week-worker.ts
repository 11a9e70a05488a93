import { serveTasks } from '#platform/server/workers/task-worker.ts'
import { planWeek } from '../../rules/plan-week.ts'
import type { WeekQuestion } from './propose-week.ts'

serveTasks(({ lots, candidates, dates, limits }: WeekQuestion) => planWeek(lots, candidates, dates, limits))
