import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestApp } from '#tests/support/server/test-app.ts'
import { limitMessages } from './limit-messages.ts'

let opened: Awaited<ReturnType<typeof openTestApp>>
beforeAll(async () => {
  opened = await openTestApp({}, undefined, false)
})
afterAll(() => opened.close())

it('lets a link send 60 messages a minute, and each of them once', async () => {
  const limits = limitMessages(opened.testApp.server.database, 'on')
  const [link, other, message] = [randomUUID(), randomUUID(), randomUUID()]
  for (let sent = 0; sent < 60; sent++) await limits.count(link)
  await expect(limits.count(link)).rejects.toMatchObject({ code: 'too_many_requests' })
  await limits.count(other)
  await limits.refuseRepeated(link, message)
  await expect(limits.refuseRepeated(link, message)).rejects.toMatchObject({ code: 'link_refused' })
  await limits.refuseRepeated(other, message)
})
