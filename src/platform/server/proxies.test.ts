import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { createHttp } from './http.ts'

/** Whom the server takes a request for that comes from `remoteAddress` and claims `forwarded`. */
async function visitor(trustedProxies: readonly string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = await createHttp({ logLevel: 'silent', publicUrl: null, tls: null, trustedProxies, webFolder: null, uploadBytes: 1024 })
  app.get('/visitor', (request) => ({ ip: request.ip }))
  const answer = await app.inject({ url: '/visitor', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return answer.json().ip
}

describe('the address of a visitor', () => {
  test('I-58: is the one of the connection, whatever a header claims', async () => {
    expect(await visitor([], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
    expect(await visitor([], '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1')
  })

  test('is what a trusted proxy says, and what lies before its word is not believed', async () => {
    expect(await visitor(['loopback'], '127.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
    expect(await visitor(['10.0.0.0/8'], '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  })

  test('I-58: is not taken from somebody who only plays a proxy', async () => {
    expect(await visitor(['10.0.0.0/8'], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
  })
})

test('a proxy that is no address stops the start with a sentence', () => {
  expect(readConfig({ LARDER_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    'fd00::/8',
  ])
  expect(() => readConfig({ LARDER_TRUSTED_PROXIES: 'everybody' })).toThrow(/LARDER_TRUSTED_PROXIES/)
})
