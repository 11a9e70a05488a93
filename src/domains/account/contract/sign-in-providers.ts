import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { newAccountFields, SignInReply } from './index.ts'

/** The id that the operator gave a provider; part of its redirect address. */
export const ProviderId = z.string().regex(/^[a-z0-9-]{1,30}$/, 'Use lowercase letters, digits and hyphens.')
const ProviderParams = z.object({ provider: ProviderId }).strict()

export const SignInMethods = z.object({
  /** Whether people can sign in and sign up with a password. */
  password: z.boolean(),
  /** OpenID Connect providers. */
  providers: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type SignInMethods = z.infer<typeof SignInMethods>

export const listSignInMethods = endpoint({
  method: 'GET',
  path: '/api/auth/sign-in-methods',
  auth: 'public',
  summary: 'How people sign in on this server',
  reply: SignInMethods,
  perMinute: 120,
})

const ProviderAddress = z.object({ location: z.string() })
export const startProviderSignIn = endpoint({
  method: 'POST',
  path: '/api/auth/providers/{provider}/start',
  auth: 'public',
  summary: 'Start signing in at an OpenID Connect provider: open the returned address in this browser, which gets a cookie',
  params: ProviderParams,
  reply: ProviderAddress,
  perMinute: 20,
})
/** The redirect address that the operator registers at the provider. */
export const receiveProviderCallback = endpoint({
  method: 'GET',
  path: '/api/auth/providers/{provider}/callback',
  auth: 'public',
  summary: 'Where the provider sends the browser back to; redirects to a page of Larder that finishes the sign-in or says why it failed',
  media: 'file',
  params: ProviderParams,
  // And what else a provider adds, such as `session_state`.
  query: z.looseObject({
    state: z.string().max(1000).optional(),
    code: z.string().max(4000).optional(),
    error: z.string().max(200).optional(),
  }),
  perMinute: 30,
})
export const endProviderSession = endpoint({
  method: 'POST',
  path: '/api/auth/providers/{provider}/end-session',
  auth: 'public',
  summary: 'Where the provider ends its own session; null if the operator doesn’t want that, or it has no such page',
  params: ProviderParams,
  reply: z.object({ location: z.string().nullable() }),
  perMinute: 20,
})

/** The fields of a new account are for a person who has none yet. */
export const ProviderSignIn = z.object({ rememberMe: z.boolean().optional(), ...newAccountFields }).strict()
export const signInWithProvider = endpoint({
  method: 'POST',
  path: '/api/auth/providers/session',
  auth: 'public',
  summary: 'Open a session for the person that the provider has just confirmed in this browser; creates their account if sign-up allows it',
  scope: 'manual',
  body: ProviderSignIn,
  reply: SignInReply,
  perMinute: 20,
})

export const ConnectedProvider = z.object({ provider: z.string(), connectedAt: z.string() })
export type ConnectedProvider = z.infer<typeof ConnectedProvider>

export const listConnectedProviders = endpoint({
  method: 'GET',
  path: '/api/auth/connected-providers',
  auth: 'person',
  summary: 'The OpenID Connect providers that the caller can sign in with',
  reply: z.array(ConnectedProvider),
})
export const startProviderConnection = endpoint({
  method: 'POST',
  path: '/api/auth/connected-providers/{provider}/start',
  auth: 'person',
  summary: 'Start connecting the caller’s account with a provider: open the returned address in this browser, which gets a cookie',
  params: ProviderParams,
  reply: ProviderAddress,
  perMinute: 20,
  idempotent: false,
})
export const connectProvider = endpoint({
  method: 'POST',
  path: '/api/auth/connected-providers',
  auth: 'person',
  summary:
    'Connect the account that the provider has just confirmed in this browser with the caller’s, if the caller started that or it has the same address',
  reply: z.array(ConnectedProvider),
  requiresRecentAuth: true,
  idempotent: false,
})
export const disconnectProvider = endpoint({
  method: 'DELETE',
  path: '/api/auth/connected-providers/{provider}',
  auth: 'person',
  summary: 'Disconnect a provider; refused if it is the only way to sign in',
  params: ProviderParams,
  requiresRecentAuth: true,
})
