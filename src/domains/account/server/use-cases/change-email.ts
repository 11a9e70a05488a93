import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Transaction } from '#platform/server/database/index.ts'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { buttonPage } from '#platform/server/http/mail-link-pages.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import { say } from '#platform/shared/say.ts'
import type { AccountServices } from '../gateway/index.ts'
import { confirmMinutes } from '../gateway/mails.ts'
import { deleteVerifications, hasAccount, lockMatchingPassword, replaceEmail } from '../store/credentials.ts'
import { addressReserved, isReservedAdminEmail } from './manage-accounts.ts'
import { reauthenticate } from './reauthenticate.ts'
import { anonymousUserId } from './sign-up.ts'

/**
 * The encrypted content of the mailed link. The link is valid only while the account has the same address and password, so that changing
 * a stolen password also invalidates the link.
 */
const EmailChange = z.object({ userId: z.string(), from: z.string(), to: z.string(), password: z.string(), until: z.number() })

const digestOf = (hash: string) => createHash('sha256').update(hash).digest('base64url')

/**
 * Changes the account's address: immediately if this server sends no mail, otherwise when the link mailed to the new address is opened.
 * With mail, the result doesn't reveal whether the address has an account. Throws 422 `wrong_password`, 409 `email_taken`,
 * 403 `address_kept`.
 */
export async function changeEmail(
  accounts: AccountServices,
  limiter: RateLimiter | null,
  caller: AuthenticatedUser,
  { email: to, password }: { email: string; password: string },
): Promise<{ state: 'changed' | 'pending' }> {
  const { database, mails, canSendMail, linkEncryption } = accounts
  const { email: from, hash } = await reauthenticate(accounts, limiter, caller, password)
  if (to === from) return { state: 'changed' }
  if (isReservedAdminEmail(accounts, to)) throw addressReserved()
  const { userId, now } = caller
  if (!canSendMail) {
    const isChanged = await database.write({ user: userId }, 'change the address', async (tx) => {
      await deleteVerifications(tx, userId)
      return replaceEmail(tx, userId, from, to, false, now)
    })
    if (!isChanged) throw conflict('email_taken', 'An account with this email address already exists.')
    return { state: 'changed' }
  }
  mails.emailChangeRequested(from)
  if (await database.read({ user: userId }, (q) => hasAccount(q, to))) mails.addressTaken(to)
  else {
    const change: z.infer<typeof EmailChange> = {
      userId,
      from,
      to,
      password: digestOf(hash),
      until: now.getTime() + confirmMinutes * 60_000,
    }
    mails.changeEmail(to, linkEncryption.encrypt(JSON.stringify(change)))
  }
  return { state: 'pending' }
}

/** Returns the user whom the mailed token names, and the change; null for an invalid or expired token. */
export function readEmailChangeToken({ linkEncryption }: Pick<AccountServices, 'linkEncryption'>, token: string, now: Date) {
  const change = readEmailChange(linkEncryption.decrypt, token)
  return {
    scope: { user: change ? (change.userId as UserId) : anonymousUserId },
    change: change && change.until >= now.getTime() ? change : null,
  }
}

/** Confirms a change of address. Returns false if the link has been used, the password has changed, or the address is taken. */
export async function confirmEmailChange(
  tx: Transaction,
  { scope: { user }, change }: ReturnType<typeof readEmailChangeToken>,
): Promise<boolean> {
  if (!change || !(await lockMatchingPassword(tx, user, (hash) => digestOf(hash) === change.password))) return false
  const isReplaced = await replaceEmail(tx, user, change.from, change.to, true, new Date())
  if (isReplaced) await deleteVerifications(tx, user)
  return isReplaced
}

function readEmailChange(decrypt: (ciphertext: string) => string, token: string): z.infer<typeof EmailChange> | null {
  try {
    return EmailChange.parse(JSON.parse(decrypt(token)))
  } catch {
    return null
  }
}

/** Returns the page that a confirmation link opens. */
export const verifyEmailPage = ({ token, callbackURL }: { token: string; callbackURL?: string | undefined }): string =>
  buttonPage({
    title: say`Confirm your email address`,
    text: say`Press the button to confirm that this address is yours. If you didn’t sign up, close this page.`,
    action: `/api/auth/verify-email?${new URLSearchParams(callbackURL === undefined ? { token } : { token, callbackURL })}`,
    button: say`Confirm email address`,
  })

/** Returns the page that a change-of-address link opens. */
export const changeEmailPage = (token: string): string =>
  buttonPage({
    title: say`Use this email address?`,
    text: say`Press the button to use this address for your Larder account. If you didn’t ask for this, close this page.`,
    action: `/api/users/email/confirm?${new URLSearchParams({ token })}`,
    button: say`Confirm new address`,
  })
