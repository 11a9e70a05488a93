import type { Database } from '#platform/server/database/index.ts'
import type { Job } from '#platform/server/jobs/scheduler.ts'
import { tellCircles } from '../use-cases/notify-circles.ts'

/** Circles have no log of a household's to follow; what is new in them is looked for every second. */
export const circleNewsJob = (database: Database): Job => ({
  name: 'circle news',
  everyMs: 1_000,
  onSettle: true,
  run: (now) => tellCircles(database, now),
})
