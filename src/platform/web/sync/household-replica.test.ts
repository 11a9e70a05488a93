import { afterEach, expect, test } from 'vitest'
import { localTable } from '#platform/shared/local-tables.ts'
import { syncHousehold } from '#platform/shared/sync.ts'
import { syncChannel, syncEvent } from '#platform/shared/sync-address.ts'
import { fakeApi, fakeLive, problem } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { HouseholdReplica } from './household-replica.ts'
import type { TablesUpdate } from './household-tables.ts'
import { onEvent, startLive } from './live-events.ts'

const frames = [
  { type: 'begin', seq: 3, epoch: 'e', isSnapshot: true },
  { type: 'end', seq: 3, own: 'o' },
]
const body = frames.map((frame) => JSON.stringify(frame)).join('\n')

let replica: HouseholdReplica | undefined
let stopLive = () => {}
afterEach(() => {
  replica?.close(true)
  stopLive()
})

/** Returns whether the server counts as reached after a pull with this response. */
async function isReachedBy(response: () => Response | Promise<Response>, pendingChanges: () => TablesUpdate[] = () => []) {
  signIn()
  fakeApi(syncHousehold, response)
  const attempts: boolean[] = []
  const onAttempt = (isReached: boolean) => attempts.push(isReached)
  const unused = { pendingRead: Promise.resolve(), isSending: () => false, onStored() {}, onNewEpoch() {} }
  replica = new HouseholdReplica({ user: 'ada', household: testHousehold, version: '1', pendingChanges, onAttempt, ...unused })
  await expect.poll(() => attempts.length).toBe(1)
  return attempts[0]
}

test.each([
  ['rows', () => new Response(body)],
  ['an error', () => problem(500, 'internal', 'Something went wrong.')],
  ['too many requests', () => problem(429, 'too_many_requests', 'Too many attempts.')],
  ['a refusal', () => problem(404, 'not_found', 'Not found.')],
])('reaches the server if it sends %s', async (_, response) => expect(await isReachedBy(response)).toBe(true))

test.each([
  ['no network', () => Promise.reject(new TypeError('no network'))],
  ['a proxy’s error', () => new Response('Bad gateway', { status: 502 })],
  ['a captive portal', () => new Response('<html>Sign in</html>')],
  ['a response cut short', () => new Response(body.slice(0, 60))],
])('does not reach the server with %s', async (_, response) => expect(await isReachedBy(response)).toBe(false))

test('reaches the server if its rows can’t be applied', async () => {
  const fail = () => {
    throw new Error('a defect')
  }
  expect(await isReachedBy(() => new Response(body), fail)).toBe(true)
})

const jars = localTable<{ id: string; quantity: number }>('jars')
const jarsFrame = (quantity: number) => ({ type: 'rows', table: 'jars', rows: [{ id: 'a', quantity }], removed: [], isWhole: false })
const responseOf = (seq: number, rows: object[], isSnapshot = false) =>
  new Response(
    [{ type: 'begin', seq, epoch: 'e', isSnapshot }, ...rows, { type: 'end', seq, own: 'o' }]
      .map((frame) => JSON.stringify(frame))
      .join('\n'),
  )
const pulled = (seq: number, quantity: number, isSnapshot = true) => responseOf(seq, [jarsFrame(quantity)], isSnapshot)

/** Opens a replica with a live stream. `shown` are the quantities of a row as they change on screen. */
function openLive(isSending = () => false) {
  signIn()
  const waiting: ((response: Response) => void)[] = []
  let later: (() => Response) | null = null
  fakeApi(syncHousehold, () => later?.() ?? new Promise<Response>((resolve) => waiting.push(resolve)))
  const live = fakeLive()
  const unused = { pendingRead: Promise.resolve(), pendingChanges: () => [], onAttempt() {}, onNewEpoch() {}, onStored() {} }
  const opened = new HouseholdReplica({ user: 'ada', household: testHousehold, version: '1', isSending, ...unused })
  replica = opened
  const shown: (number | undefined)[] = []
  opened.tables.watch(() => shown.push(opened.tables.get(jars, 'a')?.quantity))
  stopLive = startLive()
  const channel = syncChannel(testHousehold)
  const signal = (seq: number, quantity: number) =>
    live.say({ channel, event: syncEvent, payload: { since: seq - 1, seq, rows: [jarsFrame(quantity)] } })
  const answer = async (response: Response) => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    waiting.shift()?.(response)
  }
  const answerAll = (make: () => Response) => {
    later = make
    for (const resolve of waiting.splice(0)) resolve(make())
  }
  return { opened, shown, signal, answer, answerAll, live }
}

test('shows rows of the live stream during a pull, and never the older ones of its response', async () => {
  const { opened, shown, signal, answer, answerAll } = openLive()
  await answer(pulled(3, 1))
  await expect.poll(() => shown).toEqual([1])
  // The second call asks again after the first response, as the start of the stream may.
  const again = Promise.all([opened.pull(), opened.pull()])
  signal(4, 2)
  signal(5, 3)
  await expect.poll(() => shown).toEqual([1, 2, 3])
  await answer(pulled(4, 2, false))
  answerAll(() => responseOf(5, []))
  await again
  expect(shown).toEqual([1, 2, 3])
})

test('holds rows back until a change that is on its way has its response', async () => {
  let isSending = false
  const { opened, shown, signal, answer, live } = openLive(() => isSending)
  await answer(pulled(3, 1))
  await expect.poll(() => shown).toEqual([1])
  isSending = true
  const shownThen: unknown[][] = []
  const stop = onEvent('after', () => shownThen.push([...shown]))
  signal(4, 2)
  live.say({ channel: 'after', event: 'after', payload: null })
  await expect.poll(() => shownThen).toEqual([[1]])
  stop()
  isSending = false
  opened.refreshPending()
  await expect.poll(() => shown).toEqual([1, 2])
})

test('shows no row before the changes waiting on this device are read', async () => {
  signIn()
  fakeApi(syncHousehold, () => pulled(3, 1))
  let isRead = false
  const pendingRead = new Promise<void>((resolve) => {
    setTimeout(() => {
      isRead = true
      resolve()
    }, 50)
  })
  const pendingChanges = (): TablesUpdate[] => (isRead ? [(draft) => draft.put(jars, { id: 'a', quantity: 9 })] : [])
  const unused = { isSending: () => false, onAttempt() {}, onStored() {}, onNewEpoch() {} }
  const opened = new HouseholdReplica({ user: 'ada', household: testHousehold, version: '1', pendingChanges, pendingRead, ...unused })
  replica = opened
  const shown: (number | undefined)[] = []
  opened.tables.watch(() => shown.push(opened.tables.get(jars, 'a')?.quantity))
  await opened.loaded
  expect(shown).toEqual([9])
})
