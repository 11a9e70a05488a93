import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { correctLot, getLot } from '#domains/inventory/contract.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { showPage, signIn } from '#tests/support/browser/render.tsx'
import { fakeHome, lot } from '#tests/support/data/api-samples.ts'
import { listStockDoubts, listStockQuestions, type StockQuestion } from '../../contract.ts'
import { StockQuestions } from './stock-questions.tsx'

const milk = lot({ name: 'Milk', quantity: 1, unit: 'l' })
const eggs = lot({ name: 'Eggs', quantity: 2, unit: 'each' })
let questions: StockQuestion[]
beforeEach(() => {
  signIn()
  fakeHome()
  questions = [
    { lotId: milk.id, version: milk.version, gone: 0.85, left: 0.1 },
    { lotId: eggs.id, version: eggs.version, gone: 0.2, left: 1.4 },
  ]
  fakeApi(listStockQuestions, () => questions)
  fakeApi(listStockDoubts, () => [])
  fakeApi(getLot, ({ params }) => (params.id === milk.id ? milk : eggs))
})
const group = (name: string) => screen.findByRole('group', { name: `How much ${name} is left?` })
const answers = async (name: string) =>
  within(await group(name))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'))

test('says what is recorded and what is likely, and offers amounts from none to all', async () => {
  await showPage(StockQuestions)
  await screen.findByText('Recorded: 1 l · probably gone (85%)')
  expect(await answers('Milk')).toEqual(['None', '¼: 0.25 l', '½: 0.5 l', '¾: 0.75 l', 'All: 1 l'])
  expect(await answers('Eggs')).toEqual(['None', '1', 'All: 2'])
  screen.getByText('Recorded: 2 · perhaps 1 left')
})

test('corrects with one tap, and goes on with the other question', async () => {
  const sent: unknown[] = []
  fakeApi(correctLot, ({ body, headers }) => {
    sent.push([body, headers.get('If-Match')])
    questions = questions.slice(1)
    return reply({ ...milk, quantity: 0, state: 'used' }, { 'x-change-seq': '5' })
  })
  await showPage(StockQuestions)
  await userEvent.click(within(await group('Milk')).getByRole('button', { name: 'None' }))
  await waitFor(() => expect(sent).toEqual([[{ quantity: 0 }, `"${milk.version}"`]]))
  await waitFor(() => expect(screen.queryByText('Milk')).toBeNull())
  await group('Eggs')
  expect(document.activeElement?.textContent).toBe('How much is left?')
})

test('asks again after a refused answer', async () => {
  fakeApi(correctLot, () => problem(409, 'lot_ended', 'There’s none left.'))
  await showPage(StockQuestions)
  await userEvent.click(within(await group('Eggs')).getByRole('button', { name: 'All: 2' }))
  await group('Eggs')
})

test('asks again once an answer was undone, and not about what changed since', async () => {
  fakeApi(correctLot, () => reply({ ...milk, version: milk.version + 1 }, { 'x-change-seq': '5' }))
  await showPage(StockQuestions)
  await userEvent.click(within(await group('Milk')).getByRole('button', { name: /^All/ }))
  await waitFor(() => expect(screen.queryByText('Milk')).toBeNull())
  fakeApi(getLot, ({ params }) => (params.id === milk.id ? { ...milk, version: milk.version + 2 } : { ...eggs, version: eggs.version + 1 }))
  questions = questions.map((question) => (question.lotId === milk.id ? { ...question, version: milk.version + 2 } : question))
  await act(() => invalidate(listStockQuestions, getLot))
  await group('Milk')
  expect(screen.queryByText('Eggs')).toBeNull()
})

test('can be put off for a week', async () => {
  const page = await showPage(StockQuestions)
  await userEvent.click(await screen.findByRole('button', { name: 'Not this week' }))
  expect(screen.queryByText('How much is left?')).toBeNull()
  page.unmount()
  await showPage(StockQuestions)
  await waitFor(() => expect(requests.length).toBeGreaterThan(0))
  expect(screen.queryByText('How much is left?')).toBeNull()
})

test('asks no viewer', async () => {
  fakeHome({ role: 'VIEWER' })
  await showPage(StockQuestions)
  await waitFor(() => expect(requests.some((line) => line.includes('/api/households'))).toBe(true))
  expect(screen.queryByText('How much is left?')).toBeNull()
})

test('shows nothing if nothing is in doubt', async () => {
  questions = []
  await showPage(StockQuestions)
  await waitFor(() => expect(requests.some((line) => line.includes('/api/stock-questions'))).toBe(true))
  expect(screen.queryByText('How much is left?')).toBeNull()
})
