import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { setRecentAuthPrompt } from '../session/recent-auth.ts'
import { currentSession, endSession, setActiveHousehold, startSession, takeSignOutNotice } from '../session/session.ts'
import { ApiError, call, callWithHeaders, download, errorMessage, request, upload, urlOf } from './call.ts'

const Thing = z.object({ id: z.string() })
const getThing = endpoint({
  method: 'GET',
  path: '/api/things/{id}',
  auth: 'household',
  summary: '',
  params: z.object({ id: z.string() }),
  reply: Thing,
})
const listThings = endpoint({
  method: 'GET',
  path: '/api/things',
  auth: 'household',
  summary: '',
  query: z.object({ search: z.string(), limit: z.number() }).partial(),
  reply: z.array(Thing),
})
const addThing = endpoint({
  method: 'POST',
  path: '/api/things',
  auth: 'household',
  summary: '',
  body: z.object({ name: z.string() }),
  reply: Thing,
  status: 201,
})
const openThing = endpoint({
  method: 'POST',
  path: '/api/things/{id}/open',
  auth: 'household',
  summary: '',
  params: z.object({ id: z.string() }),
  body: z.object({}),
  reply: Thing,
})
const dropThing = endpoint({
  method: 'DELETE',
  path: '/api/things/{id}',
  auth: 'household',
  summary: '',
  params: z.object({ id: z.string() }),
})
const sendPicture = endpoint({ method: 'POST', path: '/api/pictures', auth: 'household', summary: '', media: 'multipart', reply: Thing })

const household = '11111111-1111-4111-8111-111111111111'
const original = globalThis.fetch
const sent: { url: string; method: string; headers: Headers; body: unknown; keepalive: boolean }[] = []

/** Serves the responses in order and repeats the last one. */
function server(...answers: (() => Response | Promise<Response>)[]) {
  let turn = 0
  globalThis.fetch = async (input, init) => {
    sent.push({
      url: String(input),
      method: init?.method ?? 'GET',
      headers: new Headers(init?.headers),
      body: init?.body,
      keepalive: init?.keepalive === true,
    })
    const answer = answers[Math.min(turn, answers.length - 1)]
    turn += 1
    if (!answer) throw new TypeError('no answer')
    return answer()
  }
}
const noLine = () => Promise.reject<Response>(new TypeError('Failed to fetch'))
const problem = (status: number, code: string, detail: string) =>
  Response.json(
    { type: 'x', title: 'x', status, code, detail, requestId: 'r' },
    { status, headers: { 'content-type': 'application/problem+json' } },
  )
const failure = async (promise: Promise<unknown>): Promise<ApiError> => {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof ApiError) return error
  throw new Error('expected an ApiError')
}

beforeEach(() => {
  startSession('the.token', true)
  setActiveHousehold(household)
})
afterEach(() => {
  globalThis.fetch = original
  sent.length = 0
  endSession()
  vi.useRealTimers()
})

describe('requests', () => {
  test('sends path, query, token and household as the contract specifies', async () => {
    server(() => Response.json([]))
    await call(listThings, { query: { search: 'crème & co', limit: 5 } })
    expect(sent[0]?.url).toBe('/api/things?search=cr%C3%A8me+%26+co&limit=5')
    expect(sent[0]?.headers.get('authorization')).toBe('Bearer the.token')
    expect(sent[0]?.headers.get('x-household-id')).toBe(household)
  })
  test('escapes path parameters', () => {
    expect(urlOf(getThing, { params: { id: '../users/me?x' } })).toBe('/api/things/..%2Fusers%2Fme%3Fx')
  })
  test('sends an empty body to an endpoint that takes one', async () => {
    server(() => Response.json({ id: 'a' }))
    await call(openThing, { params: { id: 'a' } })
    expect(sent[0]?.body).toBe('{}')
  })
  test('sends a unique idempotency key with each write and none with a read', async () => {
    server(() => Response.json({ id: 'a' }))
    await call(getThing, { params: { id: 'a' } })
    await call(addThing, { body: { name: 'x' } })
    await call(addThing, { body: { name: 'x' } })
    const [read, first, second] = sent.map(({ headers }) => headers.get('idempotency-key'))
    expect(read).toBeNull()
    expect(first).toMatch(/^[0-9a-f-]{36}$/)
    expect(second).not.toBe(first)
  })
  test('sets keepalive for small writes only', async () => {
    server(() => Response.json({ id: '1' }))
    await call(addThing, { body: { name: 'x' } })
    await call(getThing, { params: { id: '1' } })
    await call(addThing, { body: { name: 'x'.repeat(5000) } })
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false, false])
  })
  test('sends a version as a quoted If-Match', async () => {
    server(() => Response.json({ id: 'a' }))
    await call(addThing, { body: { name: 'x' }, ifMatch: 7 })
    expect(sent[0]?.headers.get('if-match')).toBe('"7"')
  })
})

describe('retries', () => {
  test('retries a write without a response with the same key', async () => {
    vi.useFakeTimers()
    server(
      noLine,
      () => new Response('', { status: 503 }),
      () => Response.json({ id: 'a' }, { status: 201 }),
    )
    const done = call(addThing, { body: { name: 'x' } })
    await vi.runAllTimersAsync()
    expect(await done).toEqual({ id: 'a' })
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
    // A browser rejects `keepalive` requests over its limit, so the retry goes out without it.
    expect(sent.map(({ keepalive }) => keepalive)).toEqual([true, false, false])
  })
  test('does not retry a rejected write', async () => {
    server(() => problem(409, 'not_enough', 'There is less than that.'))
    expect((await failure(call(addThing, { body: { name: 'x' } }))).status).toBe(409)
    expect(sent).toHaveLength(1)
  })
  test('does not retry an upload', async () => {
    server(noLine)
    expect((await failure(upload(sendPicture, new FormData()))).status).toBe(0)
    expect(sent).toHaveLength(1)
    expect(sent[0]?.headers.get('idempotency-key')).toBeNull()
  })
})

describe('responses', () => {
  test('returns undefined for a 204', async () => {
    server(() => new Response(null, { status: 204 }))
    expect(await call(dropThing, { params: { id: 'a' } })).toBeUndefined()
  })
  test('returns the next page’s cursor from its header', async () => {
    server(() => Response.json([], { headers: { 'X-Next-Cursor': 'abc' } }))
    expect((await callWithHeaders(listThings, {})).nextCursor).toBe('abc')
  })
  test('throws for a captive portal’s page with status 200', async () => {
    server(() => new Response('<html>Hotel wifi</html>', { headers: { 'content-type': 'text/html' } }))
    const error = await failure(call(listThings, {}))
    expect(error.sentence).toMatch(/didn’t come from Larder/)
  })
  test('uses the fixed wording for logs and the problem’s sentence for screens', async () => {
    server(() => problem(422, 'bad', 'Use a date like 2026-11-21.'))
    const error = await failure(call(addThing, { body: { name: '' } }))
    expect(error.message).toMatch(/^API 422: \{.*"code":"bad"/)
    expect(error.sentence).toBe('Use a date like 2026-11-21.')
    expect(error.code).toBe('bad')
  })
  test('logs an error without a body with its status text', async () => {
    server(() => new Response('', { status: 500, statusText: 'Internal Server Error' }))
    expect((await failure(call(listThings, {}))).message).toBe('API 500: Internal Server Error')
  })
  test('falls back to the given text when the server sent no sentence', async () => {
    server(() => new Response('oops', { status: 500 }))
    expect(errorMessage(await failure(call(listThings, {})), 'Failed to load things')).toBe('Failed to load things')
    expect(errorMessage(new Error('x'), 'Failed')).toBe('Failed')
  })
})

describe('session', () => {
  test('signs out with a notice when the token is rejected', async () => {
    server(() => problem(401, 'unauthorized', 'The session is over.'))
    const error = await failure(call(listThings, {}))
    expect(error.message).toBe('Unauthorized. Please log in again.')
    expect(error.sentence).toBe('Unauthorized. Please log in again.')
    expect(currentSession().token).toBeNull()
    expect(takeSignOutNotice()).toBe('Unauthorized. Please log in again.')
  })
  test('keeps the session and shows the server’s sentence for a missing role', async () => {
    server(() => problem(403, 'role_denied', 'Viewers can look, not change.'))
    const error = await failure(call(addThing, { body: { name: 'x' } }))
    expect(error.message).toBe('Unauthorized. Please log in again.')
    expect(error.sentence).toBe('Viewers can look, not change.')
    expect(currentSession().token).toBe('the.token')
  })
  test('keeps the session when only an administrator is allowed', async () => {
    server(() => problem(403, 'administrators_only', 'Only a server admin can do this.'))
    expect((await failure(call(listThings, {}))).sentence).toBe('Only a server admin can do this.')
    expect(currentSession().token).toBe('the.token')
  })
  test('prompts for the password and continues a download that requires it', async () => {
    server(
      () => problem(403, 'recent_auth_required', 'Enter your password again to do this.'),
      () => new Response('zip', { headers: { 'content-type': 'application/zip' } }),
    )
    const stop = setRecentAuthPrompt(async () => true)
    expect(await (await download(listThings)).text()).toBe('zip')
    stop()
    expect(sent).toHaveLength(2)
  })
  test('keeps the session when the password cannot be prompted for', async () => {
    server(() => problem(403, 'recent_auth_required', 'Enter your password again to do this.'))
    expect((await failure(call(addThing, { body: { name: 'x' } }))).sentence).toBe('Enter your password again to do this.')
    expect(sent).toHaveLength(1)
    expect(currentSession().token).toBe('the.token')
  })
  test('keeps the new session when an old token is rejected late', async () => {
    let refuse = (_: Response) => {}
    server(
      () =>
        new Promise<Response>((resolve) => {
          refuse = resolve
        }),
    )
    const late = failure(call(listThings, {}))
    startSession('new.token', true)
    refuse(problem(401, 'unauthorized', ''))
    await late
    expect(currentSession().token).toBe('new.token')
  })
  test('sends the known-device cookie with sign-in requests only', async () => {
    const kinds: unknown[] = []
    globalThis.fetch = async (_input, init) => {
      kinds.push(init?.credentials)
      return Response.json({})
    }
    for (const path of ['/api/auth/sign-in/email', '/api/auth/passkey', '/api/users/me', '/api/authors']) await request('POST', path)
    expect(kinds).toEqual(['same-origin', 'same-origin', 'omit', 'omit'])
  })
  test('keeps the session after a wrong password', async () => {
    endSession()
    server(() => problem(401, 'invalid_credentials', 'Wrong e-mail or password.'))
    const error = await failure(request('POST', '/api/auth/sign-in/email', { body: {} }))
    expect(error.problem?.detail).toBe('Wrong e-mail or password.')
    expect(takeSignOutNotice()).toBeNull()
  })
})
