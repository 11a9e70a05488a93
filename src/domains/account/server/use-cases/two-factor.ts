import { z } from 'zod'
import type { Database } from '#platform/server/database/index.ts'
import { openRateLimiter, type RateLimiter, tooManyRequests } from '#platform/server/endpoints/rate-limiter.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import type { ReplyOf } from '#platform/shared/endpoint.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { conflict, invalid, Problem } from '#platform/shared/problem.ts'
import { SignedIn } from '../../contract/index.ts'
import type * as contract from '../../contract/two-factor.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { endSession } from '../store/index.ts'
import { claimPeriod, disableTwoFactor, enableTwoFactor, twoFactorOf } from '../store/two-factor.ts'
import { type AccountLimiter, accountLimiter, type Refund } from './account-limiter.ts'
import { readBearer } from './bearer.ts'
import { type AttemptSource, findAttemptSource } from './known-devices.ts'
import { reauthenticate } from './reauthenticate.ts'
import { sendSecurityMail } from './security-mails.ts'
import type { SignInResult } from './sign-in.ts'
import { matchPeriod } from './totp.ts'

const Begun = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) })
const Renewed = z.object({ backupCodes: z.array(z.string()) })
const Codes = z.array(z.string())
const Cookies = z.array(z.string())

/** What waits for a second step: what the library told the browser to keep, whose account it is, and a digest of its password's hash. */
const PendingSignIn = z.object({ cookies: Cookies, userId: z.string(), password: z.string() })
type PendingSignIn = z.infer<typeof PendingSignIn>

/** Limits of the second step, which only somebody with the right password reaches. */
export interface SecondStepLimiters {
  readonly perAccount: AccountLimiter
  readonly appCodes: RateLimiter
}

/**
 * 10 wrong codes in 15 minutes for an account and a source (see `accountLimiter`). A code of the app has six digits only: after 100 wrong
 * ones in a day from unknown sources those need a recovery code, until there is another password.
 */
export const openSecondStepLimiters = (database: Database): SecondStepLimiters => ({
  perAccount: accountLimiter(database, 'second step', 10, 15 * 60_000),
  appCodes: openRateLimiter(database, 'codes of the app', 100, 86_400_000),
})

async function consumeCode(
  { perAccount, appCodes }: SecondStepLimiters,
  { userId, password }: PendingSignIn,
  method: 'app' | 'recovery',
  source: AttemptSource,
): Promise<Refund> {
  const refund = await perAccount.consume(`${userId} ${method}`, source)
  if (method === 'recovery' || source.isKnown) return refund
  const key = `${userId} ${password}`
  const waitMs = await appCodes.consume(key)
  if (waitMs === 0) return async () => void (await Promise.all([refund(), appCodes.refund(key)]))
  await refund()
  throw tooManyRequests(waitMs)
}

/**
 * The second step of a sign-in. Throws 422 for a wrong code or one used before, a challenge that is over, or one tried too often,
 * and 429 after too many wrong codes.
 */
export async function verifySecondStep(
  accounts: Accounts,
  limits: SecondStepLimiters | null,
  { challenge, method, code }: { challenge: string; method: 'app' | 'recovery'; code: string },
  visitor: RequestSource,
): Promise<SignInResult> {
  const path = method === 'app' ? '/two-factor/verify-totp' : '/two-factor/verify-backup-code'
  const waiting = decryptWith(accounts, challenge, PendingSignIn)
  const { cookies, userId } = waiting
  const source = await findAttemptSource(accounts, userId, visitor, new Date())
  const refund = limits && (await consumeCode(limits, waiting, method, source))
  const { body, token } = await accounts
    .callIdentity({ method: 'POST', path, body: { code } }, { ...visitor, cookies })
    .catch(async (error) => {
      if (!(error instanceof Problem && wrongCodeErrors.has(error.code))) await refund?.()
      throw error
    })
  const reply = SignedIn.parse(body)
  if (method === 'app' && reply.user && !(await isFirstUse(accounts, reply.user.id as UserId, code))) {
    const raw = token && readBearer(token, accounts.secret)
    if (raw) await endSession(accounts.database, raw)
    throw new Problem(422, 'invalid_code', 'That code has already been used. Your app shows a new one every 30 seconds.')
  }
  await refund?.()
  return { reply, token, source }
}

/** The library takes a code as often as it fits. Of two that use one at once, one is first. */
async function isFirstUse(accounts: Accounts, userId: UserId, code: string): Promise<boolean> {
  const { database } = accounts
  const row = await database.read({ user: userId }, (q) => twoFactorOf(q, userId))
  // By the clock that the library went by; should the half minute have ended meanwhile, nobody knows which code it was.
  const period = row && matchPeriod(await accounts.decrypt(row.secret), code, new Date())
  if (period === null || period === undefined) return false
  return database.write({ user: userId }, 'use a code of the app', (tx) => claimPeriod(tx, userId, period))
}

const wrongCodeErrors: ReadonlySet<string> = new Set(['invalid_code', 'invalid_backup_code'])

export const encryptPendingSignIn = ({ linkEncryption }: Accounts, waiting: PendingSignIn): string =>
  linkEncryption.encrypt(JSON.stringify(waiting))

/** What the library told the browser to keep between two steps: signed by it, sealed by us. */
export const encryptChallenge = ({ linkEncryption }: Accounts, cookies: readonly string[]): string =>
  linkEncryption.encrypt(JSON.stringify(cookies))

/** Throws 422 for one that is over or none of ours. */
export const decryptChallenge = (accounts: Accounts, challenge: string): string[] => decryptWith(accounts, challenge, Cookies)

function decryptWith<T>({ linkEncryption }: Accounts, challenge: string, schema: z.ZodType<T>): T {
  try {
    return schema.parse(JSON.parse(linkEncryption.decrypt(challenge)))
  } catch {
    throw new Problem(422, 'invalid_two_factor_cookie', 'That took too long. Sign in again.')
  }
}

export async function getTwoFactor(accounts: Accounts, { userId }: Caller): Promise<ReplyOf<typeof contract.getTwoFactor>> {
  const row = await accounts.database.read({ user: userId }, (q) => twoFactorOf(q, userId))
  if (!row?.isEnabled) return { isEnabled: false, recoveryCodesLeft: 0 }
  const codes = Codes.parse(JSON.parse(await accounts.decrypt(row.backup_codes)))
  return { isEnabled: true, recoveryCodesLeft: codes.length }
}

/** Makes a secret and recovery codes. Throws 422 `wrong_password`, 409 `two_factor_enabled`. */
export async function beginTwoFactor(
  accounts: Accounts,
  limiter: RateLimiter | null,
  caller: Caller,
  password: string,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.beginTwoFactor>> {
  await reauthenticate(accounts, limiter, caller, password)
  const row = await accounts.database.read({ user: caller.userId }, (q) => twoFactorOf(q, caller.userId))
  if (row?.isEnabled) throw conflict('two_factor_enabled', 'Two-factor sign-in is already on. Turn it off first.')
  const { body } = await accounts.callIdentity({ method: 'POST', path: '/two-factor/enable', body: { password } }, source)
  const { totpURI, backupCodes } = Begun.parse(body)
  return { uri: totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', recoveryCodes: backupCodes }
}

/** Puts it into use once the app shows the right code. Throws 409 `two_factor_not_begun`, 422 `invalid_code`. */
export async function confirmTwoFactor(accounts: Accounts, caller: Caller, code: string): Promise<void> {
  const { database } = accounts
  const row = await database.read({ user: caller.userId }, (q) => twoFactorOf(q, caller.userId))
  if (!row) throw conflict('two_factor_not_begun', 'Set up your authenticator app first.')
  if (matchPeriod(await accounts.decrypt(row.secret), code, caller.now) === null)
    throw invalid('invalid_code', 'That code is incorrect. Your app shows a new one every 30 seconds.', 'code')
  const isOn = await database.write({ user: caller.userId }, 'turn the second step on', (tx) => enableTwoFactor(tx, caller.userId, row))
  if (!isOn) throw conflict('changed_meanwhile', 'The authenticator app was set up again in the meantime.')
}

/** Throws 422 `wrong_password`, 409 `two_factor_off`. */
export async function renewRecoveryCodes(
  accounts: Accounts,
  limiter: RateLimiter | null,
  caller: Caller,
  password: string,
  source: RequestSource,
): Promise<ReplyOf<typeof contract.renewRecoveryCodes>> {
  await reauthenticate(accounts, limiter, caller, password)
  const row = await accounts.database.read({ user: caller.userId }, (q) => twoFactorOf(q, caller.userId))
  if (!row?.isEnabled) throw conflict('two_factor_off', 'Two-factor sign-in is off.')
  const { body } = await accounts.callIdentity({ method: 'POST', path: '/two-factor/generate-backup-codes', body: { password } }, source)
  return { recoveryCodes: Renewed.parse(body).backupCodes }
}

/** Throws 422 `wrong_password`. */
export async function endTwoFactor(accounts: Accounts, limiter: RateLimiter | null, caller: Caller, password: string): Promise<void> {
  await reauthenticate(accounts, limiter, caller, password)
  const wasOn = await accounts.database.write({ user: caller.userId }, 'turn the second step off', (tx) =>
    disableTwoFactor(tx, caller.userId),
  )
  if (wasOn) sendSecurityMail(accounts, caller.userId, 'twoFactorEnded')
}
