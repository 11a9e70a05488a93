import { render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { addLot, listLots, useLot } from '#domains/inventory/contract.ts'
import { scanBarcode } from '#domains/scanning/contract.ts'
import { addShoppingItem } from '#domains/shopping/contract/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import '#tests/support/browser/render.tsx'
import { lot } from '#tests/support/data/api-samples.ts'
import { FindOrAdd } from './find-or-add.tsx'
import { ListArea } from './list-area.tsx'
import { useActs } from './use-acts.ts'
import { UseFirst } from './use-first.tsx'

const today = '2026-11-28' as CalendarDate
const milk = lot({ name: 'Milk', effectiveExpiration: '2026-11-29' })
const refresh = async () => {}
const writes = () => requests.filter((request) => request.startsWith('POST'))

function Screen() {
  const acts = useActs(refresh)
  const shared = { today, acts, isOffline: false }
  return (
    <>
      <UseFirst lots={[milk]} {...shared} />
      <ListArea items={[]} {...shared} />
      <FindOrAdd kitchen={null} {...shared} />
      <p>{acts.outcome?.text}</p>
    </>
  )
}

/** A reply that waits until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { until: promise, letGo: () => resolve() }
}

test('an act on what is being changed counts once, and the button is busy', async () => {
  const { until, letGo } = held()
  fakeApi(useLot, async () => {
    await until
    return reply(milk, { 'X-Change-Seq': '7' })
  })
  render(<Screen />)
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /Milk/ }))
  const all = screen.getByRole('button', { name: 'Use all' })
  await user.dblClick(all)
  expect(all.getAttribute('aria-busy')).toBe('true')
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Discard' }).disabled).toBe(true)
  letGo()
  await screen.findByText(/^Used /)
  expect(writes()).toHaveLength(1)
})

test('taps before the next render count once, also on Undo', async () => {
  fakeApi(undoChange, () => problem(404, 'not_found', 'Not found.'))
  const { result } = renderHook(() => useActs(refresh))
  let count = 0
  const work = async () => ({ reply: ++count, seq: 7 })
  const { run } = result.current
  const [first, second, other] = [run('milk', work, 'Used milk'), run('milk', work, 'Used milk'), run('eggs', work, 'Used eggs')]
  expect(await Promise.all([first, second, other])).toEqual([true, false, true])
  expect(count).toBe(2)
  await waitFor(() => expect(result.current.outcome?.undoSeq).toBe(7))
  const { undo } = result.current
  undo()
  undo()
  await waitFor(() => expect(result.current.outcome?.isFailure).toBe(true))
  expect(writes()).toHaveLength(1)
  expect(await result.current.run('milk', work, 'Used milk')).toBe(true)
})

test('a double tap adds food and rows of the list once', async () => {
  const { until, letGo } = held()
  const wait = async () => {
    await until
    return reply({}, { 'X-Change-Seq': '7' }, 201)
  }
  fakeApi(addLot, wait)
  fakeApi(addShoppingItem, wait)
  fakeApi(listLots, () => [])
  render(<Screen />)
  const user = userEvent.setup()
  await user.type(screen.getByLabelText('Food or barcode number'), 'milk')
  await user.dblClick(screen.getByRole('button', { name: /^Add Milk/i }))
  await user.type(screen.getByLabelText('Add to the list'), 'bread{Enter}{Enter}')
  letGo()
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Add to the list').value).toBe(''))
  expect(writes()).toEqual(['POST /api/inventory', 'POST /api/shopping-list'])
})

test('adds every food that was typed, and keeps what could not be added', async () => {
  const added: unknown[] = []
  let isFull = true
  fakeApi(listLots, () => [])
  fakeApi(addLot, ({ body }) => {
    if (body.ingredient && 'name' in body.ingredient && body.ingredient.name === 'eggs' && isFull) return problem(409, 'full', 'Full.')
    added.push([body.quantity, body.unit, body.ingredient])
    return reply({}, { 'X-Change-Seq': '7' }, 201)
  })
  render(<Screen />)
  const user = userEvent.setup()
  const field = screen.getByLabelText<HTMLInputElement>('Food or barcode number')
  await user.type(field, '2 l milk, 6 eggs{Enter}')
  await waitFor(() => expect(field.value).toBe('6 eggs'))
  isFull = false
  await user.type(field, '{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  expect(added).toEqual([
    [2, 'l', { name: 'milk' }],
    [6, 'each', { name: 'eggs' }],
  ])
})

test.each([
  ['Oat drink', [['Oat drink', '40012345']]],
  ['2 oat drink', [['oat drink', '40012345']]],
  [
    'eggs, oat drink',
    [
      ['eggs', null],
      ['oat drink', '40012345'],
    ],
  ],
  ['rice', [['rice', null]]],
])('a barcode that was looked up stays with its food: %s', async (typed, expected) => {
  const added: unknown[] = []
  fakeApi(listLots, () => [])
  fakeApi(scanBarcode, () => reply({ ingredient: { id: 'oat', name: 'Oat drink' }, alternatives: [] }))
  fakeApi(addLot, ({ body }) => {
    added.push([body.ingredient && 'name' in body.ingredient ? body.ingredient.name : null, body.barcode ?? null])
    return reply({}, { 'X-Change-Seq': '7' }, 201)
  })
  render(<Screen />)
  const user = userEvent.setup()
  const field = screen.getByLabelText<HTMLInputElement>('Food or barcode number')
  await user.type(field, '40012345{Enter}')
  await waitFor(() => expect(field.value).toBe('Oat drink'))
  // Typed over what is selected: the field is never empty in between.
  await user.type(field, typed, { initialSelectionStart: 0, initialSelectionEnd: field.value.length })
  await user.type(field, '{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  expect(added).toEqual(expected)
})

test('a row that could not be added to the list stays in the field, without those before it', async () => {
  const added: unknown[] = []
  let isFull = true
  fakeApi(addShoppingItem, ({ body }) => {
    if (body.ingredientName === 'bread' && isFull) return problem(409, 'full', 'Full.')
    added.push([body.ingredientName, body.suggestedQuantity ?? null])
    return reply({}, { 'X-Change-Seq': '7' }, 201)
  })
  render(<Screen />)
  const user = userEvent.setup()
  const field = screen.getByLabelText<HTMLInputElement>('Add to the list')
  await user.type(field, 'milk, bread, 6 eggs{Enter}')
  await waitFor(() => expect(field.value).toBe('bread, 6 eggs'))
  isFull = false
  await user.type(field, '{Enter}')
  await waitFor(() => expect(field.value).toBe(''))
  expect(added).toEqual([
    ['milk', null],
    ['bread', null],
    ['eggs', 6],
  ])
})
