import type { Job } from '#platform/server/jobs/background-work.ts'
import type { Backups } from './gateway/backups.ts'

const hourMs = 3_600_000

/** Creates a backup every `everyHours` hours, concurrently with other jobs. None if it is null. */
export const backupJobs = (backups: Backups, everyHours: number | null): Job[] =>
  everyHours === null ? [] : [{ name: 'backup', everyMs: everyHours * hourMs, concurrent: true, run: () => backups.create() }]
