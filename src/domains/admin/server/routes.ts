import { countAccounts, listAccounts } from '#domains/account/server/service.ts'
import type { Database } from '#platform/server/database.ts'
import type { Jobs } from '#platform/server/jobs.ts'
import { type Route, serveFree, serveRead } from '#platform/server/serve/call.ts'
import * as contract from '../contract.ts'
import type { Backups } from './gateway.ts'

interface Server {
  database: Database
  backups: Backups
  /** Asked when somebody looks: the jobs begin after the routes are made. */
  jobs: () => Jobs
  version: string
  signUp: 'open' | 'invite' | 'closed'
  sendsMail: boolean
  admins: readonly string[]
}

const hourMs = 3_600_000
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

export const adminRoutes = ({ database, backups, jobs, version, signUp, sendsMail, admins }: Server): Route[] => [
  serveFree(contract.showServer, async ({ read, caller }) => ({
    version,
    engine: database.engine,
    node: process.versions.node,
    startedAt,
    signUp,
    sendsMail,
    accounts: await read({ user: caller.userId }, countAccounts),
    jobs: (await jobs().seldom()).map(({ name, everyMs, ranAt }) => ({ name, everyHours: everyMs / hourMs, ranAt })),
    backups: await backups.show(),
  })),
  serveRead(contract.listAccounts, async ({ q, query, header }) => {
    const { accounts, next } = await listAccounts(q, query, admins)
    if (next !== null) header('X-Next-Cursor', next)
    return accounts
  }),
  serveFree(contract.makeBackup, async () => {
    // How it went is seen in the overview: a large one takes longer than a request may.
    backups.make().catch(() => {})
    return { isRunning: true }
  }),
]
