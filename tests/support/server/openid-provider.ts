import { createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A person at a provider. */
export interface ProviderPerson {
  sub: string
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  name?: string
  groups?: string[]
}

export const client = { clientId: 'larder', clientSecret: 'a secret of the tests' }

async function listen(answer: RequestListener): Promise<{ server: Server; issuer: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

export interface OpenIdProvider {
  readonly issuer: string
  /** Who signs in next; null cancels. */
  person: ProviderPerson | null
  /** Signs `person` in as a browser does that opens the address, and returns the address that it is sent back to. */
  visit(location: string): Promise<URL>
  close(): Promise<void>
}

/** Starts a real OpenID Connect provider on the loopback interface, which knows one client. */
export async function startOpenIdProvider(redirectUris: readonly string[], afterSignOut: string): Promise<OpenIdProvider> {
  let handle: RequestListener = () => {}
  const { server, issuer } = await listen((request, response) => handle(request, response))
  const people = new Map<string, ProviderPerson>()
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: redirectUris,
        post_logout_redirect_uris: [afterSignOut],
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name', 'groups'] },
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => people.get(id) ?? { sub: id } }),
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
  })
  const answer = provider.callback()
  const self: OpenIdProvider = { issuer, person: null, visit: (location) => follow(location, issuer), close: () => close(server) }
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    void (async () => {
      const { prompt, params } = await provider.interactionDetails(request, response)
      if (self.person === null) return provider.interactionFinished(request, response, { error: 'access_denied' })
      people.set(self.person.sub, self.person)
      if (prompt.name === 'login') return provider.interactionFinished(request, response, { login: { accountId: self.person.sub } })
      const grant = new provider.Grant({ accountId: self.person.sub, clientId: client.clientId })
      grant.addOIDCScope(String(params['scope']))
      return provider.interactionFinished(
        request,
        response,
        { consent: { grantId: await grant.save() } },
        { mergeWithLastSubmission: true },
      )
    })()
  }
  return self
}

/** Follows redirects within an origin with its cookies. Returns the first address elsewhere. */
async function follow(location: string, origin: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let url = new URL(location)
  for (let steps = 0; steps < 12; steps += 1) {
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    const next = response.headers.get('location')
    if (next === null) throw new Error(`the provider stopped with ${response.status}: ${(await response.text()).slice(0, 500)}`)
    url = new URL(next, url)
    if (url.origin !== origin) return url
  }
  throw new Error('the provider redirects without an end')
}

export interface ForgingProvider {
  readonly issuer: string
  /** The claims of the next ID token besides the right ones. */
  claims: Record<string, unknown>
  /** Signs the next ID token with a key that isn't published. */
  signsWithForeignKey: boolean
  /** What is said at the token endpoint instead of a token. */
  outage: number | null
  close(): Promise<void>
}

/** Starts a provider whose ID tokens can be wrong in one way each. It takes any code, and `nonceOf` knows what was asked for. */
export async function startForgingProvider(nonceOf: () => string): Promise<ForgingProvider> {
  const own = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 })
  let handle: RequestListener = () => {}
  const { server, issuer } = await listen((request, response) => handle(request, response))
  const self: ForgingProvider = { issuer, claims: {}, signsWithForeignKey: false, outage: null, close: () => close(server) }
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const idToken = () => {
    const now = Math.floor(Date.now() / 1000)
    const right = { iss: issuer, aud: client.clientId, sub: randomUUID(), iat: now, exp: now + 300, nonce: nonceOf() }
    const content = `${encode({ alg: 'RS256', kid: 'own' })}.${encode({ ...right, ...self.claims })}`
    const { privateKey } = self.signsWithForeignKey ? foreign : own
    return `${content}.${createSign('RSA-SHA256').update(content).sign(privateKey, 'base64url')}`
  }
  const replies: Record<string, () => object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      id_token_signing_alg_values_supported: ['RS256'],
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
    }),
    '/jwks': () => ({ keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'own', alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({ access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: idToken() }),
  }
  handle = (request: IncomingMessage, response) => {
    const reply = replies[request.url ?? '']
    const isOut = self.outage !== null && request.url === '/token'
    response.writeHead(isOut ? (self.outage ?? 500) : reply ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isOut || !reply ? { error: 'server_error' } : reply()))
  }
  return self
}
