import { z } from 'zod'
import { Problem } from '#platform/contract/problem.ts'
import { type Brake, openBrake, takeOrWait } from '#platform/server/brake.ts'
import type { Database } from '#platform/server/database.ts'
import { addressKey } from '#platform/server/serve/limits.ts'
import { SignedIn, type SignIn } from '../../contract.ts'
import type { Accounts, Visitor } from '../gateway.ts'
import { addressesOf, endSession, passwordHash } from '../store.ts'
import { readBearer } from './bearer.ts'
import { sealChallenge } from './two-factor.ts'

/** How the library says that the password was right and a code is still to come. */
const SecondStep = z.object({ twoFactorRedirect: z.literal(true) })

/** Tries at sign-in. */
export interface Tries {
  readonly ofAccount: Brake
  readonly ofAddress: Brake
}

/**
 * 10 tries in 15 minutes for one account, from wherever, and 50 from one address (or /64 of IPv6), for whatever account.
 * People at an address that is signed in to the account already have tries of their own:
 * somebody who guesses elsewhere never delays them in their kitchen.
 */
export const signInTries = (database: Database): Tries => ({
  ofAccount: openBrake(database, 'sign-in to an account', 10, 15 * 60_000),
  ofAddress: openBrake(database, 'sign-in from an address', 50, 15 * 60_000),
})

/**
 * Signs in, or takes the first step of it. `token` is the signed bearer token, null as long as a code is still to come. Throws 401 with the same words for an unknown address and a wrong password,
 * 429 after too many tries, 403 `email_not_verified`.
 */
export async function signIn(
  accounts: Accounts,
  tries: Tries | null,
  form: SignIn,
  visitor: Visitor,
): Promise<{ reply: SignedIn; token: string | null }> {
  const { database } = accounts
  if (tries) await countTry(tries, database, form.email, addressKey(visitor.ip))
  const before = await passwordHash(database, form.email)
  const { body, token, cookies } = await accounts.ask({ method: 'POST', path: '/sign-in/email', body: form }, visitor)
  // A password that was right when it was checked, and replaced while the session was made, opens nothing.
  if ((await passwordHash(database, form.email)) !== before) {
    const raw = token && readBearer(token, accounts.secret)
    if (raw) await endSession(database, raw)
    throw new Problem(401, 'invalid_email_or_password', 'Invalid email or password')
  }
  if (SecondStep.safeParse(body).success)
    return { reply: { token: null, user: null, twoFactor: { challenge: sealChallenge(accounts, cookies) } }, token: null }
  return { reply: SignedIn.parse(body), token }
}

async function countTry(tries: Tries, database: Database, email: string, here: string): Promise<void> {
  await takeOrWait(tries.ofAddress, here)
  const isKnown = (await addressesOf(database, email)).some((kept) => addressKey(kept) === here)
  await takeOrWait(tries.ofAccount, isKnown ? `${email} ${here}` : email)
}
