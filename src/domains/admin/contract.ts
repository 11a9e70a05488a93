import { z } from 'zod'
import { ShouldEndTokens, signUpModes } from '#domains/account/contract/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const Instant = z.string()
const SignUpMode = z.enum(signUpModes)

const Backup = z.object({
  name: z.string(),
  bytes: z.int(),
  /** When it was started. It was then verified with a test restore. */
  madeAt: Instant,
})

export const ServerOverview = z.object({
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  node: z.string(),
  /** Of the process that responds. */
  startedAt: Instant,
  signUp: SignUpMode,
  /** Whether the environment sets `signUp`, so that it can't be changed here. */
  isSignUpFixed: z.boolean(),
  /** Whether mail is delivered; otherwise it is saved as files in the outbox folder. */
  sendsMail: z.boolean(),
  accounts: z.int(),
  /** Whether the environment names the server admins; otherwise it's the first account. */
  namesAdministrators: z.boolean(),
  /** Scheduled jobs that run once an hour or less often. */
  jobs: z.array(z.object({ name: z.string(), everyHours: z.number(), ranAt: Instant.nullable() })),
  backups: z.object({
    /** Hours between automatic backups; null if they are off. */
    everyHours: z.int().nullable(),
    /** How many are kept. */
    keep: z.int(),
    /** Whether they are encrypted. */
    isLocked: z.boolean(),
    isRunning: z.boolean(),
    /** Why this process's last backup failed, or null. */
    problem: z.string().nullable(),
    /** Newest first. */
    files: z.array(Backup),
  }),
})
export type ServerOverview = z.infer<typeof ServerOverview>

export const getServerOverview = endpoint({
  method: 'GET',
  path: '/api/admin',
  auth: 'administrator',
  summary: 'Overview for server admins: version, sign-up, jobs, backups',
  reply: ServerOverview,
})

export const changeServerSettings = endpoint({
  method: 'PATCH',
  path: '/api/admin',
  auth: 'administrator',
  requiresRecentAuth: true,
  summary: 'Set who may sign up, unless the environment sets it',
  body: z.object({ signUp: SignUpMode }).strict(),
  reply: z.object({ signUp: SignUpMode }),
})

export const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: Instant,
  /** Last use of a session that has not ended; null if there is none. */
  seenAt: Instant.nullable(),
  /** Null unless locked. */
  lockedAt: Instant.nullable(),
  isAdministrator: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  auth: 'administrator',
  summary: 'All accounts, newest first. The header X-Next-Cursor has the next page’s cursor',
  query: z
    .object({
      search: z.string().trim().max(200),
      limit: z.coerce.number().int().min(1).max(200),
      cursor: z.string().regex(/^[\w-]{1,200}$/),
    })
    .partial()
    .strict(),
  reply: z.array(Account),
})

const AccountParams = z.object({ userId: z.uuid() }).strict()

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/{userId}',
  auth: 'administrator',
  summary: 'Lock an account, which signs it out everywhere and blocks access, or unlock it. Nothing is deleted',
  params: AccountParams,
  body: z.object({ isLocked: z.boolean() }).strict(),
  reply: Account,
})

export const signOutAccount = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{userId}/sessions',
  auth: 'administrator',
  summary: 'End a user’s sessions and, unless endTokens is false, their access tokens and calendar links',
  params: AccountParams,
  body: z.object({ endTokens: ShouldEndTokens }).strict(),
})

export const startBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  auth: 'administrator',
  requiresRecentAuth: true,
  scope: 'none',
  summary: 'Start a backup unless one is running; the overview shows its result',
  reply: z.object({ isRunning: z.boolean() }),
})
