import { symmetricDecrypt } from 'better-auth/crypto'
import { type Database, type Transaction, Unavailable } from '#platform/server/database/index.ts'
import { unavailable } from '#platform/server/database/postgres/unavailable.ts'
import type { Mailer } from '#platform/server/outbox/mail.ts'
import { createEncryption, type Encryption } from '#platform/server/security/encryption.ts'
import { secret } from '#platform/server/security/secrets.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { SignUpMode } from '../../contract/index.ts'
import { sessionExtender } from '../use-cases/extend-session.ts'
import type { KnownDevice } from '../use-cases/known-devices.ts'
import { lastSeenRecorder } from '../use-cases/last-seen.ts'
import { openPasswordHasher, type PasswordHasher } from './hashing.ts'
import { clientIpHeader, createIdentity, errorKind, identityContext, internalBaseUrl } from './identity.ts'
import { type AccountMails, accountMails } from './mails.ts'
import { type NewDeviceMail, newDeviceMail } from './new-device-mail.ts'
import { toProblem } from './refusals.ts'

/** What accounts need of the settings. */
export interface AccountConfig {
  /** Where people reach this server, e.g. `https://larder.example.org`; null where only requests know. */
  readonly publicUrl: string | null
  /** Null: as is set on the server's page. */
  readonly signup: SignUpMode | null
  readonly rateLimits: 'on' | 'off'
  /** Addresses of whoever looks after the server, in small letters. */
  readonly admins: readonly string[]
}

export interface AccountSettings {
  readonly database: Database
  readonly mailer: Mailer
  readonly config: AccountConfig
  /** The address this server listens on, e.g. `http://127.0.0.1:3000`: links in mails start with it where there is no public URL. */
  readonly listeningUrl: () => string
  /** Whether an invite code opens a household; asked where sign-up is by invitation. */
  readonly isInvited?: (code: string) => Promise<boolean>
  readonly log?: (message: string) => void
  /** How passwords are kept; hashed, two at a time, unless told. */
  readonly passwords?: PasswordHasher
  readonly revokeTokens?: RevokeTokens
}

/** Ends somebody's access tokens and calendar links in every household. Supplied by the households domain. */
export type RevokeTokens = (tx: Transaction, userId: UserId) => Promise<void>

/** Who asks the identity library. */
export interface RequestSource {
  readonly bearer: string | null
  readonly ip: string
  readonly userAgent: string
  /** The known device that asks, where limits and mails depend on it. */
  readonly device?: KnownDevice | null
  /** `name=value` of what the library had its browser keep between two steps. */
  readonly cookies?: readonly string[]
  /** The page's own address, where passkeys are asked for; looked at before, to be ours. */
  readonly origin?: string
}

export interface IdentityRequest {
  readonly method: 'GET' | 'POST'
  /** Below `/api/auth`. */
  readonly path: string
  readonly query?: Record<string, string>
  readonly body?: object
  /** The account to be created is the server's first; refused as `failed_to_create_user` if another one was faster. */
  readonly isFirstAccount?: boolean
  /** A reset of the password ends access tokens and calendar links; unless false. */
  readonly revokesTokens?: boolean
}

export interface IdentityReply {
  readonly body: unknown
  /** The signed bearer token of a session that was just opened. */
  readonly token: string | null
  /** Where a redirect leads. */
  readonly location: string | null
  /** What a browser would keep for the second step of a sign-in. */
  readonly cookies: readonly string[]
}

export interface Accounts {
  readonly database: Database
  readonly config: AccountConfig
  /** Signs session tokens; for `readBearer`. */
  readonly secret: string
  readonly passwords: PasswordHasher
  readonly revokeTokens: RevokeTokens
  readonly mails: AccountMails
  readonly mailNewDevice: NewDeviceMail
  /** Whether mails reach people, so that an address can be confirmed. */
  readonly canSendMail: boolean
  /** Opens what the library keeps encrypted. */
  decrypt(box: string): Promise<string>
  /** Seals what a mailed link or the wait for a second step says. */
  readonly linkEncryption: Encryption
  /** Seals the cookie that makes a device known. */
  readonly deviceEncryption: Encryption
  /** Call it for every token that is used: it writes down when, at most every ten minutes. */
  readonly recordLastSeen: (id: string, now: Date) => void
  /** Call it for every session that is used: it moves the end of remembered ones, at most once a day, and writes down when it was. */
  readonly extendSession: (sessionId: string, expiresAt: Date, now: Date) => void
  readonly isInvited: (code: string) => Promise<boolean>
  /** Whether a page of this origin may sign people in here. */
  isAllowedOrigin(origin: string, host: string | undefined): boolean
  /** Asks the identity library. Throws `Problem` when it refuses, `Unavailable` when the database does not answer. */
  callIdentity(question: IdentityRequest, source: RequestSource): Promise<IdentityReply>
}

const maxOrigins = 8

/** Opens accounts on a migrated database. */
export async function openAccounts(settings: AccountSettings): Promise<Accounts> {
  const {
    database,
    mailer,
    config,
    listeningUrl,
    isInvited = async () => false,
    log = () => {},
    passwords = openPasswordHasher(),
    revokeTokens = async () => {},
  } = settings
  const authSecret = await secret(database, 'auth')
  const base = () => config.publicUrl ?? listeningUrl()
  const mails = accountMails(database, mailer, base, config.rateLimits)
  const [extend, recordSeen] = [sessionExtender(database), lastSeenRecorder(database)]
  const open = (passkeyOrigin: string) =>
    createIdentity({
      database,
      secret: authSecret,
      mails,
      passwords,
      revokeTokens: (userId) => database.write({ user: userId }, 'end keys', (tx) => revokeTokens(tx, userId)),
      requiresConfirmation: mailer.delivers,
      log,
      passkeyOrigin,
    })
  const identity = open(internalBaseUrl)
  // A key belongs to the address it was made at, and a server without a public URL is reached under several.
  const atOrigin = new Map<string, ReturnType<typeof open>>()
  const identityAt = (origin: string | undefined) => {
    if (origin === undefined) return identity
    const made = atOrigin.get(origin) ?? open(origin)
    if (atOrigin.size >= maxOrigins) atOrigin.clear()
    atOrigin.set(origin, made)
    return made
  }

  return {
    database,
    config,
    secret: authSecret,
    passwords,
    revokeTokens,
    mails,
    mailNewDevice: newDeviceMail(database, mailer, base, config.rateLimits),
    canSendMail: mailer.delivers,
    decrypt: (data) => symmetricDecrypt({ key: authSecret, data }),
    linkEncryption: createEncryption(authSecret, 'mailed link'),
    deviceEncryption: createEncryption(authSecret, 'known device'),
    recordLastSeen: recordSeen,
    extendSession(sessionId, expiresAt, now) {
      extend(sessionId, expiresAt, now)
      recordSeen(sessionId, now)
    },
    isInvited,
    isAllowedOrigin: (origin, host) => {
      if (config.publicUrl !== null) return origin === config.publicUrl || origin === originOf(listeningUrl())
      return host !== undefined && originOf(origin) !== null && new URL(origin).host === host.toLowerCase()
    },
    async callIdentity(question, source) {
      const { isFirstAccount = false, revokesTokens = true } = question
      const failure: { error?: Error; isFirstAccount: boolean; endsTokens: boolean } = { isFirstAccount, endsTokens: revokesTokens }
      try {
        const response = await identityContext.run(failure, () => identityAt(source.origin).handler(requestFor(question, source)))
        const body = await bodyOf(response)
        if (response.status < 400 && failure.error) log(`the identity library went on after ${errorKind(failure.error)}`)
        if (response.status < 400)
          return {
            body,
            token: response.headers.get('set-auth-token'),
            location: response.headers.get('location'),
            cookies: challengeCookies(response.headers),
          }
        throw failure.error && !isUniqueViolation(failure.error) ? failure.error : toProblem(response.status, body)
      } catch (error) {
        if (error instanceof Problem) throw error
        throw await sanitizeError(database, error)
      }
    },
  }
}

/** A request of our own making: no header of the visitor's reaches the library but the two it keeps with a session. */
function requestFor({ method, path, query, body }: IdentityRequest, { bearer, ip, userAgent, cookies = [] }: RequestSource): Request {
  const url = new URL(`/api/auth${path}`, internalBaseUrl)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers({ [clientIpHeader]: ip, 'user-agent': userAgent.slice(0, 200) })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (body) headers.set('content-type', 'application/json')
  // With cookies the library asks which page sent them: whether that page is ours was looked at before.
  if (cookies.length > 0) {
    headers.set('cookie', cookies.join('; '))
    headers.set('origin', internalBaseUrl)
  }
  return new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

/** Only what stands between two steps: whose password was right, whether they are to be remembered, which challenge a key is to sign. */
const challengeCookies = (headers: Headers): string[] =>
  headers.getSetCookie().flatMap((line) => /^([\w.-]*(?:two_factor|dont_remember|passkey)=[^;]+)/.exec(line)?.[1] ?? [])

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

/** Two that race for one address: the second hears it from the database, as SQLite or PostgreSQL say it. */
const isUniqueViolation = (error: Error) => ('code' in error && error.code === '23505') || ('errcode' in error && error.errcode === 2067)

/** Errors of the database driver hold rows, and so addresses and hashes: only their kind goes on to the log. */
async function sanitizeError(database: Database, error: unknown): Promise<Error> {
  if (error instanceof Unavailable) return error
  // What a full pool could not give in time may be there again by now.
  const toProblem = unavailable(error)
  if (toProblem) return new Unavailable(toProblem.reason, undefined)
  try {
    await database.ping()
  } catch (cause) {
    return new Unavailable('connection', cause)
  }
  return new Error(`the identity library failed: ${error instanceof Error ? errorKind(error) : typeof error}`)
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
