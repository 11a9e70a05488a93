import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import type { PendingMutation } from './operation.ts'
import { sendOperation } from './send-operation.ts'

const change = endpoint({
  method: 'PUT',
  path: '/api/things',
  auth: 'household',
  summary: '',
  body: z.object({ isChecked: z.boolean() }),
  reply: z.object({ id: z.string() }),
})
const request = { method: 'PUT', address: '/api/things', body: { isChecked: true } } as const
const send = () => sendOperation({ id: 'key-1', household: 'home' } as PendingMutation, request)
const page = (status: number) => new Response('<h1>Welcome to our wifi</h1>', { status, headers: { 'content-type': 'text/html' } })

test('sends a change with its key and household, and returns its change number', async () => {
  let headers = new Headers()
  fakeApi(change, (call) => {
    headers = call.headers
    return reply({ id: 'a' }, { 'x-change-seq': '7' })
  })
  expect(await send()).toEqual({ outcome: 'done', seq: 7, reply: { id: 'a' } })
  expect([headers.get('idempotency-key'), headers.get('x-household-id')]).toEqual(['key-1', 'home'])
})

test.each([200, 404, 500, 511])('O-5 treats a captive portal’s page with status %i as no response', async (status) => {
  fakeApi(change, () => page(status))
  expect(await send()).toMatchObject({ outcome: 'silent' })
})

test.each([
  [401, 'unauthorized', 'signed-out'],
  [403, 'role_denied', 'refused'],
  [404, 'not_found', 'refused'],
  [409, 'item_gone', 'refused'],
  [422, 'invalid', 'refused'],
  [429, 'too_many', 'silent'],
  [500, 'internal', 'broken'],
  [503, 'busy', 'silent'],
])('O-6 %i %s means: %s', async (status, code, outcome) => {
  fakeApi(change, () => problem(status, code, 'A sentence.'))
  const verdict = await send()
  expect(verdict.outcome).toBe(outcome)
  if (outcome === 'refused') expect(verdict).toMatchObject({ refusal: { status, code, sentence: 'A sentence.' } })
})
