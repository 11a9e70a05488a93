import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addIngredient } from '#domains/ingredients/contract/index.ts'
import { live } from '#platform/shared/operations.ts'
import { httpRequest, openRawConnection } from '#tests/support/server/http-client.ts'
import { portOf, siteBehind } from '#tests/support/server/listening-port.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'

const testApp = useTestApp()
// The two ends share a thread: a moment in which it does something else must not look like a line that stands still.
const stalledMs = 1000
const manyBytes = 64 * 1024 * 1024
let site: FastifyInstance
let ana: Person
beforeAll(async () => {
  site = await siteBehind(
    testApp(),
    {},
    {
      patience: { headersMs: 200, requestMs: 60_000, checkMs: 50, stallTimeoutMs: stalledMs },
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
  /** Everything read so far. */
  text(): string
  /** The server holds it no more. */
  readonly closed: Promise<void>
}

/** Sends and listens; the other side is never closed from here. */
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

it('F-12: who never ends the head of a request is told so, and let go of though they stay', async () => {
  const { socket, text } = await wire('GET /api/health HTTP/1.1\r\nhost: larder\r\n')
  const drip = setInterval(() => socket.write('x: y\r\n'), 50)
  await expect.poll(text).toContain('"code":"too_slow"')
  clearInterval(drip)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

it('F-12: who takes nothing of an answer is let go of', async () => {
  const { socket } = await wire()
  socket.pause()
  socket.write(ask('/large'))
  await expect.poll(connections).toBe(1)
  await expect.poll(connections).toBe(0)
  socket.destroy()
})

it('who takes an answer slowly gets all of it', async () => {
  const socket = connect({ port: await portOf(site), host: '127.0.0.1' }).on('error', () => {})
  let taken = 0
  socket.on('data', (data) => {
    taken += data.length
    socket.pause()
    setTimeout(() => socket.resume(), 2)
  })
  socket.write(ask('/large'))
  await expect.poll(() => taken, { timeout: 60_000 }).toBeGreaterThan(manyBytes)
  socket.destroy()
})

it('work on an answer, a body on its way and the pause between two requests may take longer', async () => {
  const connection = await openRawConnection(await portOf(site))
  expect(await connection.ask(ask('/later'))).toBe(200)
  await pause(1.5 * stalledMs)
  expect(await connection.ask(ask('/later'))).toBe(200)
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

it('a live stream stays, however quiet', async () => {
  const { socket, text } = await wire(ask('/api/health'))
  await expect.poll(text).toContain('200 OK')
  socket.write(ask(live.path))
  await expect.poll(text).toContain('retry: 2000')
  await pause(2 * stalledMs)
  await ana.must(addIngredient, { body: { name: 'Celeriac' } })
  await expect.poll(text).toContain('ingredient.added')
  socket.destroy()
})
