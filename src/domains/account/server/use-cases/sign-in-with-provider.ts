import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { UserId } from '#platform/shared/ids.ts'
import { conflict, Problem } from '#platform/shared/problem.ts'
import { Email, SignInReply } from '../../contract/index.ts'
import type { ProviderSignIn, SignInMethods } from '../../contract/sign-in-providers.ts'
import { fullName } from '../../rules/full-name.ts'
import type { AccountServices, RequestSource } from '../gateway/index.ts'
import type { OidcProvider, ProviderIdentity } from '../gateway/openid-connect.ts'
import * as store from '../store/providers.ts'
import { accountByEmail } from '../store/sign-in.ts'
import { findAttemptSource } from './known-devices.ts'
import { type Confirmed, providerMinutes, type Sent } from './provider-cookie.ts'
import type { SignInResult } from './sign-in.ts'
import { authorizeSignUp } from './sign-up.ts'

/** Throws 403 `password_sign_in_closed` where people sign in at a provider only. */
export function requirePasswordSignIn({ config }: Pick<AccountServices, 'config'>): void {
  if (!config.passwordSignIn)
    throw new Problem(403, 'password_sign_in_closed', 'Passwords aren’t used on this server. Sign in with one of its sign-in providers.')
}

export const signInMethods = ({ config, openIdConnect }: AccountServices): SignInMethods => ({
  password: config.passwordSignIn,
  providers: openIdConnect.providers.map(({ id, name }) => ({ id, name })),
})

/** The address that the provider sends the browser back to. */
const redirectUriOf = ({ config }: AccountServices, { id }: OidcProvider) => `${config.publicUrl}/api/auth/providers/${id}/callback`

const untilOf = (now: Date) => now.getTime() + providerMinutes * 60_000

/** Returns the provider's address, and the step to keep in the browser. */
export async function startProviderSignIn(
  accounts: AccountServices,
  id: string,
  connects: string | null,
  now: Date,
): Promise<{ location: string; step: Sent }> {
  const provider = accounts.openIdConnect.find(id)
  const { location, attempt } = await accounts.openIdConnect.start(provider, redirectUriOf(accounts, provider))
  return { location, step: { step: 'sent', provider: id, connects, attempt, until: untilOf(now) } }
}

const expired = () => new Problem(422, 'provider_expired', 'That sign-in took too long or was started in another browser. Try again.')

/**
 * Takes what the provider sent back. `sent` is the step in the browser's cookie: without it, or if it was used before, this browser didn't start
 * the sign-in. Throws 422 `provider_expired`, and as `identify` does.
 */
export async function confirmAtProvider(
  accounts: AccountServices,
  id: string,
  search: string,
  sent: Sent | Confirmed | null,
  now: Date,
): Promise<Confirmed> {
  const provider = accounts.openIdConnect.find(id)
  if (sent?.step !== 'sent' || sent.provider !== id) throw expired()
  const { state } = sent.attempt
  const address = new URL(`${redirectUriOf(accounts, provider)}${search}`)
  if (address.searchParams.get('state') !== state) throw expired()
  if (!(await store.claimOnce(accounts.database, `provider state ${state}`, now, new Date(sent.until)))) throw expired()
  const identity = await accounts.openIdConnect.identify(provider, address, sent.attempt)
  return { step: 'confirmed', id: randomUUID(), connects: sent.connects, identity, until: untilOf(now) }
}

/** Throws 422 `provider_expired` if there is no confirmed person, or they were used before. */
export async function claimConfirmed(accounts: AccountServices, step: Sent | Confirmed | null, now: Date): Promise<Confirmed> {
  if (step?.step !== 'confirmed') throw expired()
  if (!(await store.claimOnce(accounts.database, `provider sign-in ${step.id}`, now, new Date(step.until)))) throw expired()
  return step
}

const Opened = z.object({ token: z.string(), user: z.unknown() })

/**
 * Opens a session for the person that a provider confirmed, and creates their account if there is none. An account that already has their
 * address isn't theirs until they have signed in to it: 409 `connect_first`, which leaves the confirmation for `connectProvider`. Throws 422
 * `provider_email_missing` or `provider_email_unconfirmed`, and as `authorizeSignUp` does.
 */
export async function signInWithProvider(
  accounts: AccountServices,
  { rememberMe = true, inviteCode, region }: z.infer<typeof ProviderSignIn>,
  step: Sent | Confirmed | null,
  requestSource: RequestSource,
  now: Date,
): Promise<SignInResult> {
  if (step?.step !== 'confirmed' || step.connects !== null) throw expired()
  const { identity } = step
  const known =
    (await store.userAtProvider(accounts.database, identity.provider, identity.subject)) ?? (await userByAddress(accounts, identity, now))
  const fields = known === undefined ? await newAccount(accounts, identity, inviteCode) : null
  await claimConfirmed(accounts, step, now)
  const source = await findAttemptSource(accounts, known, requestSource, now)
  const userId = known ?? (await createAccount(accounts, identity, fields, region, requestSource))
  if (identity.isAdmin !== null) await store.setAdminProvider(accounts.database, userId, identity.provider, identity.isAdmin)
  const { body, token } = await accounts.callIdentity(
    { method: 'POST', path: '/confirmed/session', body: { userId, rememberMe } },
    requestSource,
  )
  return { reply: SignInReply.parse(Opened.parse(body)), token, source }
}

/**
 * Connects the account that has the confirmed address, and returns its user, on a server without passwords: there, people couldn't sign in to
 * connect it themselves, and its operator trusts the providers alone.
 */
async function userByAddress({ config, database }: AccountServices, identity: ProviderIdentity, now: Date): Promise<string | undefined> {
  const { data: email } = Email.safeParse(identity.email ?? '')
  if (config.passwordSignIn || email === undefined || !identity.isEmailConfirmed) return undefined
  const account = await accountByEmail(database, email)
  if (!account) return undefined
  const userId = account.id as UserId
  const isConnected = await database.write({ user: userId }, 'connect a provider', (tx) => store.connect(tx, userId, identity, now))
  return isConnected ? userId : undefined
}

interface NewAccount {
  readonly email: string
  readonly isFirstAccount: boolean
}

/** Returns the address of an account to create. Throws if there may be none. */
async function newAccount(accounts: AccountServices, identity: ProviderIdentity, inviteCode: string | undefined): Promise<NewAccount> {
  const { data: email } = Email.safeParse(identity.email ?? '')
  if (email === undefined)
    throw new Problem(
      422,
      'provider_email_missing',
      'The sign-in provider didn’t send your email address. Ask your server admin to allow it.',
    )
  // Otherwise anyone could take over the address of another person at the provider.
  if (!identity.isEmailConfirmed)
    throw new Problem(
      422,
      'provider_email_unconfirmed',
      'The sign-in provider hasn’t confirmed your email address. Confirm it there and try again.',
    )
  if (await accountByEmail(accounts.database, email))
    throw conflict('connect_first', 'There’s already an account with your email address. Sign in to it once to connect it.')
  const { createsAccounts } = accounts.openIdConnect.find(identity.provider)
  return { email, isFirstAccount: await authorizeSignUp(accounts, { inviteCode, isReserved: false, isOpen: createsAccounts }) }
}

async function createAccount(
  accounts: AccountServices,
  { provider, subject, firstName, lastName }: ProviderIdentity,
  fields: NewAccount | null,
  region: string | undefined,
  source: RequestSource,
): Promise<string> {
  if (fields === null) throw new Error('the account to create is missing')
  const { email, isFirstAccount } = fields
  const first = firstName.trim().slice(0, 60) || (email.split('@')[0] ?? email).slice(0, 60)
  const last = lastName.trim().slice(0, 60)
  const body = {
    email,
    firstName: first,
    lastName: last,
    name: fullName({ firstName: first, lastName: last }),
    provider: `oidc:${provider}`,
    subject,
  }
  const reply = await accounts.callIdentity({ method: 'POST', path: '/confirmed/account', body, isFirstAccount, region }, source)
  return z.object({ userId: z.string() }).parse(reply.body).userId
}
