import { expect, it } from 'vitest'
import webPush from 'web-push'
import { readConfig } from '#app/config.ts'
import { startPushService } from '#tests/support/fakes/push-service.ts'
import { openTestApp } from '#tests/support/server/test-app.ts'
import { addPushDevice, listPushDevices, testNotification } from '../contract/index.ts'

const { publicKey, privateKey } = webPush.generateVAPIDKeys()
const pair = { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }

it('signs messages with the keys from the environment', async () => {
  const push = await startPushService()
  const { testApp, close } = await openTestApp({ ...pair, VAPID_SUBJECT: 'mailto:cook@example.org', LARDER_PUSH_HOSTS: push.origin })
  try {
    const ana = await testApp.person()
    await testApp.household(ana)
    expect((await ana.must(listPushDevices)).publicKey).toBe(publicKey)
    const browser = push.browser()
    await ana.must(addPushDevice, { body: { endpoint: browser.endpoint, keys: browser.keys, label: 'Phone' } })
    await ana.must(testNotification, { body: { channel: 'push' } })
    expect(browser.messages).toHaveLength(1)
    const [, claims, key] = /t=[\w-]+\.([\w-]+)\.[\w-]+, k=([\w-]+)/.exec(push.authorization() ?? '') ?? []
    expect(key).toBe(publicKey)
    expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({ sub: 'mailto:cook@example.org' })
  } finally {
    await close()
    await push.stop()
  }
})

it('refuses to start with keys that don’t match, and says why', () => {
  expect(readConfig(pair).push.privateKey).toBe(privateKey)
  expect(() => readConfig({ VAPID_PRIVATE_KEY: privateKey })).toThrow('or neither')
  expect(() => readConfig({ ...pair, VAPID_PUBLIC_KEY: webPush.generateVAPIDKeys().publicKey })).toThrow('don’t match')
  const longer = Buffer.concat([Buffer.alloc(1), Buffer.from(privateKey, 'base64url')]).toString('base64url')
  for (const key of ['short', longer, privateKey.slice(0, -4)])
    expect(() => readConfig({ ...pair, VAPID_PRIVATE_KEY: key }), key).toThrow('don’t match')
  for (const subject of ['ops@example.org', 'https://[', 'mailto:'])
    expect(() => readConfig({ ...pair, VAPID_SUBJECT: subject }), subject).toThrow('VAPID_SUBJECT')
  expect(() => readConfig({ VAPID_SUBJECT: 'the cook' })).toThrow('VAPID_SUBJECT')
})

it('accepts keys in base64 and base64url', () => {
  const toBase64 = (key: string) => Buffer.from(key, 'base64url').toString('base64')
  expect(readConfig({ VAPID_PUBLIC_KEY: toBase64(publicKey), VAPID_PRIVATE_KEY: toBase64(privateKey) }).push.privateKey).toBe(privateKey)
})
