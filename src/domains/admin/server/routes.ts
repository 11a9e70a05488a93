import type { SignUpMode } from '#domains/account/contract/index.ts'
import {
  countAccounts,
  listAccounts,
  readSignUpMode,
  type ServerAdmins,
  setAccountLock,
  setSignUpMode,
  signOutEverywhere,
} from '#domains/account/server/index.ts'
import { revokeTokensOf } from '#domains/households/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import { type Route, route } from '#platform/server/endpoints/route.ts'
import type { Jobs } from '#platform/server/jobs/background-work.ts'
import type { UserId } from '#platform/shared/ids.ts'
import * as contract from '../contract.ts'
import type { Backups } from './gateway/backups.ts'

interface AdminSettings {
  engine: Database['engine']
  backups: Backups
  /** A function, because the jobs start after the routes are created. */
  jobs: () => Jobs
  version: string
  /** From the environment; null if it is set on the Server page. */
  signUp: SignUpMode | null
  sendsMail: boolean
  admins: ServerAdmins
  /** Logs what admins do to accounts. */
  log: (message: string) => void
}

const hourMs = 3_600_000
const startedAt = new Date(Date.now() - process.uptime() * 1000).toISOString()

export const adminRoutes = ({ engine, backups, jobs, version, signUp, sendsMail, admins, log }: AdminSettings): Route[] => [
  route(
    contract.getServerOverview,
    async () => ({
      jobs: (await jobs().listPersistent()).map(({ name, everyMs, ranAt }) => ({ name, everyHours: everyMs / hourMs, ranAt })),
      backups: await backups.show(),
    }),
    async ({ q, prepared }) => ({
      version,
      engine,
      node: process.versions.node,
      startedAt,
      signUp: await readSignUpMode(q, signUp),
      accounts: await countAccounts(q),
      isSignUpFixed: signUp !== null,
      sendsMail,
      namesAdministrators: admins.emails.length > 0,
      ...prepared,
    }),
  ),
  route(contract.changeServerSettings, async ({ tx, afterCommit, caller, body }) => {
    await setSignUpMode(tx, signUp, body.signUp)
    afterCommit(() => log(`administrator ${caller.userId} set sign-up to ${body.signUp}`))
    return { signUp: body.signUp }
  }),
  route(contract.listAccounts, async ({ q, query, header }) => {
    const { accounts, next } = await listAccounts(q, query, admins)
    if (next !== null) header('X-Next-Cursor', next)
    return accounts
  }),
  route(contract.changeAccount, ({ tx, afterCommit, caller, params, body }) => {
    afterCommit(() => log(`administrator ${caller.userId} ${body.isLocked ? 'locked' : 'opened'} account ${params.userId}`))
    return setAccountLock(tx, params.userId, body.isLocked, admins, caller.now)
  }),
  route(contract.signOutAccount, async ({ tx, afterCommit, caller, params, body }) => {
    await signOutEverywhere(tx, params.userId, admins)
    if (body.endTokens) await revokeTokensOf(tx, params.userId as UserId)
    const also = body.endTokens ? ' and ended its keys' : ''
    afterCommit(() => log(`administrator ${caller.userId} signed account ${params.userId} out everywhere${also}`))
  }),
  route(contract.startBackup, async () => {
    // Not awaited, because a large backup takes longer than a request may. The overview shows the result.
    backups.create().catch(() => {})
    return { isRunning: true }
  }),
]
