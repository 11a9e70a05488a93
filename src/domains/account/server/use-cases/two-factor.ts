import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Database, Reader, Transaction } from '#platform/server/database/index.ts'
import { openRateLimiter, type RateLimiter, tooManyRequests } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { conflict, invalid, Problem } from '#platform/shared/problem.ts'
import { SignInReply } from '../../contract/index.ts'
import type * as contract from '../../contract/two-factor.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import { claimTotpPeriod, disableTwoFactor, enableTwoFactor, twoFactorOf } from '../store/credentials.ts'
import { endSession } from '../store/sign-in.ts'
import { type AttemptLimiter, attemptLimiter, type RefundAttempt } from './attempt-limiter.ts'
import { type AttemptSource, findAttemptSource } from './known-devices.ts'
import { reauthenticate } from './reauthenticate.ts'
import type { SignInResult } from './sign-in.ts'
import { sendSecurityMail } from './user-mails.ts'
import { verifyBearerToken } from './verify-bearer-token.ts'

const Setup = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const NewCodes = z.object({ backupCodes: z.array(z.string()) })
const Codes = z.array(z.string())
const Cookies = z.array(z.string())

/** A sign-in that requires a code: the library's cookies, the user, and a digest of their password hash. */
const PendingSignIn = z.object({ cookies: Cookies, userId: z.string(), password: z.string() })
type PendingSignIn = z.infer<typeof PendingSignIn>

/** Limits of the second step, which requires the correct password. */
export interface SecondStepLimiters {
  readonly perAccount: AttemptLimiter
  readonly appCodes: RateLimiter
}

/**
 * Allows 10 wrong codes per 15 minutes for each account and source (see `attemptLimiter`). App codes have only six digits: after 100
 * wrong ones in a day, unknown sources need a recovery code until the password is changed.
 */
export const openSecondStepLimiters = (database: Database): SecondStepLimiters => ({
  perAccount: attemptLimiter(database, 'second step', 10, 15 * 60_000),
  appCodes: openRateLimiter(database, 'codes of the app', 100, 86_400_000),
})

async function consumeCode(
  { perAccount, appCodes }: SecondStepLimiters,
  { userId, password }: PendingSignIn,
  method: 'app' | 'recovery',
  source: AttemptSource,
): Promise<RefundAttempt> {
  const refund = await perAccount.consume(`${userId} ${method}`, source)
  if (method === 'recovery' || source.isKnown) return refund
  const key = `${userId} ${password}`
  const waitMs = await appCodes.consume(key)
  if (waitMs === 0) return async () => void (await Promise.all([refund(), appCodes.refund(key)]))
  await refund()
  throw tooManyRequests(waitMs)
}

/**
 * Completes a sign-in with a code. Throws 422 for a wrong or used code and for an expired challenge or one with too many attempts,
 * and 429 after too many wrong codes.
 */
export async function verifySecondStep(
  accounts: AccountServices,
  limiters: SecondStepLimiters | null,
  { challenge, method, code }: { challenge: string; method: 'app' | 'recovery'; code: string },
  requestSource: RequestSource,
): Promise<SignInResult> {
  const path = method === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'
  const pending = decryptWith(accounts, challenge, PendingSignIn)
  const { cookies, userId } = pending
  const source = await findAttemptSource(accounts, userId, requestSource, new Date())
  const refund = limiters && (await consumeCode(limiters, pending, method, source))
  const { body, token } = await accounts
    .callIdentity({ method: 'POST', path, body: { code } }, { ...requestSource, cookies })
    .catch(async (error) => {
      if (!(error instanceof Problem && wrongCodeErrors.has(error.code))) await refund?.()
      throw error
    })
  const reply = SignInReply.parse(body)
  if (method === 'app' && reply.user && !(await isFirstUse(accounts, reply.user.id as UserId, code))) {
    const raw = token && verifyBearerToken(token, accounts.secret)
    if (raw) await endSession(accounts.database, raw)
    throw new Problem(422, 'invalid_code', 'That code has already been used. Your app shows a new one every 30 seconds.')
  }
  await refund?.()
  return { reply, token, source }
}

/** Returns false if a code has been used. The library would accept it again. Of two concurrent uses, one wins. */
async function isFirstUse(accounts: AccountServices, userId: UserId, code: string): Promise<boolean> {
  const { database } = accounts
  const row = await database.read({ user: userId }, (q) => twoFactorOf(q, userId))
  // The library uses this clock too. If the code has expired since, it counts as used.
  const period = row && matchTotpPeriod(await accounts.decrypt(row.secret), code, new Date())
  if (period === null || period === undefined) return false
  return database.write({ user: userId }, 'use a code of the app', (tx) => claimTotpPeriod(tx, userId, period))
}

const wrongCodeErrors: ReadonlySet<string> = new Set(['invalid_code', 'invalid_backup_code'])

export const encryptPendingSignIn = ({ linkEncryption }: AccountServices, pending: PendingSignIn): string =>
  linkEncryption.encrypt(JSON.stringify(pending))

/** Encrypts the library's signed cookies as a challenge for the next step. */
export const encryptChallenge = ({ linkEncryption }: AccountServices, cookies: readonly string[]): string =>
  linkEncryption.encrypt(JSON.stringify(cookies))

/** Throws 422 if it is invalid or has expired. */
export const decryptChallenge = (accounts: AccountServices, challenge: string): string[] => decryptWith(accounts, challenge, Cookies)

function decryptWith<T>({ linkEncryption }: AccountServices, challenge: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(linkEncryption.decrypt(challenge)))
  } catch {
    throw new Problem(422, 'invalid_two_factor_cookie', 'That took too long. Sign in again.')
  }
}

export async function getTwoFactor(
  q: Reader,
  accounts: AccountServices,
  { userId }: AuthenticatedUser,
): Promise<ReplyOf<typeof contract.getTwoFactor>> {
  const row = await twoFactorOf(q, userId)
  if (!row?.isEnabled) return { isEnabled: false, recoveryCodesLeft: 0 }
  const codes = Codes.parse(JSON.parse(await accounts.decrypt(row.backup_codes)))
  return { isEnabled: true, recoveryCodesLeft: codes.length }
}

/** Creates a secret and recovery codes. Throws 422 `wrong_password`, 409 `two_factor_enabled`. */
export async function beginTwoFactor(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.beginTwoFactor>> {
  await reauthenticate(accounts, limiter, caller, password)
  const row = await accounts.database.read({ user: caller.userId }, (q) => twoFactorOf(q, caller.userId))
  if (row?.isEnabled) throw conflict('two_factor_enabled', 'Two-factor sign-in is already on. Turn it off first.')
  const { body } = await accounts.callIdentity({ method: 'POST', path: '/two-factor/enable', body: { password } }, source)
  const { totpURI, backupCodes } = Setup.parse(body)
  return { uri: totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', recoveryCodes: backupCodes }
}

type TwoFactorRow = NonNullable<Awaited<ReturnType<typeof twoFactorOf>>>

/** Returns the secret that a first code belongs to. Throws 409 `two_factor_not_begun`, 422 `invalid_code`. */
export async function verifyTwoFactorSetupCode(
  q: Reader,
  accounts: AccountServices,
  caller: AuthenticatedUser,
  code: string,
): Promise<{ scope: { user: UserId }; row: TwoFactorRow }> {
  const row = await twoFactorOf(q, caller.userId)
  if (!row) throw conflict('two_factor_not_begun', 'Set up your authenticator app first.')
  if (matchTotpPeriod(await accounts.decrypt(row.secret), code, caller.now) === null)
    throw invalid('invalid_code', 'That code is incorrect. Your app shows a new one every 30 seconds.', 'code')
  return { scope: { user: caller.userId }, row }
}

/** Enables two-factor sign-in with the secret that was checked. Throws 409 `changed_meanwhile` if there is another now. */
export async function confirmTwoFactor(tx: Transaction, { userId }: AuthenticatedUser, row: TwoFactorRow): Promise<void> {
  if (!(await enableTwoFactor(tx, userId, row)))
    throw conflict('changed_meanwhile', 'The authenticator app was set up again in the meantime.')
}

/** Throws 422 `wrong_password`, 409 `two_factor_off`. */
export async function renewRecoveryCodes(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.renewRecoveryCodes>> {
  await reauthenticate(accounts, limiter, caller, password)
  const row = await accounts.database.read({ user: caller.userId }, (q) => twoFactorOf(q, caller.userId))
  if (!row?.isEnabled) throw conflict('two_factor_off', 'Two-factor sign-in is off.')
  const { body } = await accounts.callIdentity({ method: 'POST', path: '/two-factor/generate-backup-codes', body: { password } }, source)
  return { recoveryCodes: NewCodes.parse(body).backupCodes }
}

/** Throws 422 `wrong_password`. */
export async function endTwoFactor(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  password: string,
): Promise<void> {
  await reauthenticate(accounts, limiter, caller, password)
  const wasEnabled = await accounts.database.write({ user: caller.userId }, 'turn the second step off', (tx) =>
    disableTwoFactor(tx, caller.userId),
  )
  if (wasEnabled) sendSecurityMail(accounts, caller.userId, 'twoFactorEnded')
}

const digits = 6
const periodSeconds = 30

/** Returns the code at a Unix time in seconds (RFC 6238, SHA-1, six digits). The key is the bytes of `secret`'s text. */
export function totpCodeAt(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / periodSeconds)))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, '0')
}

/** Returns a code's 30-second period since 1970: the current one or, because clocks differ, one next to it. Returns null for other codes. */
export function matchTotpPeriod(secret: string, code: string, now: Date): number | null {
  const current = Math.floor(now.getTime() / 1000 / periodSeconds)
  const input = Buffer.from(code)
  const found = [current, current - 1, current + 1].find((period) => {
    const expected = Buffer.from(totpCodeAt(secret, period * periodSeconds))
    return input.length === expected.length && timingSafeEqual(input, expected)
  })
  return found ?? null
}
