import { afterEach, expect, test } from 'vitest'
import { endpoint } from '#platform/shared/endpoint.ts'
import { syncPath } from '#platform/shared/sync-wire.ts'
import { fakeApi, problem } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { HouseholdReplica } from './household-replica.ts'
import type { Change } from './household-tables.ts'

const sync = endpoint({ method: 'GET', path: syncPath, auth: 'household', summary: 'sync', media: 'event-stream' })
const frames = [
  { type: 'begin', seq: 3, epoch: 'e', isSnapshot: true },
  { type: 'end', seq: 3, own: 'o' },
]
const body = frames.map((frame) => JSON.stringify(frame)).join('\n')

let replica: HouseholdReplica | undefined
afterEach(() => replica?.close(true))

/** Returns whether the server counts as reached after a pull with this response. */
async function isReachedBy(response: () => Response | Promise<Response>, pendingChanges: () => Change[] = () => []) {
  signIn()
  fakeApi(sync, response)
  const attempts: boolean[] = []
  const onAttempt = (isReached: boolean) => attempts.push(isReached)
  const unused = { isSending: () => false, onStored() {}, onNewEpoch() {} }
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
