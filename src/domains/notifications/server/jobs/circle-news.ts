import type { Database } from '#platform/server/database.ts'
import type { Job } from '#platform/server/jobs.ts'
import { tellCircles } from '../service/tell-circles.ts'

/** Circles have no log of a household's to follow; what is new in them is looked for every second. */
export const circleNewsJob = (database: Database): Job => ({
  name: 'circle news',
  everyMs: 1_000,
  onSettle: true,
  run: (now) => tellCircles(database, now),
})
