import { symmetricDecrypt } from 'better-auth/crypto'
import type { Database, Transaction } from '#platform/server/database/index.ts'
import type { Mailer } from '#platform/server/outbox/mailer.ts'
import { createEncryption, type Encryption, loadSecret } from '#platform/server/security/encryption.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { SignUpMode } from '../../contract/index.ts'
import { lastSeenRecorder, sessionExtender } from '../use-cases/sessions.ts'
import { type Identity, type IdentityReply, type IdentityRequest, identityClient, type RequestSource } from './identity-client.ts'
import { type AuthOptions, createIdentity, internalBaseUrl } from './identity-library.ts'
import { type AccountMails, accountMails, type NewDeviceMail, newDeviceMail } from './mails.ts'
import { type OidcProvider, type OpenIdConnect, openIdConnect } from './openid-connect.ts'
import { openPasswordHasher, type PasswordHasher } from './password-hasher.ts'

export type { IdentityReply, IdentityRequest, RequestSource } from './identity-client.ts'

/** Server settings that accounts depend on. */
export interface AccountConfig {
  /** Base URL of links, e.g. `https://larder.example.org`; null if it follows from the request. */
  readonly publicUrl: string | null
  /** Null if server admins choose it on the Server page. */
  readonly signup: SignUpMode | null
  readonly rateLimits: 'on' | 'off'
  /** Lowercase email addresses of the server admins. */
  readonly admins: readonly string[]
  /** OpenID Connect providers. They require a public URL. */
  readonly oidcProviders: readonly OidcProvider[]
  /** Whether people can sign in and sign up with a password. */
  readonly passwordSignIn: boolean
}

export interface AccountSettings {
  readonly database: Database
  readonly mailer: Mailer
  readonly config: AccountConfig
  /** URL the server listens on, e.g. `http://127.0.0.1:3000`. Mailed links start with it if there is no public URL. */
  readonly listeningUrl: () => string
  /** Returns whether an invite code belongs to a household. Called if sign-up requires an invitation. */
  readonly isInvited?: (code: string) => Promise<boolean>
  readonly log?: (message: string) => void
  /** Defaults to `openPasswordHasher()`. */
  readonly passwords?: PasswordHasher
  readonly revokeTokens?: RevokeTokens
}

/** Revokes a user's access tokens and calendar links in every household. Supplied by the households domain. */
export type RevokeTokens = (tx: Transaction, userId: UserId) => Promise<void>

export interface AccountServices {
  readonly database: Database
  readonly config: AccountConfig
  /** Signs session tokens; see `readBearer`. */
  readonly secret: string
  readonly passwords: PasswordHasher
  readonly revokeTokens: RevokeTokens
  readonly mails: AccountMails
  readonly mailNewDevice: NewDeviceMail
  /** Whether mail is delivered, so that an email address can be confirmed. */
  readonly canSendMail: boolean
  /** Decrypts a value stored by the identity library. */
  decrypt(ciphertext: string): Promise<string>
  /** Encrypts mailed tokens and second-step challenges. */
  readonly linkEncryption: Encryption
  /** Encrypts the known-device cookie. */
  readonly deviceEncryption: Encryption
  /** Encrypts the cookie of a sign-in at a provider. */
  readonly providerEncryption: Encryption
  readonly openIdConnect: OpenIdConnect
  /** Records the last use of a session or token, at most every 10 minutes. Doesn't block or throw. */
  readonly recordLastSeen: (id: string, now: Date) => void
  /** Extends a remembered session, at most once a day, and records its last use. Doesn't block or throw. */
  readonly extendSession: (sessionId: string, expiresAt: Date, now: Date) => void
  readonly isInvited: (code: string) => Promise<boolean>
  /** Returns whether a page of this origin may sign users in here. */
  isAllowedOrigin(origin: string, host: string | undefined): boolean
  /** Calls the identity library. Throws `Problem` if it rejects the request, `Unavailable` if the database doesn't respond. */
  callIdentity(request: IdentityRequest, source: RequestSource): Promise<IdentityReply>
}

const maxOrigins = 8

/** Opens accounts on a migrated database. */
export async function openAccountServices(settings: AccountSettings): Promise<AccountServices> {
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
  const authSecret = await loadSecret(database, 'auth')
  const base = () => config.publicUrl ?? listeningUrl()
  const mails = accountMails(database, mailer, base, config.rateLimits)
  const [extend, recordLastSeen] = [sessionExtender(database), lastSeenRecorder(database)]
  const identityAt = identityByOrigin({
    database,
    secret: authSecret,
    mails,
    passwords,
    revokeTokens: (userId) => database.write({ user: userId }, 'end keys', (tx) => revokeTokens(tx, userId)),
    requiresConfirmation: mailer.delivers,
    log,
  })

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
    providerEncryption: createEncryption(authSecret, 'provider sign-in'),
    openIdConnect: openIdConnect(config.oidcProviders),
    recordLastSeen,
    extendSession(sessionId, expiresAt, now) {
      extend(sessionId, expiresAt, now)
      recordLastSeen(sessionId, now)
    },
    isInvited,
    isAllowedOrigin: (origin, host) => {
      if (config.publicUrl !== null) return origin === config.publicUrl || origin === originOf(listeningUrl())
      return host !== undefined && originOf(origin) !== null && new URL(origin).host === host.toLowerCase()
    },
    callIdentity: identityClient(database, identityAt, log),
  }
}

/** A passkey is bound to one origin, and a server without a public URL has several: each gets its own identity library. */
function identityByOrigin(settings: Omit<AuthOptions, 'passkeyOrigin'>): (origin: string | undefined) => Identity {
  const open = (passkeyOrigin: string) => createIdentity({ ...settings, passkeyOrigin })
  const identity = open(internalBaseUrl)
  const identities = boundedCache<string, Identity>(maxOrigins)
  return (origin) => (origin === undefined ? identity : identities.getOrCreate(origin, open))
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null
}
