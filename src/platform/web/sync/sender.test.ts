import { expect, test } from 'vitest'
import { openConnectivity } from './connectivity.ts'
import type { Clock } from './device-clock.ts'
import { openOutbox } from './outbox.ts'
import { memoryStore } from './outbox-store.ts'
import { runSender, type SendOutcome } from './sender.ts'

/** A clock that stands still and records the timers. */
function stillClock(): Clock & { readonly naps: number[] } {
  const naps: number[] = []
  return {
    naps,
    now: () => 1_000_000,
    schedule(ms) {
      naps.push(ms)
      return () => {}
    },
  }
}

async function oneChange() {
  const clock = stillClock()
  const outbox = openOutbox({ user: 'ana', store: memoryStore(true), clock, newId: () => 'one' })
  const tries: ((verdict: SendOutcome) => void)[] = []
  const sender = runSender({
    outbox,
    connectivity: openConnectivity({ read: () => null, write: () => {} }, clock),
    send: () => new Promise((resolve) => tries.push(resolve)),
    kindOf: async () => null,
    isMember: async () => true,
    clock,
  })
  const { ended } = outbox.add({
    kind: 'shopping',
    household: 'home',
    request: { method: 'POST', address: '/api/shopping-list', body: {} },
    intent: {},
    words: 'Milk',
  })
  const tried = (times: number) => expect.poll(() => tries.length).toBe(times)
  await tried(1)
  return { clock, sender, tries, tried, ended }
}

test('retries immediately when the network returns during an attempt', async () => {
  const { clock, sender, tries, tried, ended } = await oneChange()
  sender.wake()
  tries[0]?.({ outcome: 'silent' })
  await tried(2)
  expect(clock.naps).toEqual([])
  tries[1]?.({ outcome: 'done', seq: 7, reply: null })
  expect(await ended).toMatchObject({ state: 'sent', seq: 7 })
  sender.stop()
})

test('waits before retrying a change without a response', async () => {
  const { clock, sender, tries } = await oneChange()
  tries[0]?.({ outcome: 'silent' })
  await expect.poll(() => clock.naps.length).toBe(1)
  expect(tries).toHaveLength(1)
  sender.stop()
})

test('counts this device’s own earlier changes in the version of a conditional one, and keeps them until then', async () => {
  let minute = 0
  const clock: Clock = { now: () => minute * 60_000, schedule: () => () => {} }
  const ids = ['other', 'first', 'second', 'third']
  const outbox = openOutbox({ user: 'ana', store: memoryStore(true), clock, newId: () => ids.shift() ?? '' })
  const change = (own: readonly string[] | null) =>
    outbox.add({
      kind: 'inventory',
      household: 'home',
      request: { method: 'POST', address: '/api/inventory/1', ...(own ? { ifMatch: { version: 4, own, when: 'always' as const } } : {}) },
      intent: {},
      words: 'Milk',
    })
  const versions: (number | undefined)[] = []
  change(null)
  change(null)
  change(['first'])
  const { ended } = change(['first', 'second'])
  const sender = runSender({
    outbox,
    connectivity: openConnectivity({ read: () => null, write: () => {} }, clock),
    async send({ id }, { ifMatch }) {
      versions.push(ifMatch)
      minute += 2
      return id === 'second'
        ? { outcome: 'refused', refusal: { status: 412, code: 'changed_meanwhile', sentence: 'Changed.' } }
        : { outcome: 'done', seq: minute, reply: null }
    },
    kindOf: async () => null,
    isMember: async () => true,
    clock,
  })
  expect(await ended).toMatchObject({ state: 'sent' })
  expect(versions).toEqual([undefined, undefined, 5, 5])
  sender.stop()
})
