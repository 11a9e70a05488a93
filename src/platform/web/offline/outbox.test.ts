import { expect, test } from 'vitest'
import { openOutbox } from './outbox.ts'
import { memoryStore } from './store.ts'

test('what waited for a household one has left is handed out once, also when two find that out at the same time', async () => {
  let made = 0
  const outbox = openOutbox({ user: 'ana', store: memoryStore(true), newId: () => `change ${++made}` })
  for (const words of ['Check off Milk', 'Add candles'])
    outbox.add({
      kind: 'shopping',
      household: 'home',
      request: { method: 'POST', address: '/api/shopping-list', body: {} },
      intent: {},
      words,
    })
  await outbox.ready
  await Promise.all([outbox.forget('home'), outbox.keepOnly([])])
  expect(outbox.held().map(({ words, state }) => [words, state])).toEqual([
    ['Check off Milk', 'refused'],
    ['Add candles', 'refused'],
  ])
})
