import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp } from '#tests/support/server/test-app.ts'
import { limitMessages } from './limit-messages.ts'

let opened: Awaited<ReturnType<typeof openTestApp>>
beforeAll(async () => {
  opened = await openTestApp({}, undefined, false)
})
afterAll(() => opened.close())

const codeOf = (work: Promise<void>) =>
  work.then(
    () => null,
    ({ code }: { code: string }) => code,
  )

it('lets a link send 60 messages a minute, and each of them once', async () => {
  const limits = limitMessages(opened.testApp.server.database, 'on')
  const [link, other, message] = [randomUUID(), randomUUID(), randomUUID()]
  await limits.consume(link, message)
  for (let sent = 1; sent < 60; sent++) await limits.consume(link, randomUUID())
  expect(await codeOf(limits.consume(link, randomUUID()))).toBe('too_many_requests')
  expect(await codeOf(limits.consume(link, message))).toBe('link_refused')
  await limits.consume(other, message)
})

it('lets a link send as much after its messages were repeated', async () => {
  const limits = limitMessages(opened.testApp.server.database, 'on')
  const [link, message] = [randomUUID(), randomUUID()]
  await limits.consume(link, message)
  for (let sent = 0; sent < 60; sent++) {
    expect(await codeOf(limits.consume(link, message))).toBe('link_refused')
    await limits.consumeJoin(link)
  }
  expect(await codeOf(limits.consumeJoin(link))).toBe('too_many_requests')
  await limits.consume(link, randomUUID())
})
