import { describe, expect, test } from 'vitest'
import { readConfig } from '#app/config.ts'
import { signIn } from '#domains/account/contract/index.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { addressKey } from '../endpoints/rate-limiter.ts'
import { createHttpServer } from './server.ts'

/** Returns the client address that the server sees for a request from `remoteAddress` with this `X-Forwarded-For`. */
async function clientAddress(trustedProxies: readonly string[], remoteAddress: string, forwarded: string): Promise<string> {
  const app = await createHttpServer({ logLevel: 'silent', publicUrl: null, tls: null, trustedProxies, webFolder: null, uploadBytes: 1024 })
  app.get('/address', (request) => ({ ip: request.ip }))
  const answer = await app.inject({ url: '/address', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
  await app.close()
  return answer.json().ip
}

describe('the client address', () => {
  test('I-58: is the connection’s, without a trusted proxy', async () => {
    expect(await clientAddress([], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
    expect(await clientAddress([], '127.0.0.1', '203.0.113.9')).toBe('127.0.0.1')
  })

  test('is the one a trusted proxy adds, not the ones before it', async () => {
    expect(await clientAddress(['loopback'], '127.0.0.1', '6.6.6.6, 203.0.113.9')).toBe('203.0.113.9')
    expect(await clientAddress(['10.0.0.0/8'], '10.1.2.3', '203.0.113.9')).toBe('203.0.113.9')
  })

  test('is read without port and brackets', async () => {
    expect(await clientAddress(['loopback'], '127.0.0.1', '203.0.113.9:4711')).toBe('203.0.113.9')
    expect(await clientAddress(['loopback'], '127.0.0.1', '[2001:db8::9]:4711')).toBe('2001:db8::9')
    expect(await clientAddress(['loopback'], '127.0.0.1', '[2001:db8::9]')).toBe('2001:db8::9')
    expect(await clientAddress(['loopback'], '127.0.0.1', '"[2001:db8::9]:4711"')).toBe('2001:db8::9')
    expect(await clientAddress(['loopback'], '127.0.0.1', '2001:db8::9')).toBe('2001:db8::9')
    expect(await clientAddress(['loopback', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9:4711, 10.0.0.2:80')).toBe('203.0.113.9')
  })

  test.each(['unknown', '', ' , ', '_hidden', '[203.0.113.9]', '203.0.113.9:http', 'localhost', '999.1.1.1', '127.1', '\u00e9'])(
    'is the connection’s if a trusted proxy sends no address: %j',
    async (forwarded) => {
      expect(await clientAddress(['loopback'], '127.0.0.1', forwarded)).toBe('127.0.0.1')
    },
  )

  test('is the last trusted hop’s if the entry before it isn’t an address', async () => {
    expect(await clientAddress(['loopback', '10.0.0.0/8'], '127.0.0.1', '203.0.113.9, unknown, 10.0.0.2')).toBe('10.0.0.2')
  })

  test('I-58: ignores the header of an untrusted proxy', async () => {
    expect(await clientAddress(['10.0.0.0/8'], '198.51.100.7', '203.0.113.9')).toBe('198.51.100.7')
  })
})

test('limits missing and invalid addresses under one key', () => {
  for (const ip of [undefined, '', 'unknown', '203.0.113.9:4711']) expect(addressKey(ip)).toBe('unknown')
})

test('refuses to start with a proxy that isn’t an address', () => {
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

  test.each(spellings)('accepts any X-Forwarded-For: %j', async (forwarded) => {
    const answer = await testApp().inject({
      method: 'POST',
      url: signIn.path,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': forwarded },
      payload: JSON.stringify({ email: 'nobody@kitchen.example', password: 'purple kettle 42' }),
    })
    expect(answer).toMatchObject({ status: 401 })
  })
})
