import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { fakeApi, fakeLive, problem, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { leave, openHousehold } from '../session/session.ts'
import { liveState, onOpened, startLive } from '../sync/live.ts'
import { asking, cache, keyOf, refetchAsked, useReply, useSend } from './query-cache.ts'

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
  const list = useReply(jars, {})
  const add = useSend(addJar, { touches: [jars] })
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
  const add = useSend(addJar, { isForm: true })
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

test('a write makes the lists it touches come anew', async () => {
  fakeApi(addJar, ({ body }) => {
    shelf.push(body.name)
    return body.name
  })
  await showPage(Jars)
  await screen.findByText('cherry')
  await userEvent.click(screen.getByRole('button', { name: 'Add' }))
  await screen.findByText('cherry, plum')
})

test('a form that was sent without an answer is the same act when it is sent again, and another after success', async () => {
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

test('an answer belongs to the household it was asked for, even if another is opened meanwhile', async () => {
  const slow = asking(jars, {})
  openHousehold(cabin)
  await cache.fetchQuery(slow)
  expect(cache.getQueryData(keyOf(jars, {}, testHousehold))).toEqual(['cherry'])
  expect(cache.getQueryData(keyOf(jars, {}, cabin))).toBeUndefined()
})

test('a write makes the lists of its own household out of date, even if another is opened meanwhile', async () => {
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
  await cache.fetchQuery(asking(jars, {}, cabin))
  openHousehold(cabin)
  finish()
  await waitFor(() => expect(cache.getQueryState(keyOf(jars, {}, testHousehold))?.dataUpdateCount).toBe(2))
  expect(cache.getQueryState(keyOf(jars, {}, cabin))?.isInvalidated).toBe(false)
})

describe('when the live line opens', () => {
  const asked = () => requests.filter((one) => one === 'GET /api/jars').length
  let off = () => {}
  let stop = () => {}
  beforeEach(() => {
    off = onOpened(refetchAsked)
  })
  afterEach(() => {
    off()
    stop()
  })

  test('a list that was answered before is asked for once more: what happened between is shown', async () => {
    await showPage(Jars)
    await screen.findByText('cherry')
    shelf.push('plum')
    fakeLive()
    stop = startLive()
    await screen.findByText('cherry, plum')
    expect(asked()).toBe(2)
  })

  test('a list that was on its way is asked for once more when it is there', async () => {
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

  test('a list that is asked for afterwards is not asked for twice, and other households are left alone', async () => {
    await cache.fetchQuery(asking(jars, {}, cabin))
    fakeLive()
    stop = startLive()
    await waitFor(() => expect(liveState()).toBe('live'))
    await showPage(Jars)
    await screen.findByText('cherry')
    expect(asked()).toBe(2)
    expect(cache.getQueryState(keyOf(jars, {}, cabin))?.isInvalidated).toBe(false)
  })
})

test('what belongs to the person stays through a switch', () => {
  expect(keyOf(profile, {}, testHousehold)).toEqual(keyOf(profile, {}, cabin))
  expect(keyOf(jars, {}, testHousehold)).not.toEqual(keyOf(jars, {}, cabin))
})

test('a refusal is not asked again, a broken line twice more', async () => {
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

test('signing out empties it', async () => {
  await cache.fetchQuery(asking(jars, {}))
  leave()
  expect(cache.getQueryCache().getAll()).toEqual([])
})
