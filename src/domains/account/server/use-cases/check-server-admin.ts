import type { Reader } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { Problem } from '#platform/shared/problem.ts'
import type { Accounts } from '../gateway/index.ts'
import { emailOf, firstAccount } from '../store/accounts.ts'

/** Returns a predicate for server admins: the configured addresses, or the first account if none is configured. */
export async function serverAdminTest(q: Reader, admins: readonly string[]): Promise<(account: { id: string; email: string }) => boolean> {
  if (admins.length > 0) return ({ email }) => admins.includes(email.toLowerCase())
  const first = await firstAccount(q)
  return ({ id }) => id === first
}

/** Returns whether a user is a server admin. `admins` are lowercase addresses. */
export async function isServerAdmin(q: Reader, userId: UserId, admins: readonly string[]): Promise<boolean> {
  const email = await emailOf(q, userId)
  return email !== null && (await serverAdminTest(q, admins))({ id: userId, email })
}

/** Returns whether an address is reserved: without mail its ownership can't be confirmed, so no one may claim a server admin's. */
export const isReservedAdminEmail = ({ config, canSendMail }: Pick<Accounts, 'config' | 'canSendMail'>, email: string): boolean =>
  !canSendMail && config.admins.includes(email.toLowerCase())

export const addressReserved = () => new Problem(403, 'address_kept', 'This address is reserved for the server admin.')
