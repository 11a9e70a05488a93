import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { fakeApi, fakeLive, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { endSession, setActiveHousehold } from '../session/session.ts'
import { liveState, onStreamOpened, startLive } from '../sync/live-events.ts'
import { showLocally } from './local-replies.ts'
import { setLocalSource } from './local-source.ts'
import { cache, endpointQuery, queryKeyOf, refetchHousehold, useEndpointMutation, useEndpointQuery } from './query-cache.ts'

const jars = endpoint({ method: 'GET', path: '/api/jars', auth: 'household', summary: '', reply: z.array(z.string()) })
const addJar = endpoint({
  method: 'POST',
  path: '/api/jars',
  auth: 'household',
  summary: '',
  body: z.object({ name: z.string() }),
  reply: z.string(),
  status: 201,
})
const profile = endpoint({ method: 'GET', path: '/api/profile', auth: 'person', summary: '', reply: z.string() })
const cabin = '22222222-2222-4222-8222-222222222222'

function Jars() {
  const list = useEndpointQuery(jars, {})
  const add = useEndpointMutation(addJar, { touches: [jars] })
  return (
    <>
      <p>{list.data ? list.data.join(', ') || 'none' : list.error ? 'failed' : 'waiting'}</p>
      <button type="button" onClick={() => add.mutate({ body: { name: 'plum' } })}>
        Add
      </button>
    </>
  )
}

function JarForm() {
  const add = useEndpointMutation(addJar, { isForm: true })
  const [name, setName] = useState('plum')
  return (
    <>
      <button type="button" onClick={() => add.mutate({ body: { name } })}>{`Add ${add.status}`}</button>
      <button type="button" onClick={() => setName('quince')}>
        Rename
      </button>
    </>
  )
}

let shelf: string[]
beforeEach(() => {
  shelf = ['cherry']
  signIn()
  fakeApi(jars, ({ headers }) => (headers.get('x-household-id') === cabin ? ['pine honey'] : [...shelf]))
})

test('shows what this device knows in a query that started before its copy was loaded', async () => {
  const never = () => new Promise<string[]>(() => {})
  fakeApi(jars, never)
  await showPage(Jars)
  await screen.findByText('waiting')
  setLocalSource({ peek: () => ['fig'], reply: never, derive: () => undefined, noteWrite() {} })
  showLocally(testHousehold)
  await screen.findByText('fig')
  setLocalSource(null)
})

test('refetches the lists that a write touches', async () => {
  fakeApi(addJar, ({ body }) => {
    shelf.push(body.name)
    return body.name
  })
  await showPage(Jars)
  await screen.findByText('cherry')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('cherry, plum')
})

test('reuses the idempotency key of a form resent after a failure, and a new one after success', async () => {
  const keys: (string | null)[] = []
  fakeApi(addJar, ({ headers, body }) => {
    keys.push(headers.get('Idempotency-Key'))
    return keys.length < 3 ? problem(500, 'broken', 'Something broke.') : body.name
  })
  await showPage(JarForm)
  const add = async (status: string) => {
    const before = keys.length
    await userEvent.click(await screen.findByRole('button', { name: /^Add/ }))
    await waitFor(() => expect(keys).toHaveLength(before + 1))
    await screen.findByRole('button', { name: `Add ${status}` })
  }
  await add('error')
  await add('error')
  await add('success')
  await add('success')
  expect(new Set(keys.slice(0, 3)).size).toBe(1)
  expect(keys[3]).not.toBe(keys[0])
  keys.length = 0
  await add('error')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await add('error')
  expect(new Set(keys).size).toBe(2)
})

test('caches a reply under its household when another becomes active', async () => {
  const slow = endpointQuery(jars, {})
  setActiveHousehold(cabin)
  await cache.fetchQuery(slow)
  expect(cache.getQueryData(queryKeyOf(jars, {}, testHousehold))).toEqual(['cherry'])
  expect(cache.getQueryData(queryKeyOf(jars, {}, cabin))).toBeUndefined()
})

test('invalidates the lists of the write’s household when another becomes active', async () => {
  let finish = () => {}
  fakeApi(addJar, async () => {
    await new Promise<void>((resolve) => {
      finish = resolve
    })
    return 'plum'
  })
  await showPage(Jars)
  await screen.findByText('cherry')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await cache.fetchQuery(endpointQuery(jars, {}, cabin))
  setActiveHousehold(cabin)
  finish()
  await waitFor(() => expect(cache.getQueryState(queryKeyOf(jars, {}, testHousehold))?.dataUpdateCount).toBe(2))
  expect(cache.getQueryState(queryKeyOf(jars, {}, cabin))?.isInvalidated).toBe(false)
})

describe('when the live stream opens', () => {
  const asked = () => requests.filter((one) => one === 'GET /api/jars').length
  let off = () => {}
  let stop = () => {}
  beforeEach(() => {
    off = onStreamOpened(refetchHousehold)
  })
  afterEach(() => {
    off()
    stop()
  })

  test('refetches a list loaded before', async () => {
    await showPage(Jars)
    await screen.findByText('cherry')
    shelf.push('plum')
    fakeLive()
    stop = startLive()
    await screen.findByText('cherry, plum')
    expect(asked()).toBe(2)
  })

  test('refetches a list in flight after it has loaded', async () => {
    const answers: (() => void)[] = []
    fakeApi(jars, async () => {
      const read = [...shelf]
      await new Promise<void>((resolve) => answers.push(resolve))
      return read
    })
    await showPage(Jars)
    await waitFor(() => expect(answers).toHaveLength(1))
    shelf.push('plum')
    fakeLive()
    stop = startLive()
    await waitFor(() => expect(liveState()).toBe('live'))
    answers[0]?.()
    await screen.findByText('cherry')
    await waitFor(() => expect(answers).toHaveLength(2))
    answers[1]?.()
    await screen.findByText('cherry, plum')
  })

  test('does not refetch later lists or those of other households', async () => {
    await cache.fetchQuery(endpointQuery(jars, {}, cabin))
    fakeLive()
    stop = startLive()
    await waitFor(() => expect(liveState()).toBe('live'))
    await showPage(Jars)
    await screen.findByText('cherry')
    expect(asked()).toBe(2)
    expect(cache.getQueryState(queryKeyOf(jars, {}, cabin))?.isInvalidated).toBe(false)
  })
})

test('keeps the person’s queries when the household changes', () => {
  expect(queryKeyOf(profile, {}, testHousehold)).toEqual(queryKeyOf(profile, {}, cabin))
  expect(queryKeyOf(jars, {}, testHousehold)).not.toEqual(queryKeyOf(jars, {}, cabin))
})

test('retries a network failure twice and a refusal never', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {})
  fakeApi(jars, () => problem(404, 'not_found', 'Not found.'))
  await showPage(Jars)
  await screen.findByText('failed')
  expect(requests.filter((one) => one === 'GET /api/jars')).toHaveLength(1)
  fakeApi(jars, () => new Response('', { status: 503 }))
  await cache.resetQueries()
  await waitFor(() => expect(requests.filter((one) => one === 'GET /api/jars')).toHaveLength(4), { timeout: 8000 })
  log.mockRestore()
})

test('clears the cache at sign-out', async () => {
  await cache.fetchQuery(endpointQuery(jars, {}))
  endSession()
  expect(cache.getQueryCache().getAll()).toEqual([])
})
