import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { AuthenticatedUser } from '#platform/server/endpoints/route.ts'
import { conflict, notFound } from '#platform/shared/problem.ts'
import type { ConnectedProvider } from '../../contract/sign-in-providers.ts'
import type { ProviderIdentity } from '../gateway/openid-connect.ts'
import { credentialsOf, passkeysOf } from '../store/credentials.ts'
import * as store from '../store/providers.ts'

export const listConnectedProviders = (q: Reader, { userId }: AuthenticatedUser): Promise<ConnectedProvider[]> =>
  store.connectedProviders(q, userId)

/** Connects a confirmed person of a provider with the caller. Throws 409 `provider_taken`. */
export async function connectProvider(
  tx: Transaction,
  caller: AuthenticatedUser & { readonly now: Date },
  identity: ProviderIdentity,
): Promise<ConnectedProvider[]> {
  if (!(await store.connect(tx, caller.userId, identity, caller.now)))
    throw conflict('provider_taken', 'Already connected: this account or the one at the provider. Disconnect it first.')
  return listConnectedProviders(tx, caller)
}

/** Throws 404, and 409 `only_sign_in` if the caller would have no other way to sign in. */
export async function disconnectProvider(tx: Transaction, caller: AuthenticatedUser, provider: string): Promise<void> {
  const connected = await listConnectedProviders(tx, caller)
  if (!connected.some((one) => one.provider === provider)) throw notFound()
  const hasPassword = Boolean((await credentialsOf(tx, caller.userId))?.password)
  if (!hasPassword && connected.length === 1 && (await passkeysOf(tx, caller.userId)).length === 0)
    throw conflict('only_sign_in', 'This is your only way to sign in. Set a password or add a passkey first.')
  await store.disconnect(tx, caller.userId, provider)
}
