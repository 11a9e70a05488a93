import * as client from 'openid-client'
import { z } from 'zod'
import { safeFetch } from '#platform/server/security/safe-fetch.ts'
import { Problem } from '#platform/shared/problem.ts'
import { ProviderId } from '../../contract/sign-in-providers.ts'

/** An OpenID Connect provider, as the operator sets it in `LARDER_OIDC_PROVIDERS`. */
export const OidcProvider = z
  .object({
    id: ProviderId,
    /** Shown on the sign-in page. */
    name: z.string().trim().min(1).max(40),
    issuer: z.url({ protocol: /^https?$/ }),
    clientId: z.string().min(1).max(300),
    /** Without it, the client is a public one. PKCE is used in either case. */
    clientSecret: z.string().min(1).max(1000).optional(),
    scope: z.string().max(300).default('openid profile email'),
    /** The claim that lists a person's groups. */
    groupsClaim: z.string().min(1).max(100).default('groups'),
    /** Members of this group are server admins. */
    adminGroup: z.string().min(1).max(200).optional(),
    /** Whether everyone at the provider may have an account here; by default as sign-up allows. */
    createsAccounts: z.boolean().optional(),
    /** Whether its email addresses count as confirmed even if it doesn't say so. */
    trustsEmail: z.boolean().default(false),
    /** Whether signing out of Larder opens the page where the provider ends its own session. */
    endsSession: z.boolean().default(false),
  })
  .strict()
export type OidcProvider = z.infer<typeof OidcProvider>
export const OidcProviders = z
  .array(OidcProvider)
  .max(10)
  .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'Each provider needs its own id.')

/** What a sign-in at the provider proves. */
export interface ProviderIdentity {
  readonly provider: string
  /** The provider's id of the person, which never changes. */
  readonly subject: string
  readonly email: string | null
  readonly isEmailConfirmed: boolean
  readonly firstName: string
  readonly lastName: string
  /** Null if the provider decides nothing about server admins. */
  readonly isAdmin: boolean | null
}

/** What the browser was sent to the provider with. */
export interface ProviderAttempt {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface OpenIdConnect {
  readonly providers: readonly OidcProvider[]
  /** Throws 404 for an unknown id. */
  find(id: string): OidcProvider
  /** Returns where to send the browser, and what must match when it comes back. Throws 502 `provider_unreachable`. */
  start(provider: OidcProvider, redirectUri: string): Promise<{ location: string; attempt: ProviderAttempt }>
  /**
   * Exchanges the code in the address that the browser came back to, and checks the ID token: its signature, issuer, audience, nonce and
   * times. Throws 502 `provider_unreachable`, 403 `provider_denied` or 422 `provider_failed`.
   */
  identify(provider: OidcProvider, address: URL, attempt: ProviderAttempt): Promise<ProviderIdentity>
  /** Returns where the provider ends its own session, or null if it has no such page. */
  endSessionUrl(provider: OidcProvider, returnTo: string): Promise<string | null>
}

const unreachable = (cause: unknown) =>
  Object.assign(new Problem(502, 'provider_unreachable', 'The sign-in provider didn’t respond. Try again.'), { cause })
const failed = (cause: unknown) =>
  Object.assign(new Problem(422, 'provider_failed', 'That sign-in couldn’t be confirmed. Try again.'), { cause })

const clockToleranceSeconds = 60
/** Metadata are read again after this time. */
const metadataMs = 3_600_000

/** Clients of the providers. Metadata are read on first use, so that the server starts while a provider is down. */
export function openIdConnect(providers: readonly OidcProvider[], now: () => number = Date.now): OpenIdConnect {
  const known = new Map<string, { readAt: number; configuration: Promise<client.Configuration> }>()
  const configure = (provider: OidcProvider): Promise<client.Configuration> => {
    const cached = known.get(provider.id)
    if (cached && now() - cached.readAt < metadataMs) return cached.configuration
    const configuration = discover(provider)
    known.set(provider.id, { readAt: now(), configuration })
    configuration.catch(() => known.delete(provider.id))
    return configuration
  }
  return {
    providers,
    find(id) {
      const provider = providers.find((one) => one.id === id)
      if (!provider) throw new Problem(404, 'not_found', 'That sign-in provider isn’t set up on this server.')
      return provider
    },
    async start(provider, redirectUri) {
      const configuration = await configure(provider)
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, attempt }
    },
    identify: async (provider, address, attempt) => identify(provider, await configure(provider), address, attempt),
    async endSessionUrl(provider, returnTo) {
      const configuration = await configure(provider)
      if (!configuration.serverMetadata().end_session_endpoint) return null
      return client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href
    },
  }
}

/** Sends the secret as HTTP Basic, which is the standard's default and that of strict providers, unless the provider knows only the other way. */
function withSecret(secret: string): client.ClientAuth {
  const [basic, post] = [client.ClientSecretBasic(secret), client.ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest)
  }
}

/** Reads a provider's metadata. Its own origin may be in the local network, since the operator names it; what it refers to elsewhere may not. */
async function discover({ issuer, clientId, clientSecret }: OidcProvider): Promise<client.Configuration> {
  const trustedOrigin = new URL(issuer).origin
  const fetchOwn: client.CustomFetch = async (url, { method, headers, body }) => {
    const {
      status,
      contentType,
      body: bytes,
    } = await safeFetch(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body ? { body: body instanceof Uint8Array ? body : String(body) } : {}),
      timeoutMs: 10_000,
      maxBytes: 1024 * 1024,
      accept: ['application/json', 'application/jwk-set+json', 'application/jwt'],
      trustedOrigin,
    })
    return new Response(bytes.length === 0 ? null : new Uint8Array(bytes), { status, headers: { 'content-type': contentType } })
  }
  try {
    return await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: clockToleranceSeconds },
      clientSecret === undefined ? client.None() : withSecret(clientSecret),
      {
        [client.customFetch]: fetchOwn,
        execute: [client.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : [])],
      },
    )
  } catch (error) {
    throw unreachable(error)
  }
}

const Claims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional().catch(undefined),
  email_verified: z.union([z.boolean(), z.literal('true').transform(() => true)]).catch(false),
  name: z.string().optional().catch(undefined),
  given_name: z.string().optional().catch(undefined),
  family_name: z.string().optional().catch(undefined),
})
type Claims = z.infer<typeof Claims> & Record<string, unknown>

async function identify(
  provider: OidcProvider,
  configuration: client.Configuration,
  address: URL,
  { state, nonce, verifier }: ProviderAttempt,
): Promise<ProviderIdentity> {
  try {
    const tokens = await client.authorizationCodeGrant(configuration, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    })
    const own = tokens.claims() ?? {}
    const subject = Claims.parse(own).sub
    const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined
    const rest = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, subject) : {}
    return toIdentity(provider, { ...rest, ...own })
  } catch (error) {
    if (error instanceof client.AuthorizationResponseError && error.error === 'access_denied')
      throw new Problem(403, 'provider_denied', 'You canceled the sign-in, or the provider didn’t allow it.')
    if (error instanceof Problem) throw error.code.startsWith('fetch_') ? unreachable(error) : error
    throw isOutage(error) ? unreachable(error) : failed(error)
  }
}

/** The library wraps what its fetch throws, and a response that isn't one of its protocol. */
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  ((error.cause instanceof Problem && error.cause.code.startsWith('fetch_')) ||
    (error.cause instanceof Response && error.cause.status >= 500))

function toIdentity(provider: OidcProvider, claims: object): ProviderIdentity {
  const { sub, email, email_verified, name, given_name, family_name, ...others } = z.looseObject(Claims.shape).parse(claims) as Claims
  const words = (name ?? '').trim().split(/\s+/).filter(Boolean)
  const groups = others[provider.groupsClaim]
  return {
    provider: provider.id,
    subject: sub,
    email: email ?? null,
    isEmailConfirmed: email_verified || provider.trustsEmail,
    firstName: given_name ?? words.slice(0, Math.max(1, words.length - 1)).join(' '),
    lastName: family_name ?? (words.length > 1 ? (words.at(-1) ?? '') : ''),
    isAdmin: provider.adminGroup === undefined ? null : [groups].flat().includes(provider.adminGroup),
  }
}
