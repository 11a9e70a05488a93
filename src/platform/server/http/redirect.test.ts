import { afterAll, describe, expect, it } from 'vitest'
import { isSameServer } from './security-headers.ts'
import { createHttpServer } from './server.ts'

const app = await createHttpServer({ logLevel: 'silent', publicUrl: null, tls: null, webFolder: null, uploadBytes: 1024 })
app.get('/go', (request, reply) => reply.redirect((request.query as { to: string }).to, 302))
afterAll(() => app.close())

const go = (to: string) => app.inject({ method: 'GET', url: `/go?to=${encodeURIComponent(to)}` })

describe('a handler’s redirect', () => {
  it.each(['/login', '/login?error=INVALID_TOKEN', './static/index.html'])('is sent for %s', async (to) => {
    const answer = await go(to)
    expect([answer.statusCode, answer.headers.location]).toEqual([302, to])
  })

  it.each(['//evil.example', '//evil.example?error=INVALID_TOKEN', 'https://evil.example/', '/\\evil.example', 'javascript:alert(1)'])(
    'fails as a server error for %s',
    async (to) => {
      const answer = await go(to)
      expect([answer.statusCode, answer.headers.location]).toEqual([500, undefined])
      expect(answer.json()).toMatchObject({ code: 'internal' })
      expect(answer.body).not.toContain('evil')
    },
  )
})

describe('a Location', () => {
  it.each(['/login', '/login?error=INVALID_TOKEN', './docs/static/index.html', '../x', '/.//evil.example'])(
    '%j stays on the server',
    (location) => {
      expect(isSameServer(location, '/api/docs')).toBe(true)
    },
  )
  it.each(['//evil.example?error=INVALID_TOKEN', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)', '/\t/evil.example'])(
    '%j leaves the server',
    (location) => {
      expect(isSameServer(location, '/api/docs')).toBe(false)
    },
  )
  it('is resolved against the request path', () => {
    expect(isSameServer('./x', '//evil.example/')).toBe(true)
  })
})
