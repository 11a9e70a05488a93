import type { Database } from '../database/index.ts'

type JobTables = { job_runs: { name: string; ran_at: string } }

/** When jobs last ran, in whichever process. */
export function openJobRuns(database: Database) {
  const runs = database.identity.withTables<JobTables>()
  return {
    /** As milliseconds since 1970; 0 when it never did. */
    async lastMs(name: string): Promise<number> {
      const row = await runs.selectFrom('job_runs').select('ran_at').where('name', '=', name).executeTakeFirst()
      return row ? Date.parse(row.ran_at) : 0
    },
    async note(name: string, at: Date): Promise<void> {
      const ran_at = at.toISOString()
      await runs
        .insertInto('job_runs')
        .values({ name, ran_at })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ ran_at }))
        .execute()
    },
    async all(): Promise<Map<string, string>> {
      const rows = await runs.selectFrom('job_runs').selectAll().execute()
      return new Map(rows.map(({ name, ran_at }) => [name, ran_at]))
    },
  }
}
