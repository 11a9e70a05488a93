import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { live } from '#platform/shared/system-endpoints.ts'
import { createAppWithContext, portOf } from '#tests/support/server/http-app.ts'
import { httpRequest, openRawConnection } from '#tests/support/server/http-client.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
// Client and server share a thread, so the timeout must be longer than the client's own pauses.
const stalledMs = 1000
const manyBytes = 64 * 1024 * 1024
let site: FastifyInstance
let ana: Person
beforeAll(async () => {
  site = await createAppWithContext(
    testApp(),
    {},
    {
      timeouts: { headersMs: 200, requestMs: 60_000, checkMs: 50, stallTimeoutMs: stalledMs },
      prepare(app) {
        app.get('/large', (_request, reply) => reply.type('application/octet-stream').send(Buffer.alloc(manyBytes)))
        app.get('/later', async () => {
          await pause(1.5 * stalledMs)
          return 'done'
        })
      },
    },
  )
  ana = await testApp().person('Ana')
  await testApp().household(ana)
})
afterAll(() => site.close())

interface Wire {
  readonly socket: Socket
  /** Returns everything received so far. */
  text(): string
  /** Resolves when the connection is closed. */
  readonly closed: Promise<void>
}

/** Sends the parts and keeps the connection open. */
async function wire(...parts: (string | Buffer)[]): Promise<Wire> {
  const socket = connect({ port: await portOf(site), host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {})
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  for (const part of parts) socket.write(part)
  return { socket, text: () => text, closed: new Promise((resolve) => void socket.once('close', () => resolve())) }
}
const connections = () =>
  new Promise<number>((resolve, reject) => site.server.getConnections((error, n) => (error ? reject(error) : resolve(n))))
const ask = (path: string) => httpRequest('GET', path, { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' })

it('F-12: refuses and disconnects a client that never completes the request head', async () => {
  const { socket, text } = await wire('GET /api/health HTTP/1.1\r\nhost: larder\r\n')
  const drip = setInterval(() => socket.write('x: y\r\n'), 50)
  await expect.poll(text).toContain('"code":"too_slow"')
  clearInterval(drip)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

it('F-12: disconnects a client that reads nothing of a response', async () => {
  const { socket } = await wire()
  socket.pause()
  socket.write(ask('/large'))
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

it('sends a complete response to a slow client', async () => {
  const socket = connect({ port: await portOf(site), host: '127.0.0.1' }).on('error', () => {})
  let received = 0
  socket.on('data', (data) => {
    received += data.length
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  socket.write(ask('/large'))
  await expect.poll(() => received, { timeout: 60_000 }).toBeGreaterThan(manyBytes)
  socket.destroy()
})

it('allows more time for work on a response, receiving a body and the pause between requests', async () => {
  const connection = await openRawConnection(await portOf(site))
  expect(await connection.send(ask('/later'))).toBe(200)
  await pause(1.5 * stalledMs)
  expect(await connection.send(ask('/later'))).toBe(200)
  connection.close()
  const request = String(
    httpRequest(
      'POST',
      addIngredient.path,
      { authorization: `Bearer ${ana.token}`, 'x-household-id': ana.home ?? '' },
      { name: 'Kohlrabi' },
    ),
  )
  const { socket, text } = await wire(request.slice(0, -8))
  await pause(1.5 * stalledMs)
  socket.write(request.slice(-8))
  await expect.poll(text).toContain('201 Created')
  socket.destroy()
})

it('keeps a quiet live stream open', async () => {
  const { socket, text } = await wire(ask('/api/health'))
  await expect.poll(text).toContain('200 OK')
  socket.write(ask(live.path))
  await expect.poll(text).toContain('retry: 2000')
  await pause(2 * stalledMs)
  await ana.must(addIngredient, { body: { name: 'Celeriac' } })
  await expect.poll(text).toContain('ingredient.added')
  socket.destroy()
})
