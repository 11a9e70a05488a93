import { Agent, get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { ready } from '#platform/shared/system-endpoints.ts'
import { prepareGracefulStop } from './shutdown.ts'

async function openServer(hasOthers: boolean) {
  const app = fastify()
  const stop = prepareGracefulStop(app, hasOthers)
  app.get(ready.path, () => ({}))
  app.get('/lots', () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // Keeps its connection open like a proxy.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const request = (path: string) =>
    new Promise<{ status: number | undefined; connection: string | undefined; isReused: boolean }>((resolve, reject) => {
      const sent = get({ port, path, agent }, (response: IncomingMessage) => {
        const { statusCode: status, headers } = response
        response.resume().on('end', () => resolve({ status, connection: headers.connection, isReused: sent.reusedSocket }))
      }).on('error', reject)
    })
  return { app, stop, request }
}

it('answers on an idle connection until the proxy has noticed, if other processes continue', async () => {
  const { stop, request } = await openServer(true)
  expect(await request(ready.path)).toMatchObject({ status: 200 })
  const stopped = stop()
  expect(await request('/lots')).toEqual({ status: 200, connection: 'close', isReused: true })
  await stopped
})

it('closes idle connections at once without other processes', async () => {
  const { stop, request } = await openServer(false)
  expect(await request(ready.path)).toMatchObject({ status: 200 })
  await stop()
  await expect(request('/lots')).rejects.toMatchObject({ code: expect.stringMatching(/^ECONN/) })
})
