import { Agent, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { isServerAdmin, lastAuthenticationReader, serverAdmins } from '#domains/account/server/index.ts'
import { createIdentityFinder, recheckMembership } from '#domains/households/server/index.ts'
import { type EndpointContext, mount } from '#platform/server/endpoints/mount.ts'
import type { Route } from '#platform/server/endpoints/route.ts'
import { openUploads } from '#platform/server/endpoints/uploads.ts'
import { createHttpServer, type Timeouts } from '#platform/server/http/server.ts'
import { createEncryption, loadSecret } from '#platform/server/security/encryption.ts'
import type { UserId } from '#platform/shared/ids.ts'
import type { TestApp } from './test-app.ts'

/** Returns the real guards of a test app. */
export async function endpointContextOf({ server: { database }, config }: TestApp): Promise<EndpointContext> {
  const identify = createIdentityFinder(database, await loadSecret(database, 'auth'), () => {})
  const isAdmin = (userId: UserId) => database.read({ user: userId }, (q) => isServerAdmin(q, userId, serverAdmins(config)))
  const uploads = openUploads(join(config.dataDir, 'uploads'))
  const authenticatedAt = lastAuthenticationReader(database)
  const responseEncryption = createEncryption('key of a test', 'kept answer')
  return {
    database,
    identify,
    isServerAdmin: isAdmin,
    authenticatedAt,
    tabletCookie: 'larder-tablet',
    recheck: recheckMembership,
    limits: 'off',
    responseEncryption: responseEncryption,
    uploads,
  }
}

/** Creates an app with the test app's routes and changed guards, to show that a test fails when a guard is off. */
export async function createAppWithContext(
  testApp: TestApp,
  context: Partial<EndpointContext>,
  {
    routes = testApp.server.routes,
    prepare = () => {},
    timeouts = {},
  }: { routes?: readonly Route[]; prepare?: (app: FastifyInstance) => void; timeouts?: Partial<Timeouts> } = {},
): Promise<FastifyInstance> {
  const app = await createHttpServer({
    logLevel: 'silent',
    publicUrl: null,
    tls: null,
    webFolder: null,
    uploadBytes: 1024,
    timeouts,
  })
  prepare(app)
  mount(app, routes, { ...(await endpointContextOf(testApp)), ...context })
  await app.ready()
  return app
}

const listening = new WeakMap<FastifyInstance, Promise<number>>()

/** Starts listening on the first call and returns the port, for tests that need a real connection. */
export async function portOf(app: FastifyInstance): Promise<number> {
  let port = listening.get(app)
  if (!port) {
    port = app.listen({ port: 0, host: '127.0.0.1' }).then(() => (app.server.address() as AddressInfo).port)
    listening.set(app, port)
  }
  return port
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/** Sends one request over a real connection with its path unchanged. A header with a list is sent once for each value. */
export async function sendRaw(
  app: FastifyInstance,
  { method, url, headers, payload }: { method: string; url: string; headers: Record<string, string | string[]>; payload?: string | Buffer },
): Promise<{ status: number; text: string; headers: Record<string, string | string[] | undefined> }> {
  const port = await portOf(app)
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path: url, headers, agent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end(payload)
  })
}
