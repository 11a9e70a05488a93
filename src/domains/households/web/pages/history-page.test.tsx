import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { fakeHome } from '#tests/support/data/api-samples.ts'
import { type HistoryEntry, listHistory, undoChange } from '../../contract/index.ts'
import { HistoryPage } from './history-page.tsx'

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const entry = (part: Partial<HistoryEntry>): HistoryEntry => ({
  seq: 1,
  name: 'item.used',
  actor: { firstName: 'Ada', lastName: 'Cook' },
  isByGuest: false,
  tablet: null,
  at: ago(0),
  summary: 'Used 2 l Milk',
  canUndo: false,
  ...part,
})

beforeEach(() => {
  signIn()
  fakeHome()
})

const show = () => showPage(HistoryPage, '/history')

test('names the tablet on which something was done', async () => {
  fakeApi(listHistory, () => [entry({ seq: 2, tablet: 'Fridge door' })])
  show()
  await screen.findByText(/On Fridge door/)
})

test('names the guest of the person who made the link', async () => {
  fakeApi(listHistory, () => [entry({ seq: 2, summary: 'Added 2 kg Potatoes to the shopping list', isByGuest: true })])
  show()
  await screen.findByText(/Guest of Ada Cook/)
})

test('groups changes by day with their authors', async () => {
  fakeApi(listHistory, () => [entry({ seq: 3 }), entry({ seq: 2, at: ago(24), summary: 'Opened Eggs', actor: null })])
  await show()
  const headings = (await screen.findAllByRole('heading', { level: 2 })).map((heading) => heading.textContent)
  expect(headings).toEqual(['Today', 'Yesterday'])
  screen.getByText('Used 2 l Milk')
  screen.getByText(/^Ada Cook,/)
  screen.getByText(/^Former member,/)
})

test('offers Undo for undoable changes and refetches the list', async () => {
  let undone = false
  fakeApi(listHistory, () => [entry({ seq: 2, canUndo: !undone }), entry({ seq: 1, summary: 'Opened Eggs' })])
  fakeApi(undoChange, ({ headers }) => {
    expect(headers.get('x-household-id')).toBe(testHousehold)
    undone = true
    return entry({ seq: 3, name: 'change.undone' })
  })
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo: Used 2 l Milk' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull())
  expect(requests).toContain('POST /api/history/2/undo')
})

test('shows the server’s message if an undo is rejected', async () => {
  fakeApi(listHistory, () => [entry({ canUndo: true })])
  fakeApi(undoChange, () => problem(409, 'later_act', 'Ben used some of it since. Undo that first.'))
  await show()
  await userEvent.click(await screen.findByRole('button', { name: /^Undo/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Ben used some of it since. Undo that first.')
})

test('shows one item’s history and links to the household’s', async () => {
  const lotId = '22222222-2222-4222-8222-222222222222'
  fakeApi(listHistory, ({ query }) => [entry({ summary: query.lotId === lotId ? 'Used 2 l Milk' : 'Opened Eggs' })])
  await showPage(HistoryPage, `/history?lotId=${lotId}`)
  await screen.findByText('Used 2 l Milk')
  await userEvent.click(screen.getByRole('link', { name: 'Show the whole household' }))
  await screen.findByText('Opened Eggs')
})

test('loads earlier pages by cursor', async () => {
  fakeApi(listHistory, ({ query }) =>
    query.cursor === 5 ? reply([entry({ seq: 4, summary: 'Added Rice' })]) : reply([entry({ seq: 5 })], { 'X-Next-Cursor': '5' }),
  )
  await show()
  await userEvent.click(await screen.findByRole('button', { name: 'Show earlier' }))
  await screen.findByText('Added Rice')
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull()
})

test('offers to add an item if the history is empty', async () => {
  fakeApi(listHistory, () => [])
  await show()
  await screen.findByText('No activity yet')
  expect(screen.getByRole('link', { name: 'Add Item' }).getAttribute('href')).toBe('/inventory/add')
})

test('reports a failed load and retries', async () => {
  fakeApi(listHistory, () => problem(404, 'not_found', 'Not found.'))
  await show()
  await screen.findByText('Failed to load history')
  fakeApi(listHistory, () => [entry({})])
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Used 2 l Milk')
})

test('shows a viewer the history without Undo', async () => {
  fakeHome({ role: 'VIEWER' })
  fakeApi(listHistory, () => [entry({ canUndo: true })])
  await show()
  await screen.findByText('Used 2 l Milk')
  expect(within(document.body).queryByRole('button', { name: /^Undo/ })).toBeNull()
})
