import { z } from 'zod'
import { type Database, DatabaseUnavailableError } from '#platform/server/database/index.ts'
import { toUnavailableError } from '#platform/server/database/postgres/unavailable.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { KnownDevice } from '../use-cases/known-devices.ts'
import { clientIpHeader, errorKind, type IdentityContext, identityContext, internalBaseUrl } from './identity-library.ts'

/** Where a request to the identity library comes from. */
export interface RequestSource {
  readonly bearer: string | null
  readonly ip: string
  readonly userAgent: string
  /** The known device, for routes whose limits and mails depend on it. */
  readonly device?: KnownDevice | null
  /** `name=value` pairs that the library set in the previous step. */
  readonly cookies?: readonly string[]
  /** The page's origin, for passkeys. Must have passed `isAllowedOrigin`. */
  readonly origin?: string
}

export interface IdentityRequest {
  readonly method: 'GET' | 'POST'
  /** Relative to `/api/auth`. */
  readonly path: string
  readonly query?: Record<string, string>
  readonly body?: object
  /** Creates the server's first account. Rejected as `failed_to_create_user` if another request was faster. */
  readonly isFirstAccount?: boolean
  /** The new account's region; decides its units. */
  readonly region?: string | undefined
  /** Whether a password reset revokes access tokens and calendar links. Defaults to true. */
  readonly revokesTokens?: boolean
}

export interface IdentityReply {
  readonly body: unknown
  /** The signed bearer token if a session was opened. */
  readonly token: string | null
  /** The target of a redirect. */
  readonly location: string | null
  /** Cookies that the next step of a sign-in needs. */
  readonly cookies: readonly string[]
}

/** The part of the identity library that `identityClient` calls. */
export interface Identity {
  handler(request: Request): Promise<Response>
}

/** Returns a function that calls the identity library and throws its failures as `Problem` or `Unavailable`. */
export function identityClient(database: Database, identityAt: (origin: string | undefined) => Identity, log: (message: string) => void) {
  return async (request: IdentityRequest, source: RequestSource): Promise<IdentityReply> => {
    const { isFirstAccount = false, revokesTokens = true, region } = request
    const context: IdentityContext = { isFirstAccount, revokesTokens, region }
    try {
      const response = await identityContext.run(context, () => identityAt(source.origin).handler(requestFor(request, source)))
      const body = await bodyOf(response)
      if (response.status < 400) {
        if (context.error) log(`the identity library went on after ${errorKind(context.error)}`)
        return {
          body,
          token: response.headers.get('set-auth-token'),
          location: response.headers.get('location'),
          cookies: challengeCookies(response.headers),
        }
      }
      throw context.error && !isUniqueViolation(context.error) ? context.error : toProblem(response.status, body)
    } catch (error) {
      if (error instanceof Problem) throw error
      throw await sanitizeError(database, error)
    }
  }
}

/** Builds a new request. Of the caller's headers, only the IP address and the user agent reach the library. */
function requestFor({ method, path, query, body }: IdentityRequest, { bearer, ip, userAgent, cookies = [] }: RequestSource): Request {
  const url = new URL(`/api/auth${path}`, internalBaseUrl)
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
  const headers = new Headers({ [clientIpHeader]: ip, 'user-agent': userAgent.slice(0, 200) })
  if (bearer) headers.set('authorization', `Bearer ${bearer}`)
  if (body) headers.set('content-type', 'application/json')
  // The library checks the origin of requests with cookies; the route has already checked the real one.
  if (cookies.length > 0) {
    headers.set('cookie', cookies.join('; '))
    headers.set('origin', internalBaseUrl)
  }
  return new Request(url, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
}

/** Keeps only the cookies that connect two steps: the pending user, the Remember me choice and the passkey challenge. */
const challengeCookies = (headers: Headers): string[] =>
  headers.getSetCookie().flatMap((line) => /^([\w.-]*(?:two_factor|dont_remember|passkey)=[^;]+)/.exec(line)?.[1] ?? [])

async function bodyOf(response: Response): Promise<unknown> {
  const text = await response.text()
  return text === '' ? null : JSON.parse(text)
}

/** Recognizes the unique violation of PostgreSQL or SQLite, e.g. if two sign-ups race for one email address. */
const isUniqueViolation = (error: Error) => ('code' in error && error.code === '23505') || ('errcode' in error && error.errcode === 2067)

/** Database errors contain rows with addresses and hashes, so only the kind of error is passed on. */
async function sanitizeError(database: Database, error: unknown): Promise<Error> {
  if (error instanceof DatabaseUnavailableError) return error
  // An exhausted pool may have recovered by the time of the ping.
  const outage = toUnavailableError(error)
  if (outage) return new DatabaseUnavailableError(outage.reason, undefined)
  try {
    await database.ping()
  } catch (cause) {
    return new DatabaseUnavailableError('connection', cause)
  }
  return new Error(`the identity library failed: ${error instanceof Error ? errorKind(error) : typeof error}`)
}

const IdentityError = z.object({ code: z.string(), message: z.string() }).partial().nullable().catch(null)

/** Messages by the library's error code. Codes not listed here keep the library's message. */
const messages: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: /*i18n*/ 'Invalid email or password',
  ACCOUNT_LOCKED: /*i18n*/ 'This account is locked. Contact your server admin.',
  EMAIL_NOT_VERIFIED: /*i18n*/ 'Confirm your email address first. We’ve sent you a new link.',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: /*i18n*/ 'An account with this email address already exists. Sign in or use a different address.',
  FAILED_TO_CREATE_USER: /*i18n*/ 'Couldn’t create the account. Try again.',
  INVALID_TOKEN: /*i18n*/ 'This link has expired or has already been used. Request a new one.',
  INVALID_CODE: /*i18n*/ 'That code is incorrect. Your app shows a new one every 30 seconds.',
  INVALID_BACKUP_CODE: /*i18n*/ 'That recovery code is incorrect or has already been used.',
  INVALID_TWO_FACTOR_COOKIE: /*i18n*/ 'That took too long. Sign in again.',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: /*i18n*/ 'Too many incorrect codes. Sign in again.',
  VERIFICATION_EMAIL_NOT_ENABLED: /*i18n*/ 'This server doesn’t require email confirmation.',
}

// Hides that a token was valid but its account no longer exists.
const aliases: Record<string, string> = { USER_NOT_FOUND: 'INVALID_TOKEN' }

// Not 401, which would mean that the session has ended.
const statuses: Record<string, number> = {
  INVALID_CODE: 422,
  INVALID_BACKUP_CODE: 422,
  INVALID_TWO_FACTOR_COOKIE: 422,
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 422,
}

/** Converts an error of the library to a `Problem`, with its code in lowercase. */
export function toProblem(status: number, body: unknown): Problem {
  const { code: input = 'REFUSED', message = '' } = IdentityError.parse(body) ?? {}
  const code = aliases[input] ?? input
  if (status >= 500) return new Problem(500, 'internal', 'Something went wrong on the server. Nothing was changed.')
  const text = messages[code] ?? message
  return new Problem(statuses[code] ?? status, code.toLowerCase(), text || 'That was refused.')
}
