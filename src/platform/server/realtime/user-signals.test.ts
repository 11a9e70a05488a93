import { expect, it } from 'vitest'
import type { UserId } from '#platform/shared/ids.ts'
import { useTestApp } from '#tests/support/server/test-app.ts'
import { onUserSignal, signalUsers } from './user-signals.ts'

const testApp = useTestApp()

it('F-18: a hint to more people than one notice of the database holds reaches all of them, and what was written with it is kept', async () => {
  const { database } = testApp().server
  // 64 letters each: ten times the 8,000 bytes of a notice.
  const ids = Array.from({ length: 1_250 }, (_, i) => `${i}-`.padEnd(64, 'x'))
  const heard = new Set<string>()
  onUserSignal(database, (event, userIds) => {
    if (event === 'crowded') for (const id of userIds) heard.add(id)
  })
  const write = (value: string) =>
    database.write({ user: 'nobody' as UserId }, 'a crowded hint', async (tx) => {
      await tx.rows(
        `insert into lookups (source, code, product, expires_at) values ('test', ?, null, ?) on conflict (source, code) do nothing`,
        [value, new Date().toISOString()],
      )
      signalUsers(tx, 'crowded', ids)
    })
  // Whoever listens may still be connecting: a hint may be lost, what was written may not.
  await expect
    .poll(
      async () => {
        await write(String(heard.size))
        return heard.size
      },
      { timeout: 20_000, interval: 200 },
    )
    .toBe(ids.length)
  expect([...heard].toSorted()).toEqual(ids.toSorted())
})
