import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { openEmptyOutbox } from '#tests/support/data/shopping-rows.ts'
import type { SyncSession } from './sync-session.ts'
import { SyncStatus } from './sync-status.tsx'

const original = globalThis.fetch
/** Requests in flight, each with a function that answers it. */
let asked: { address: string; answer: () => void }[]
let device: SyncSession
beforeEach(() => {
  asked = []
  globalThis.fetch = (input) =>
    new Promise((resolve) => {
      asked.push({ address: String(input), answer: () => resolve(Response.json({})) })
    })
  signIn()
  device = openEmptyOutbox()
})
afterEach(() => {
  globalThis.fetch = original
})

const add = (path: string) =>
  device.outbox.add({
    household: testHousehold,
    kind: 'none',
    words: 'A change',
    intent: {},
    request: { method: 'POST', address: `/api/${path}` },
  })

/** Records each text the status shows from now on. */
function listen(): string[] {
  const said: string[] = []
  const note = () => {
    const words = screen.queryByRole('status')?.textContent ?? ''
    if (words !== '' && words !== said.at(-1)) said.push(words)
  }
  note()
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true, characterData: true })
  return said
}
const nextRequest = async (count: number) => expect.poll(() => asked.length).toBe(count)
const answer = (at: number) => act(async () => asked[at]?.answer())

test('shows Synced only after a response', async () => {
  render(<SyncStatus household={testHousehold} />)
  const said = listen()
  await act(() => device.outbox.ready)
  act(() => device.connectivity.markOnline())
  await screen.findByText('Up to date')
  expect(said).toEqual(['Checking for updates…', 'Up to date'])
})

test('O-5 never shows Synced before the last change is acknowledged', async () => {
  render(<SyncStatus household={testHousehold} />)
  await act(() => device.outbox.ready)
  act(() => device.connectivity.markOnline())
  await screen.findByText('Up to date')
  const said = listen()
  await act(async () => {
    add('first')
    add('last')
  })
  await nextRequest(1)
  await answer(0)
  await nextRequest(2)
  expect(said.slice(1)).not.toContain('Up to date')
  await answer(1)
  await screen.findByText('Up to date')
  expect(said.at(-2)).not.toBe('Up to date')
})

test('counts waiting changes until all are sent when the page starts online', async () => {
  device.connectivity.markOffline()
  add('first')
  add('last')
  render(<SyncStatus household={testHousehold} />)
  await screen.findByText(/^Offline since .* 2 waiting to sync$/)
  const said = listen()
  await nextRequest(1)
  await answer(0)
  await nextRequest(2)
  expect(said.slice(1)).not.toContain('Up to date')
  await answer(1)
  await screen.findByText('Up to date')
})
