import { expect, it } from 'vitest'
import type { UserId } from '#platform/shared/ids.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { onUserSignal, signalUsers } from './user-signals.ts'

const testApp = useTestApp()

it('F-18: signals more users than one NOTIFY can name, and commits the write', async () => {
  const { database } = testApp().server
  // 64 characters each: ten times the 8,000 bytes of a NOTIFY.
  const ids = Array.from({ length: 1_250 }, (_, i) => `${i}-`.padEnd(64, 'x'))
  const received = new Set<string>()
  onUserSignal(database, (event, userIds) => {
    if (event === 'large') for (const id of userIds) received.add(id)
  })
  const write = (value: string) =>
    database.write({ user: 'unknown' as UserId }, 'a large signal', async (tx) => {
      await tx.rows(
        `insert into lookups (source, code, product, expires_at) values ('test', ?, null, ?) on conflict (source, code) do nothing`,
        [value, new Date().toISOString()],
      )
      signalUsers(tx, 'large', ids)
    })
  // The listener may still be connecting, so repeat.
  await expect
    .poll(
      async () => {
        await write(String(received.size))
        return received.size
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe(ids.length)
  expect([...received].toSorted()).toEqual(ids.toSorted())
})
