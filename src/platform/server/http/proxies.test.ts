import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { signIn } from '#domains/account/contract/index.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { addressKey } from '../endpoints/request-limiter.ts'
import { createHttp } from './server.ts'

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

  test('is read without its port, in brackets or not', async () => {
    expect(await visitor(['loopback'], '127.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9')
    expect(await visitor(['loopback'], '127.0.0.1', '[2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(await visitor(['loopback'], '127.0.0.1', '[2001:db8::9]')).toBe('2001:db8::9')
    expect(await visitor(['loopback'], '127.0.0.1', '"[2001:db8::9]:4711"')).toBe('2001:db8::9')
    expect(await visitor(['loopback'], '127.0.0.1', '2001:db8::9')).toBe('2001:db8::9')
    expect(await visitor(['loopback', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9:4711, 10.0.0.2:80')).toBe('203.0.113.9')
  })

  test.each(['unknown', '', ' , ', '_hidden', '[203.0.113.9]', '203.0.113.9:http', 'localhost', '999.1.1.1', '127.1', '\u00e9'])(
    'is the connection’s if a trusted proxy names no address: %j',
    async (forwarded) => {
      expect(await visitor(['loopback'], '127.0.0.1', forwarded)).toBe('127.0.0.1')
    },
  )

  test('is the last trusted hop’s if what stands before it is no address', async () => {
    expect(await visitor(['loopback', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9, unknown, 10.0.0.2')).toBe('10.0.0.2')
  })

  test('I-58: is not taken from somebody who only plays a proxy', async () => {
    expect(await visitor(['10.0.0.0/8'], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
  })
})

test('a connection that has just closed, and what is no address, counts under one key of its own', () => {
  for (const ip of [undefined, '', 'unknown', '203.0.113.9:4711']) expect(addressKey(ip)).toBe('unknown')
})

test('a proxy that is no address stops the start with a sentence', () => {
  expect(readConfig({ LARDER_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8' }).trustedProxies).toEqual([
    'loopback',
    '10.0.0.0/8',
    'fd00::/8',
  ])
  expect(() => readConfig({ LARDER_TRUSTED_PROXIES: 'everybody' })).toThrow(/LARDER_TRUSTED_PROXIES/)
})

const spellings = ['203.0.113.9:4711', '[2001:db8::9]:4711', 'unknown', '']

describe('a limited route behind a trusted proxy', () => {
  const testApp = useTestApp({ LARDER_TRUSTED_PROXIES: 'loopback', LARDER_RATE_LIMITS: 'on' })

  test.each(spellings)('answers as usual, whatever X-Forwarded-For says: %j', async (forwarded) => {
    const answer = await testApp().inject({
      method: 'POST',
      url: signIn.path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      payload: JSON.stringify({ email: 'nobody@kitchen.example', password: 'purple kettle 42' }),
    })
    expect(answer).toMatchObject({ status: 401 })
  })
})
