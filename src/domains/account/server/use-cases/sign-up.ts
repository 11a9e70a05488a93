import type { UserId } from '#platform/shared/ids.ts'
import { normalizeInviteCode } from '#platform/shared/invite-code.ts'
import { Problem } from '#platform/shared/problem.ts'
import { SignedIn, type SignUp } from '../../contract/index.ts'
import type { Accounts, RequestSource } from '../gateway/index.ts'
import { accountByEmail, deleteUnusedPassword, hasAnyUser } from '../store/index.ts'
import { addressReserved, isServerAdminEmail } from './administrator.ts'
import { rejectCommonPassword } from './passwords.ts'
import { signUpMode } from './sign-up-mode.ts'

/**
 * Creates an account. `token` is the signed bearer token; null where the address must be confirmed first, and then the answer
 * is the same whether there was an account already. Throws 403 `sign_up_closed`, `sign_up_by_invite` or `address_kept`, 422 for the password or a taken address.
 */
export async function signUp(accounts: Accounts, form: SignUp, source: RequestSource): Promise<{ reply: SignedIn; token: string | null }> {
  await rejectCommonPassword(form.password, 'password')
  const { inviteCode: _, ...rest } = form
  const body = { ...rest, name: form.name ?? `${form.firstName} ${form.lastName}` }
  const create = async () => {
    const isFirstAccount = await authorizeSignUp(accounts, form)
    return accounts.callIdentity({ method: 'POST', path: '/sign-up/email', body, isFirstAccount }, source)
  }
  // Of two that race for one address, or to be the first account, the loser asks again and hears what a latecomer would.
  const result = await create().catch((error) => {
    if (error instanceof Problem && error.code === 'failed_to_create_user') return create()
    throw error
  })
  const reply = SignedIn.parse(result.body)
  if (accounts.canSendMail) await resolveUnconfirmedSignUp(accounts, form, reply.user?.id, source)
  return { reply, token: result.token }
}

/**
 * Who signs up with an address that somebody else signed up with before must not confirm that one's password by the link that is mailed:
 * then the earlier password is gone, and the link sets one. As long as anything else, so that it tells nothing.
 */
async function resolveUnconfirmedSignUp(
  accounts: Accounts,
  { email, password }: SignUp,
  createdId: string | undefined,
  source: RequestSource,
): Promise<void> {
  const { database, passwords } = accounts
  const existing = await accountByEmail(database, email)
  if (!existing) return
  const isSamePassword = await passwords.verify({ hash: existing.password ?? (await passwords.hash('nobody has this one')), password })
  if (existing.isConfirmed || existing.id === createdId) return
  if (!isSamePassword) await deleteUnusedPassword(database, existing.id, existing.password)
  const path = isSamePassword ? '/send-verification-email' : '/request-password-reset'
  await accounts.callIdentity({ method: 'POST', path, body: { email } }, source)
}

/** Who signs up is nobody yet. */
const anonymous = 'nobody' as UserId

/** Returns true for the first account of a new server, which is always welcome: somebody has to open it. Throws 403 as `signUp`. */
async function authorizeSignUp(accounts: Accounts, { email, inviteCode }: SignUp): Promise<boolean> {
  const { config, database, isInvited } = accounts
  const mode = await database.read({ user: anonymous }, (q) => signUpMode(q, config.signup))
  const kept = isServerAdminEmail(accounts, email)
  if (mode === 'open' && !kept) return false
  if (!(await hasAnyUser(database))) return true
  if (kept) throw addressReserved()
  if (mode === 'closed') throw new Problem(403, 'sign_up_closed', 'This server isn’t accepting new accounts.')
  if (inviteCode && (await isInvited(normalizeInviteCode(inviteCode)))) return false
  throw new Problem(403, 'sign_up_by_invite', 'This server is invite-only. Ask someone in the household for an invite code.')
}
