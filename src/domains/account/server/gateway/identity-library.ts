import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { parseUserOutput } from 'better-auth/db'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { z } from 'zod'
import type { Database } from '#platform/server/database/index.ts'
import { languageInScope } from '#platform/server/i18n/current-language.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { initialUnitDisplay } from '#platform/shared/region.ts'
import { defaultPreferences, type Preferences } from '../../contract/index.ts'
import { finishPasswordReset, isAccountLocked } from '../store/sign-in.ts'
import { sessionDays } from '../use-cases/sessions.ts'
import { withHashedSessions } from './hashed-sessions.ts'
import { type AccountMails, confirmMinutes, resetMinutes } from './mails.ts'
import type { PasswordHasher } from './password-hasher.ts'

export interface AuthOptions {
  database: Database
  secret: string
  mails: AccountMails
  passwords: PasswordHasher
  /** Revokes a user's access tokens and calendar links. */
  revokeTokens: (userId: UserId) => Promise<void>
  /** Whether an email address must be confirmed before its account can be used. */
  requiresConfirmation: boolean
  log: (message: string) => void
  /** The origin passkeys are bound to, e.g. `https://larder.example.org`. */
  passkeyOrigin?: string
}

/** The library's base URL. It appears in no link and decides nothing. */
export const internalBaseUrl = 'http://larder.internal'
/** The header that carries the client's IP address to the library. */
export const clientIpHeader = 'x-larder-address'

/** The state of one call. `error` is what the library logged instead of throwing. */
export interface IdentityContext {
  error?: Error
  readonly isFirstAccount: boolean
  readonly revokesTokens: boolean
  readonly region: string | undefined
}
export const identityContext = new AsyncLocalStorage<IdentityContext>()

/** Creates the identity library for our tables. Only `callIdentity` may call its handler; it has no route of its own. */
export const createIdentity = (settings: AuthOptions) => betterAuth(identityOptions(settings))

export function identityOptions(settings: AuthOptions) {
  const { database, secret, mails, requiresConfirmation, passkeyOrigin = internalBaseUrl } = settings
  return {
    appName: 'Larder',
    baseURL: internalBaseUrl,
    basePath: '/api/auth',
    secret,
    // Without `transaction`: with it, passwords would be hashed inside a write transaction.
    database: (options: BetterAuthOptions) => withHashedSessions(kyselyAdapter(database.identity, { type: database.engine })(options)),
    user: userOptions,
    session: sessionOptions,
    account: accountOptions,
    verification: verificationOptions,
    emailAndPassword: emailAndPassword(settings),
    ...(requiresConfirmation
      ? {
          emailVerification: {
            sendOnSignUp: true,
            sendOnSignIn: true,
            autoSignInAfterVerification: false,
            expiresIn: confirmMinutes * 60,
            sendVerificationEmail: async ({ user, token }: { user: { email: string }; token: string }) => mails.confirm(user.email, token),
          },
        }
      : {}),
    databaseHooks: { session: sessionHooks(database) },
    // The order matters: the second step must discard a session before `bearer` signs a token for it.
    plugins: [secondStep, passkeysAt(passkeyOrigin), confirmedElsewhere, bearer({ requireSignature: true })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { throw: true },
    logger: errorLogger(settings),
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      useSecureCookies: false,
    },
  } satisfies Parameters<typeof betterAuth>[0]
}

function initialPreferences(region: string | undefined): Preferences {
  const unitDisplay = initialUnitDisplay(region)
  return { ...defaultPreferences, massUnit: unitDisplay.mass.preferred, volumeUnit: unitDisplay.volume.preferred, unitDisplay }
}

const userOptions = {
  modelName: 'users',
  fields: { emailVerified: 'email_verified', createdAt: 'created_at', updatedAt: 'updated_at' },
  additionalFields: {
    firstName: { type: 'string', required: true, fieldName: 'first_name' },
    lastName: { type: 'string', required: true, fieldName: 'last_name' },
    preferences: {
      type: 'string',
      required: true,
      input: false,
      returned: false,
      // Mails use the language of the page the user signed up on.
      defaultValue: () => JSON.stringify({ ...initialPreferences(identityContext.getStore()?.region), language: languageInScope() }),
    },
    // The column is unique: if several users sign up on an empty server at once, one of them becomes the first account.
    isFirst: {
      type: 'boolean',
      required: false,
      input: false,
      returned: false,
      fieldName: 'is_first',
      defaultValue: () => (identityContext.getStore()?.isFirstAccount ? true : null),
    },
  },
} satisfies BetterAuthOptions['user']

const sessionOptions = {
  modelName: 'sessions',
  fields: {
    userId: 'user_id',
    expiresAt: 'expires_at',
    ipAddress: 'ip_address',
    userAgent: 'user_agent',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
  additionalFields: {
    authenticatedAt: { type: 'date', required: false, input: false, returned: false, fieldName: 'authenticated_at' },
  },
  expiresIn: sessionDays * 86_400,
  // `extendSession` does that.
  disableSessionRefresh: true,
  // Routes that need a fresh session ask for the password instead.
  freshAge: 0,
} satisfies BetterAuthOptions['session']

const accountOptions = {
  modelName: 'accounts',
  fields: {
    userId: 'user_id',
    accountId: 'account_id',
    providerId: 'provider_id',
    accessToken: 'access_token',
    refreshToken: 'refresh_token',
    idToken: 'id_token',
    accessTokenExpiresAt: 'access_token_expires_at',
    refreshTokenExpiresAt: 'refresh_token_expires_at',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  },
} satisfies BetterAuthOptions['account']

const verificationOptions = {
  modelName: 'verifications',
  fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
  storeIdentifier: 'hashed',
} satisfies BetterAuthOptions['verification']

const emailAndPassword = ({ database, mails, passwords, revokeTokens, requiresConfirmation }: AuthOptions) =>
  ({
    enabled: true,
    password: passwords,
    minPasswordLength: 6,
    // The contract limits characters; this limit counts UTF-16 units and is only a second check.
    maxPasswordLength: 1024,
    requireEmailVerification: requiresConfirmation,
    resetPasswordTokenExpiresIn: resetMinutes * 60,
    revokeSessionsOnPasswordReset: true,
    sendResetPassword: async ({ user, token }) =>
      requiresConfirmation && !user.emailVerified ? mails.finishSignUp(user.email, token) : mails.reset(user.email, token),
    onPasswordReset: async ({ user }) => {
      await finishPasswordReset(database, user.id)
      const revokesTokens = identityContext.getStore()?.revokesTokens ?? true
      if (revokesTokens) await revokeTokens(user.id as UserId)
      if (user.emailVerified) mails.passwordChanged(user.email, revokesTokens)
    },
    // `signUp` handles unconfirmed addresses, because it compares the passwords.
    onExistingUserSignUp: async ({ user }) => {
      if (user.emailVerified) mails.accountExists(user.email)
    },
  }) satisfies BetterAuthOptions['emailAndPassword']

const sessionHooks = (database: Database) =>
  ({
    create: {
      // Applies to every kind of sign-in: password, code or passkey.
      before: async ({ userId, expiresAt }) => {
        if (await isAccountLocked(database, userId)) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_LOCKED', message: 'locked' })
        // The library uses this process's clock; all processes must use the database's.
        const now = database.now()
        return { data: { expiresAt: new Date(expiresAt.getTime() + now.getTime() - Date.now()), authenticatedAt: now } }
      },
    },
    delete: { after: ({ id }) => database.publish('session-ended', id) },
  }) satisfies NonNullable<BetterAuthOptions['databaseHooks']>['session']

const errorLogger = ({ log }: AuthOptions) =>
  ({
    level: 'warn',
    // The library's messages contain addresses and its errors contain rows, so only the kind of error is logged.
    log: (level, _message, ...details) => {
      if (level !== 'error') return
      const error = details.find((detail) => detail instanceof Error)
      const context = identityContext.getStore()
      if (error && context) context.error = error
      else log(`the identity library reports ${error ? errorKind(error) : 'a refusal'}`)
    },
  }) satisfies BetterAuthOptions['logger']

/** Requires user verification (fingerprint, face or PIN), so a passkey counts as two factors. */
const passkeysAt = (origin: string) =>
  passkey({
    rpID: new URL(origin).hostname,
    rpName: 'Larder',
    origin,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: { afterVerification: async ({ verification }) => requireUserVerification(verification.registrationInfo?.userVerified) },
    authentication: {
      afterVerification: async ({ verification }) => requireUserVerification(verification.authenticationInfo.userVerified),
    },
    schema: passkeyTables,
  })

function requireUserVerification(isVerified: boolean | undefined): void {
  if (isVerified !== true)
    throw new APIError('UNAUTHORIZED', { code: 'PASSKEY_NOT_VERIFIED', message: 'The device did not ask who you are.' })
}

const passkeyTables = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
}

/**
 * Opens a session, or creates an account, for a person whom `signInWithProvider` has confirmed. Like all of the library it has no route of its
 * own, and it doesn't check anything.
 */
const confirmedElsewhere = {
  id: 'confirmed-elsewhere',
  endpoints: {
    openConfirmedSession: createAuthEndpoint(
      '/confirmed/session',
      { method: 'POST', body: z.object({ userId: z.string(), rememberMe: z.boolean() }) },
      async (context) => {
        const { userId, rememberMe } = context.body
        const { internalAdapter } = context.context
        const user = await internalAdapter.findUserById(userId)
        if (!user) throw new APIError('UNAUTHORIZED', { code: 'INVALID_TOKEN', message: 'no such user' })
        const session = await internalAdapter.createSession(userId, !rememberMe)
        await setSessionCookie(context, { session, user }, !rememberMe)
        return context.json({ token: session.token, user: parseUserOutput(context.context.options, user) })
      },
    ),
    createConfirmedAccount: createAuthEndpoint(
      '/confirmed/account',
      {
        method: 'POST',
        body: z.object({
          email: z.string(),
          name: z.string(),
          firstName: z.string(),
          lastName: z.string(),
          provider: z.string(),
          subject: z.string(),
        }),
      },
      async (context) => {
        const { provider: providerId, subject: accountId, ...person } = context.body
        const { user } = await context.context.internalAdapter.createOAuthUser(
          { ...person, emailVerified: true },
          { providerId, accountId },
        )
        return context.json({ userId: user.id })
      },
    ),
  },
} satisfies BetterAuthPlugin

const twoFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

// `verifySecondStep` limits guessing. The library's lockout would block the owner along with the attacker.
const secondStep = twoFactor({ issuer: 'Larder', schema: twoFactorTables, accountLockout: { enabled: false } })

/** Returns an error's name and code, without its message. */
export const errorKind = (error: Error) => ('code' in error ? `${error.name} ${String(error.code)}` : error.name)
