import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { startBalancer } from './balancer.ts'

const servers: Server[] = []
const closings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closings.splice(0)) await close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

/** Starts a server that is ready and completes every other request, or breaks its connection. Records their methods. */
async function startTarget(does: 'answers' | 'breaks off') {
  const methods: string[] = []
  const server = createServer((request, response) => {
    if (request.url === '/api/ready') return void response.end()
    methods.push(`${request.method}`)
    if (does === 'answers') response.end('done')
    else request.socket.destroy()
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, methods: methods }
}

async function balance(...ports: number[]) {
  const balancer = await startBalancer(ports, { maxWaitMs: 0 })
  closings.push(() => balancer.close())
  return async (method: string) => {
    const answer = await fetch(`${balancer.url}/x`, { method, headers: { 'idempotency-key': 'one' } })
    return answer.status
  }
}

it('retries only a GET after its connection broke, as Caddy does', async () => {
  const breaking = await startTarget('breaks off')
  const ask = await balance(breaking.port)
  expect(await ask('POST')).toBe(502)
  expect(breaking.methods).toEqual(['POST'])
  const working = await startTarget('answers')
  const askBoth = await balance(breaking.port, working.port)
  for (let i = 0; i < 20; i++) expect(await askBoth('GET')).toBe(200)
  expect(working.methods).toHaveLength(20)
  expect(breaking.methods.length).toBeGreaterThan(1)
})

it('retries any method if no connection could be made', async () => {
  const working = await startTarget('answers')
  const gone = await startTarget('answers')
  const ask = await balance(gone.port, working.port)
  const server = servers.pop()
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
  for (let i = 0; i < 20; i++) expect(await ask('POST')).toBe(200)
  expect(working.methods).toHaveLength(20)
})
