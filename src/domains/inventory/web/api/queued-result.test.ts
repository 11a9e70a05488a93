import { expect, test } from 'vitest'
import { testHousehold } from '#tests/support/browser/render.tsx'
import { queuedResult } from './queued-result.ts'

const write = {
  household: testHousehold,
  kind: 'inventory',
  words: 'Add Oats',
  intent: {},
  request: { method: 'POST', address: '/' },
} as const

test('has no result if it is withdrawn while the result is being shown', async () => {
  const shown = Promise.withResolvers<string>()
  const asked = Promise.withResolvers<void>()
  const ended = Promise.resolve({ state: 'sent', seq: 4, reply: {} } as const)
  const queued = queuedResult({ state: 'queued', id: 'one', ended }, write, () => {
    asked.resolve()
    return shown.promise
  })
  await asked.promise
  await queued.withdraw()
  shown.resolve('Oats')
  expect(await queued.outcome).toBeNull()
})

test('has the result of a change that stays', async () => {
  const ended = Promise.resolve({ state: 'sent', seq: 4, reply: 'Oats' } as const)
  expect(await queuedResult({ state: 'queued', id: 'one', ended }, write, async (seq, reply) => [seq, reply]).outcome).toEqual([4, 'Oats'])
})
