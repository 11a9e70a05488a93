import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { UserId } from '#platform/shared/ids.ts'
import { normalizeInviteCode } from '#platform/shared/invite-code.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { SignInReply, type SignUp, type SignUpMode, signUpModes } from '../../contract/index.ts'
import { fullName } from '../../rules/full-name.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import { serverSetting, setServerSetting } from '../store/accounts.ts'
import { accountByEmail, deleteUnusedPassword, hasAnyUser } from '../store/sign-in.ts'
import { addressReserved, isReservedAdminEmail } from './manage-accounts.ts'
import { rejectCommonPassword } from './passwords.ts'

/** The database scope of a request without a user: it sees no user's rows. */
export const anonymousUserId = 'anonymous' as UserId

/**
 * Creates an account. `token` is the signed bearer token, or null if the address must be confirmed first; the response then doesn't
 * reveal whether the address has an account. Throws 403 `sign_up_closed`, `sign_up_by_invite` or `address_kept`, and 422 for the
 * password or a taken address.
 */
export async function signUp(
  accounts: AccountServices,
  form: SignUp,
  source: RequestSource,
): Promise<{ reply: SignInReply; token: string | null }> {
  await rejectCommonPassword(form.password, 'password')
  const { inviteCode: _, region, ...fields } = form
  const body = { ...fields, name: form.name ?? fullName(form) }
  const create = async () => {
    const isReserved = isReservedAdminEmail(accounts, form.email)
    const isFirstAccount = await authorizeSignUp(accounts, { inviteCode: form.inviteCode, isReserved })
    return accounts.callIdentity({ method: 'POST', path: '/sign-up/email', body, isFirstAccount, region }, source)
  }
  // If two sign-ups race for one address, or to be the first account, the loser retries and gets the usual error.
  const result = await create().catch((error) => {
    if (error instanceof Problem && error.code === 'failed_to_create_user') return create()
    throw error
  })
  const reply = SignInReply.parse(result.body)
  if (accounts.canSendMail) await resolveUnconfirmedSignUp(accounts, form, reply.user?.id, source)
  return { reply, token: result.token }
}

/**
 * Handles a sign-up with an unconfirmed address. If the passwords differ, another person may have chosen the earlier one, so it is
 * deleted and the mailed link sets a new one. Takes equally long for confirmed addresses, so that the time reveals nothing.
 */
async function resolveUnconfirmedSignUp(
  accounts: AccountServices,
  { email, password }: SignUp,
  createdId: string | undefined,
  source: RequestSource,
): Promise<void> {
  const { database, passwords } = accounts
  const existing = await accountByEmail(database, email)
  if (!existing) return
  const isSamePassword = await passwords.verify({
    hash: existing.password ?? (await passwords.hash('no account has this password')),
    password,
  })
  if (existing.isConfirmed || existing.id === createdId) return
  if (!isSamePassword) await deleteUnusedPassword(database, existing.id, existing.password)
  const path = isSamePassword ? '/send-verification-email' : '/request-password-reset'
  await accounts.callIdentity({ method: 'POST', path, body: { email } }, source)
}

/** Returns whether the next account becomes the server admin: there is none yet, and the configuration names no admins. */
export async function needsFirstAccount({ config, database }: Pick<AccountServices, 'config' | 'database'>): Promise<boolean> {
  return config.admins.length === 0 && !(await hasAnyUser(database))
}

/** Returns true for the first account, which is always allowed. `isOpen` replaces the setting of the server. Throws 403 as `signUp` does. */
export async function authorizeSignUp(
  { config, database, isInvited }: AccountServices,
  { inviteCode, isReserved, isOpen }: { inviteCode: string | undefined; isReserved: boolean; isOpen?: boolean | undefined },
): Promise<boolean> {
  const set = await database.read({ user: anonymousUserId }, (q) => readSignUpMode(q, config.signup))
  const mode = isOpen === undefined ? set : isOpen ? 'open' : 'closed'
  if (mode === 'open' && !isReserved) return false
  if (!(await hasAnyUser(database))) return true
  if (isReserved) throw addressReserved()
  if (mode === 'closed') throw new Problem(403, 'sign_up_closed', 'This server isn’t accepting new accounts.')
  if (inviteCode && (await isInvited(normalizeInviteCode(inviteCode)))) return false
  throw new Problem(403, 'sign_up_by_invite', 'This server is invite-only. Ask someone in the household for an invite code.')
}

const name = 'sign-up'

/** Returns who may sign up: `fixed` from the environment, or the Server page's setting, or everyone. */
export async function readSignUpMode(q: Reader, fixed: SignUpMode | null): Promise<SignUpMode> {
  if (fixed !== null) return fixed
  const stored = await serverSetting(q, name)
  return signUpModes.find((mode) => mode === stored) ?? 'open'
}

/** Throws 409 `sign_up_fixed` if the environment sets it. */
export async function setSignUpMode(tx: Transaction, fixed: SignUpMode | null, mode: SignUpMode): Promise<void> {
  if (fixed !== null)
    throw conflict(
      'sign_up_fixed',
      'Sign-up is controlled by LARDER_SIGNUP. Remove it from the environment and restart Larder to change it here.',
    )
  await setServerSetting(tx, name, mode)
}
