import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { RateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import type { Caller } from '#platform/server/endpoints/route.ts'
import { conflict } from '#platform/shared/problem.ts'
import type { Accounts } from '../gateway/index.ts'
import { confirmMinutes } from '../gateway/mails.ts'
import { deleteVerifications, hasAccount, lockMatchingPassword, replaceEmail } from '../store/credentials.ts'
import { addressReserved, isServerAdminEmail } from './administrator.ts'
import { reauthenticate } from './reauthenticate.ts'

/**
 * What the mailed link says, sealed: it opens only as long as the account still has the address and the password it was asked with. Whoever
 * asked with a password that they should not have had loses the link with it.
 */
const EmailMove = z.object({ userId: z.string(), from: z.string(), to: z.string(), password: z.string(), until: z.number() })

const digestOf = (hash: string) => createHash('sha256').update(hash).digest('base64url')

/**
 * Moves the account to another address: at once where this server sends no mail, else when the link mailed to the new one is opened.
 * With mail the answer is the same whether somebody has that address already. Throws 422 `wrong_password`, 409 `email_taken`,
 * 403 `address_kept`.
 */
export async function changeEmail(
  accounts: Accounts,
  limiter: RateLimiter | null,
  caller: Caller,
  { email: to, password }: { email: string; password: string },
): Promise<{ state: 'changed' | 'pending' }> {
  const { database, mails, canSendMail, linkEncryption } = accounts
  const { email: from, hash } = await reauthenticate(accounts, limiter, caller, password)
  if (to === from) return { state: 'changed' }
  if (isServerAdminEmail(accounts, to)) throw addressReserved()
  const { userId, now } = caller
  if (!canSendMail) {
    const isMoved = await database.write({ user: userId }, 'change the address', async (tx) => {
      await deleteVerifications(tx, userId)
      return replaceEmail(tx, userId, from, to, false, now)
    })
    if (!isMoved) throw conflict('email_taken', 'An account with this email address already exists.')
    return { state: 'changed' }
  }
  mails.emailChangeRequested(from)
  if (await database.read({ user: userId }, (q) => hasAccount(q, to))) mails.addressTaken(to)
  else {
    const move: z.infer<typeof EmailMove> = { userId, from, to, password: digestOf(hash), until: now.getTime() + confirmMinutes * 60_000 }
    mails.changeEmail(to, linkEncryption.encrypt(JSON.stringify(move)))
  }
  return { state: 'pending' }
}

/** Opens the mailed link. False when it is too old, was used, the password is another one now, or the address has found somebody else. */
export async function confirmEmailChange(accounts: Accounts, token: string, now: Date): Promise<boolean> {
  const { database, mails, linkEncryption } = accounts
  const move = readMove(linkEncryption.decrypt, token)
  if (!move || move.until < now.getTime()) return false
  const userId = move.userId as Caller['userId']
  const isMoved = await database.write({ user: userId }, 'confirm the address', async (tx) => {
    if (!(await lockMatchingPassword(tx, userId, (hash) => digestOf(hash) === move.password))) return false
    const isReplaced = await replaceEmail(tx, move.userId, move.from, move.to, true, now)
    if (isReplaced) await deleteVerifications(tx, move.userId)
    return isReplaced
  })
  if (isMoved) mails.emailChanged(move.from)
  return isMoved
}

function readMove(open: (box: string) => string, token: string): z.infer<typeof EmailMove> | null {
  try {
    return EmailMove.parse(JSON.parse(open(token)))
  } catch {
    return null
  }
}
