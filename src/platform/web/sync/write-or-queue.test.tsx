import { expect, test } from 'vitest'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { startOutbox } from './sync-session.ts'
import { writeOrQueue } from './write-or-queue.ts'

test('reports a change as queued only once it is stored', async () => {
  signIn()
  const { outbox, connectivity } = startOutbox('ada who writes')
  connectivity.markOffline()
  const request = { method: 'POST', address: '/api/jars' } as const
  const writing = writeOrQueue({ household: testHousehold, kind: 'jars', words: 'Fill a jar', intent: {}, request })
  // Shown at once, but not stored.
  expect(outbox.pending()).toMatchObject([{ words: 'Fill a jar', order: Number.POSITIVE_INFINITY }])
  expect(await writing).toMatchObject({ state: 'queued' })
  expect(outbox.pending()).toMatchObject([{ words: 'Fill a jar', order: 1 }])
})
