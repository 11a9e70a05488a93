import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { getIngredient } from '#domains/ingredients/contract/index.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { currentSyncSession, startOutbox } from '#platform/web/sync/sync-session.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply, requests } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { ingredient, lot, statsOf } from '#tests/support/data/api-samples.ts'
import { addLot, changeLot, getLot, inventoryStats, type Lot, listLots, recentLots, useLot } from '../../contract.ts'
import { offerAddUndo, submitLot } from './add-lot.ts'
import { consume, edit } from './lot-actions.ts'
import { flattenLotPages, lotPagesQuery } from './stock-cache.ts'

const cabin = '22222222-2222-4222-8222-222222222222'
const milk = lot({ name: 'Milk', quantity: 2 })
const used = { ...milk, quantity: 1.5, version: 2 }

/** The household and path of each request. */
let sentFor: string[]
/** Delays a response until the test releases it. */
const gate = () => {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}
const undone = {
  name: 'change.undone',
  actor: null,
  isByGuest: false,
  tablet: null,
  at: '2026-11-21T10:00:00.000Z',
  summary: 'Undid',
  canUndo: false,
}
const names = (household: string) =>
  flattenLotPages(cache.getQueryData(lotPagesQuery({}, household).queryKey)).map((one) => one.ingredient.name)
const amounts = (household: string) => flattenLotPages(cache.getQueryData(lotPagesQuery({}, household).queryKey)).map((one) => one.quantity)

beforeEach(async () => {
  sentFor = []
  signIn()
  const note = (path: string, headers: Headers) => sentFor.push(`${headers.get('x-household-id')} ${path}`)
  // The cabin has a lot with the same id, so that only the household distinguishes the lists.
  fakeApi(listLots, () => [milk])
  fakeApi(inventoryStats, () => statsOf([milk]))
  fakeApi(recentLots, () => [milk])
  fakeApi(getLot, ({ headers }) => {
    note('lot', headers)
    return { ...milk, version: 3 }
  })
  fakeApi(undoChange, ({ params, headers }) => {
    note(`undo ${params.seq}`, headers)
    return { ...undone, seq: params.seq + 1 }
  })
  for (const household of [testHousehold, cabin]) await cache.fetchInfiniteQuery(lotPagesQuery({}, household))
  render(<Toasts />)
})
afterEach(() => void toast.dismiss())

// A plain click, because jsdom lacks the pointer capture that the toast library uses.
const tapUndo = async () => fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))

test('sends Undo to the household of the action, even after a switch', async () => {
  fakeApi(useLot, () => reply(used, { 'X-Change-Seq': '41' }))
  await consume(milk, 0.5)
  setActiveHousehold(cabin)
  await tapUndo()
  await waitFor(() => expect(sentFor).toEqual([`${testHousehold} undo 41`, `${testHousehold} lot`]))
  await screen.findByText('Undone')
})

test('shows a response after a switch only in the lists of its household', async () => {
  const { open, passed } = gate()
  fakeApi(useLot, async () => {
    await passed
    return reply(used, { 'X-Change-Seq': '41' })
  })
  const done = consume(milk, 0.5)
  setActiveHousehold(cabin)
  open()
  await done
  expect(amounts(testHousehold)).toEqual([1.5])
  expect(amounts(cabin)).toEqual([2])
})

test('rolls back a refused action in its household after a switch', async () => {
  const { open, passed } = gate()
  fakeApi(useLot, async () => {
    await passed
    return problem(422, 'invalid', 'That does not work.')
  })
  const done = consume(milk, 2)
  expect(names(testHousehold)).toEqual([])
  cache.setQueryData(lotPagesQuery({}, cabin).queryKey, { pages: [{ lots: [], next: null }], pageParams: [null] })
  setActiveHousehold(cabin)
  open()
  await done
  expect(names(testHousehold)).toEqual(['Milk'])
  expect(names(cabin)).toEqual([])
})

test('shows and undoes an added item in its household, and refreshes that household’s counts', async () => {
  const { open, passed } = gate()
  const bread: Lot = lot({ name: 'Bread' })
  fakeApi(addLot, async ({ headers }) => {
    sentFor.push(`${headers.get('x-household-id')} add`)
    await passed
    return reply(bread, { 'X-Change-Seq': '7' }, 201)
  })
  await cache.fetchQuery({ queryKey: [testHousehold, inventoryStats.path, {}, {}], queryFn: () => statsOf([milk]) })
  const putting = submitLot({ ingredient: { name: 'Bread' }, quantity: 1, unit: 'each', isOpened: false, isShared: false })
  setActiveHousehold(cabin)
  open()
  const added = await putting
  offerAddUndo([added])
  expect(names(testHousehold)).toContain('Bread')
  expect(names(cabin)).toEqual(['Milk'])
  await waitFor(() => expect(cache.getQueryState([testHousehold, inventoryStats.path, {}, {}])?.isInvalidated).toBe(true))
  await tapUndo()
  await waitFor(() => expect(sentFor).toEqual([`${testHousehold} add`, `${testHousehold} undo 7`, `${testHousehold} lot`]))
  expect(requests.filter((one) => one.startsWith('POST'))).toHaveLength(2)
})

test('refetches an ingredient after an item with a new barcode was added', async () => {
  const food = ingredient({ name: 'Milk' })
  fakeApi(getIngredient, () => food)
  const question = endpointQuery(getIngredient, { params: { id: food.id } })
  await cache.fetchQuery(question)
  fakeApi(addLot, () => reply(milk, { 'X-Change-Seq': '42' }, 201))
  await submitLot({ ingredientId: food.id, quantity: 1, unit: 'l', barcode: '96385074' })
  expect(cache.getQueryState(question.queryKey)?.isInvalidated).toBe(true)
})

describe('through the outbox', () => {
  beforeEach(async () => {
    startOutbox('ada')
    await currentSyncSession()?.outbox.ready
  })
  const waiting = () =>
    currentSyncSession()
      ?.outbox.pending()
      .filter(({ state }) => state === 'waiting')

  test('queues the undo of a change that was sent, if the network went since', async () => {
    fakeApi(useLot, () => reply(used, { 'X-Change-Seq': '41' }))
    await consume(milk, 0.5)
    fakeApi(undoChange, () => Promise.reject(new TypeError('no network')))
    currentSyncSession()?.connectivity.markOffline()
    await tapUndo()
    await screen.findByText('Undone. Will sync when you’re online.')
    expect(waiting()).toMatchObject([
      {
        words: 'Undo: Used 0.5 l Milk',
        intent: { do: 'give-back', lotId: milk.id, quantity: 0.5 },
        request: { method: 'POST', address: '/api/history/41/undo' },
      },
    ])
  })

  test('sends an edit only if no one else changed the lot, and reports theirs', async () => {
    const theirs = { ...milk, location: 'Door', version: 5 }
    let ifMatch: string | null = null
    fakeApi(changeLot, ({ headers }) => {
      ifMatch = headers.get('if-match')
      return problem(412, 'changed_meanwhile', 'Someone else changed this in the meantime.', { current: theirs })
    })
    const outcome = await edit(milk, { location: 'Shelf' })
    expect(ifMatch).toBe('"1"')
    expect(outcome.done ? null : currentRowFrom412(outcome.error, changeLot)).toMatchObject({ location: 'Door' })
    expect(waiting()).toEqual([])
  })
})
