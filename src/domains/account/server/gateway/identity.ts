import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { bearer } from 'better-auth/plugins/bearer'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Database } from '#platform/server/database/index.ts'
import { namedLanguage } from '#platform/server/i18n/language.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { defaultPreferences } from '../../contract/index.ts'
import { finishPasswordReset, isLocked } from '../store/index.ts'
import { sessionDays } from '../use-cases/extend-session.ts'
import { withHashedSessions } from './hashed-sessions.ts'
import type { PasswordHasher } from './hashing.ts'
import { type AccountMails, confirmMinutes, resetMinutes } from './mails.ts'

export interface IdentitySettings {
  database: Database
  secret: string
  mails: AccountMails
  passwords: PasswordHasher
  /** Ends somebody's access tokens and calendar links. */
  revokeTokens: (userId: UserId) => Promise<void>
  /** Whether an address must be confirmed before its account can be used. */
  requiresConfirmation: boolean
  log: (message: string) => void
  /** Where passkeys are made and shown, e.g. `https://larder.example.org`: a key belongs to one address. */
  passkeyOrigin?: string
}

/** Stands for this server inside the library, which makes no link and no decision from it. */
export const internalBaseUrl = 'http://larder.internal'
/** Tells the library where a request came from. Only we set it. */
export const clientIpHeader = 'x-larder-address'

/** What went wrong inside the library while one request ran: it answers such things with a sentence and only logs the cause. */
export const identityContext = new AsyncLocalStorage<{ error?: Error; isFirstAccount?: boolean; endsTokens?: boolean }>()

/** The identity library, set up for our tables. Its handler is reached through `ask` only, never by a route of its own. */
export const createIdentity = (settings: IdentitySettings) => betterAuth(identityOptions(settings))

export function identityOptions({
  database,
  secret,
  mails,
  passwords,
  revokeTokens,
  requiresConfirmation,
  log,
  passkeyOrigin = internalBaseUrl,
}: IdentitySettings) {
  return {
    appName: 'Larder',
    baseURL: internalBaseUrl,
    basePath: '/api/auth',
    secret,
    // `transaction` stays unset: with it, passwords would be hashed while the writer is held.
    database: (settings: BetterAuthOptions) => withHashedSessions(kyselyAdapter(database.identity, { type: database.engine })(settings)),
    user: {
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
          // Who signs up reads the page in a language, and mails come in it.
          defaultValue: () => JSON.stringify({ ...defaultPreferences, language: namedLanguage() }),
        },
        // Unique: of several that open an empty server at once, the database takes one.
        isFirst: {
          type: 'boolean',
          required: false,
          input: false,
          returned: false,
          fieldName: 'is_first',
          defaultValue: () => (identityContext.getStore()?.isFirstAccount ? true : null),
        },
      },
    },
    session: {
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
      // `extendSession` moves it.
      disableSessionRefresh: true,
      // What asks for a fresh session asks for the password here.
      freshAge: 0,
    },
    account: {
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
    },
    verification: {
      modelName: 'verifications',
      fields: { expiresAt: 'expires_at', createdAt: 'created_at', updatedAt: 'updated_at' },
      storeIdentifier: 'hashed',
    },
    emailAndPassword: {
      enabled: true,
      password: passwords,
      minPasswordLength: 6,
      // The contract counts characters; this counts UTF-16 units and is only a second wall.
      maxPasswordLength: 1024,
      requireEmailVerification: requiresConfirmation,
      resetPasswordTokenExpiresIn: resetMinutes * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ user, token }) =>
        requiresConfirmation && !user.emailVerified ? mails.finishSignUp(user.email, token) : mails.reset(user.email, token),
      onPasswordReset: async ({ user }) => {
        await finishPasswordReset(database, user.id)
        const endsTokens = identityContext.getStore()?.endsTokens ?? true
        if (endsTokens) await revokeTokens(user.id as UserId)
        if (user.emailVerified) mails.passwordChanged(user.email, endsTokens)
      },
      // Where the address is still to be confirmed, `signUp` sees to it: it matters whether the password is the same.
      onExistingUserSignUp: async ({ user }) => {
        if (user.emailVerified) mails.accountExists(user.email)
      },
    },
    ...(requiresConfirmation
      ? {
          emailVerification: {
            sendOnSignUp: true,
            sendOnSignIn: true,
            autoSignInAfterVerification: false,
            expiresIn: confirmMinutes * 60,
            sendVerificationEmail: async ({ user, token }) => mails.confirm(user.email, token),
          },
        }
      : {}),
    databaseHooks: {
      session: {
        create: {
          // Whichever way somebody came: by password, with a code, with a passkey.
          before: async ({ userId, expiresAt }) => {
            if (await isLocked(database, userId)) throw new APIError('FORBIDDEN', { code: 'ACCOUNT_LOCKED', message: 'locked' })
            // The library counts from this process's clock, and every process must agree on the end.
            const now = database.now()
            return { data: { expiresAt: new Date(expiresAt.getTime() + now.getTime() - Date.now()), authenticatedAt: now } }
          },
        },
        delete: { after: ({ id }) => database.publish('session-ended', id) },
      },
    },
    // In this order: what the second step takes back, the bearer token must not have been made of.
    plugins: [secondStep, passkeysAt(passkeyOrigin), bearer({ requireSignature: true })],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      // Its messages hold addresses, and its errors whole rows: only what kind of thing happened may be kept.
      log: (level, _message, ...details) => {
        if (level !== 'error') return
        const error = details.find((detail) => detail instanceof Error)
        const store = identityContext.getStore()
        if (error && store) store.error = error
        else log(`the identity library reports ${error ? errorKind(error) : 'a refusal'}`)
      },
    },
    advanced: {
      database: { generateId: () => randomUUID(), validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientIpHeader] },
      useSecureCookies: false,
    },
  } satisfies Parameters<typeof betterAuth>[0]
}

/** The device must ask who holds it: a finger, a face or a PIN is the second step. */
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

// `verifySecondStep` limits guessing: a lock of the library's would keep the owner out along with a stranger.
const secondStep = twoFactor({ issuer: 'Larder', schema: twoFactorTables, accountLockout: { enabled: false } })

/** What kind of error it is, without its words. */
export const errorKind = (error: Error) => ('code' in error ? `${error.name} ${String(error.code)}` : error.name)
