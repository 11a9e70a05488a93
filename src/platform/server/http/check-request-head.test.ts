import { connect } from 'node:net'
import { hostname } from 'node:os'
import { text as readAll } from 'node:stream/consumers'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from '#app/config.ts'
import { signUp } from '#domains/account/contract/index.ts'
import { createAppWithContext, portOf } from '#tests/support/server/http-app.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { createHttpServer } from './server.ts'

const testApp = useTestApp()
const status = async (host: string, url = '/api/health', site = testApp().server.app) => {
  const { statusCode, body } = await site.inject({ url, headers: { host } })
  return statusCode === 200 ? 200 : [statusCode, JSON.parse(body).code]
}

describe('a server without LARDER_PUBLIC_URL', () => {
  it.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST.',
    'larder.localhost:3000',
    '127.0.0.1:3000',
    '192.168.178.20:3000',
    '[::1]:3000',
    '[fd00::20]',
    'kitchen.local:3000',
    'nas.lan',
    'nas.home',
    'nas.home.arpa',
    'larder.internal',
    'raspberrypi:3000',
    hostname(),
  ])('accepts %s', async (host) => {
    expect(await status(host)).toBe(200)
  })

  it.each([
    'evil.example',
    'evil.example:3000',
    'EVIL.example.',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'kitchen.local.evil.example',
    'evil-local.com',
    'nas.fritz.box',
    '[::1].evil.example',
    'a b.example',
  ])('refuses %s on every path', async (host) => {
    for (const url of ['/api/health', '/', '/inventory', '/assets/app.js', '/nobody-knows', '/api/docs'])
      expect(await status(host, url), url).toEqual([421, 'unknown_host'])
  })

  it('refuses sign-up from a page whose name points to the server (DNS rebinding)', async () => {
    const body = { email: 'evil@evil.example', password: 'purple kettle 42', name: 'Eve Evil', firstName: 'Eve', lastName: 'Evil' }
    const sent = { method: 'POST' as const, url: signUp.path, payload: body }
    const rebound = await testApp().server.app.inject({ ...sent, headers: { host: 'evil.example', origin: 'http://evil.example' } })
    expect(rebound.statusCode).toBe(421)
    expect(rebound.json().detail).toContain('LARDER_HOSTS')
    const own = await testApp().server.app.inject({ ...sent, headers: { host: '192.168.1.5:3000', origin: 'http://192.168.1.5:3000' } })
    expect(own.statusCode).toBe(200)
  })
})

describe('LARDER_HOSTS', () => {
  const open = (options: object) =>
    createHttpServer({ logLevel: 'silent', publicUrl: null, tls: null, webFolder: null, uploadBytes: 1024, ...options })

  it('adds accepted names', async () => {
    const app = await open({ hosts: readConfig({ LARDER_HOSTS: 'Larder.Example, nas.fritz.box' }).hosts })
    app.get('/api/health', () => ({}))
    expect(await status('larder.example:3000', '/api/health', app)).toBe(200)
    expect(await status('nas.fritz.box', '/api/health', app)).toBe(200)
    expect(await status('evil.example', '/api/health', app)).toEqual([421, 'unknown_host'])
    expect(await status('sub.larder.example', '/api/health', app)).toEqual([421, 'unknown_host'])
    await app.close()
  })

  it('isn’t needed with a public URL, whose proxy may send any name', async () => {
    const app = await open({ publicUrl: 'https://larder.example' })
    app.get('/api/health', () => ({}))
    expect(await status('larder-1.upstream.example:3000', '/api/health', app)).toBe(200)
    await app.close()
  })

  it.each(['http://larder.example', 'larder.example:3000', '*.example', '-'.repeat(3).concat('!')])(
    'stops the start if misspelled: %s',
    (hosts) => {
      expect(() => readConfig({ LARDER_HOSTS: hosts })).toThrow(/LARDER_HOSTS/)
    },
  )

  it('is suggested in the log once, for the first unknown host', async () => {
    const lines: string[] = []
    const app = await open({ logLevel: 'warn', logTo: { write: (line: string) => void lines.push(line) } })
    for (const host of ['evil.example', 'other.example']) await app.inject({ url: '/', headers: { host } })
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ host: 'evil.example', msg: expect.stringContaining('LARDER_HOSTS') })
    await app.close()
  })
})

describe('the head of a request', () => {
  const site = async () => createAppWithContext(testApp(), {})
  const sites: Awaited<ReturnType<typeof site>>[] = []
  afterAll(async () => {
    for (const one of sites) await one.close()
  })
  async function answerTo(head: string): Promise<string> {
    if (sites.length === 0) sites.push(await site())
    const [app] = sites
    if (!app) throw new Error('there is no site')
    const socket = connect({ port: await portOf(app), host: '127.0.0.1' })
    socket.end(`${head}\r\n\r\n`)
    return readAll(socket)
  }

  it('is refused with two Host headers, even if equal', async () => {
    for (const second of ['localhost', 'evil.example']) {
      const answer = await answerTo(`GET /api/health HTTP/1.1\r\nHost: localhost\r\nhOST: ${second}\r\nConnection: close`)
      expect(answer).toMatch(/^HTTP\/1\.1 400 /)
      expect(answer).toContain('bad_request')
    }
  })

  it('is refused without a version, or with one that isn’t HTTP/1', async () => {
    expect(await answerTo('GET /api/health')).toMatch(/^HTTP\/1\.1 400 /)
    for (const version of ['HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/3.0'])
      expect(await answerTo(`GET /api/health ${version}\r\nHost: localhost\r\nConnection: close`)).toMatch(/^HTTP\/1\.1 400 /)
  })

  it('is accepted in HTTP/1.1, and in HTTP/1.0 without a host', async () => {
    expect(await answerTo('GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: close')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await answerTo('GET /api/health HTTP/1.0')).toMatch(/^HTTP\/1\.1 200 /)
  })
})
