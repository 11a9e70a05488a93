import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import type { ConnectedProvider } from '../../contract/sign-in-providers.ts'
import type { AccountServices } from '../gateway/index.ts'
import { credentialsOf, passkeysOf } from '../store/credentials.ts'
import * as store from '../store/providers.ts'
import type { Confirmed } from './provider-cookie.ts'

export const listConnectedProviders = (q: Reader, { userId }: AuthenticatedUser): Promise<ConnectedProvider[]> =>
  store.connectedProviders(q, userId)

/**
 * Connects a confirmed person of a provider with the caller, who must have started that, or have the confirmed address: then the person tried to
 * sign in and there was this account. Throws 409 `provider_for_another` or `provider_taken`.
 */
export async function connectProvider(
  tx: Transaction,
  caller: AuthenticatedUser & { readonly now: Date },
  { identity, connects }: Confirmed,
): Promise<ConnectedProvider[]> {
  const { email } = (await credentialsOf(tx, caller.userId)) ?? {}
  const isOwn = connects === null ? identity.isEmailConfirmed && identity.email?.toLowerCase() === email : connects === caller.userId
  if (!isOwn) throw conflict('provider_for_another', 'That sign-in was for another account. Start again in Settings.')
  if (!(await store.connect(tx, caller.userId, identity, caller.now)))
    throw conflict('provider_taken', 'Already connected: this account or the one at the provider. Disconnect it first.')
  return listConnectedProviders(tx, caller)
}

/** Throws 404, and 409 `only_sign_in` if the caller would have no other way to sign in. */
export async function disconnectProvider(
  tx: Transaction,
  { config, openIdConnect }: Pick<AccountServices, 'config' | 'openIdConnect'>,
  caller: AuthenticatedUser,
  provider: string,
): Promise<void> {
  const connected = await listConnectedProviders(tx, caller)
  if (!connected.some((one) => one.provider === provider)) throw notFound()
  const others = connected.filter((one) => one.provider !== provider && openIdConnect.providers.some(({ id }) => id === one.provider))
  const hasPassword = config.passwordSignIn && Boolean((await credentialsOf(tx, caller.userId))?.password)
  if (!hasPassword && others.length === 0 && (await passkeysOf(tx, caller.userId)).length === 0)
    throw conflict('only_sign_in', 'This is your only way to sign in. Set a password, add a passkey or connect another provider first.')
  await store.disconnect(tx, caller.userId, provider)
}
