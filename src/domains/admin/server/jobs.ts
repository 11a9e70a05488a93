import type { Job } from '#platform/server/jobs/scheduler.ts'
import type { Backups } from './gateway.ts'

const hourMs = 3_600_000

/** Makes a backup every so many hours; none where that is switched off. Nothing waits for it. */
export const backupJobs = (backups: Backups, everyHours: number | null): Job[] =>
  everyHours === null ? [] : [{ name: 'backup', everyMs: everyHours * hourMs, concurrent: true, run: () => backups.create() }]
