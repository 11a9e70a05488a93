/** The names of the jobs that run once an hour or less often, as the jobs and their runs in the database name them. */
export const scheduledJobs = [
  'backup',
  'stored responses',
  'rate limit counters',
  'ended sessions',
  'ended invite codes',
  'deleted households',
  'photos of removed recipes',
  'unused pictures',
  'removed guests and diets',
  'old notifications',
] as const
export type ScheduledJob = (typeof scheduledJobs)[number]

/** Returns whether this version has a job of that name. */
export const isScheduledJob = (name: string): name is ScheduledJob => scheduledJobs.some((one) => one === name)
