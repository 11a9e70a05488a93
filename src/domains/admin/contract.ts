import { z } from 'zod'
import { EndTokens, signUpModes } from '#domains/account/contract/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const Instant = z.string()
const SignUpMode = z.enum(signUpModes)

const Backup = z.object({
  name: z.string(),
  bytes: z.int(),
  /** When it was begun, and proved by a trial restore right after. */
  madeAt: Instant,
})

export const ServerOverview = z.object({
  version: z.string(),
  engine: z.enum(['sqlite', 'postgres']),
  node: z.string(),
  /** Of the process that answers. */
  startedAt: Instant,
  signUp: SignUpMode,
  /** Whether the environment says so, and nothing here can change it. */
  isSignUpFixed: z.boolean(),
  /** Whether mails leave the house; else they are files in the outbox folder. */
  sendsMail: z.boolean(),
  accounts: z.int(),
  /** Whether the environment names who looks after the server; else it is the first account. */
  namesAdministrators: z.boolean(),
  /** Work by the clock that happens once an hour or less often. */
  jobs: z.array(z.object({ name: z.string(), everyHours: z.number(), ranAt: Instant.nullable() })),
  backups: z.object({
    /** Hours between two that are made by themselves; null: none is. */
    everyHours: z.int().nullable(),
    /** How many are kept. */
    keep: z.int(),
    /** Whether they can be read only with the key. */
    isLocked: z.boolean(),
    isRunning: z.boolean(),
    /** Why the last one of this process came to nothing; null when it did not. */
    problem: z.string().nullable(),
    /** The newest first. */
    files: z.array(Backup),
  }),
})
export type ServerOverview = z.infer<typeof ServerOverview>

export const showServer = endpoint({
  method: 'GET',
  path: '/api/admin',
  auth: 'administrator',
  mode: 'free',
  summary: 'The server as whoever looks after it needs to see it: version, sign-up, jobs, backups',
  reply: ServerOverview,
})

export const changeServer = endpoint({
  method: 'PATCH',
  path: '/api/admin',
  auth: 'administrator',
  requiresRecentAuth: true,
  mode: 'free',
  summary: 'Say who may sign up from now on, unless the environment does',
  body: z.object({ signUp: SignUpMode }).strict(),
  reply: z.object({ signUp: SignUpMode }),
})

export const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  createdAt: Instant,
  /** Last use of a session that still stands; null when there is none. */
  seenAt: Instant.nullable(),
  /** Null unless it is locked. */
  lockedAt: Instant.nullable(),
  isAdministrator: z.boolean(),
})
export type Account = z.infer<typeof Account>

export const listAccounts = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  auth: 'administrator',
  summary: 'Everybody with an account, the newest first. The next page’s cursor stands in X-Next-Cursor',
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
  mode: 'free',
  summary: 'Lock an account, so that it opens nothing and is signed out everywhere, or open it again. Nothing of it is deleted',
  params: AccountParams,
  body: z.object({ isLocked: z.boolean() }).strict(),
  reply: Account,
})

export const signOutAccount = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{userId}/sessions',
  auth: 'administrator',
  mode: 'free',
  summary: 'Sign somebody out everywhere; their access tokens and calendar links end too, unless told otherwise',
  params: AccountParams,
  body: z.object({ endTokens: EndTokens }).strict(),
})

export const makeBackup = endpoint({
  method: 'POST',
  path: '/api/admin/backups',
  auth: 'administrator',
  requiresRecentAuth: true,
  mode: 'free',
  summary: 'Begins a backup, unless one is being made; how it went is seen in the overview',
  reply: z.object({ isRunning: z.boolean() }),
})
