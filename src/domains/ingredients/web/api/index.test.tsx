import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { undoChange } from '#domains/households/contract/index.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { setActiveHousehold } from '#platform/web/session/session.ts'
import { Toasts } from '#platform/web/ui/toast.tsx'
import { fakeApi, problem, reply } from '#tests/support/browser/fake-api.ts'
import { signIn, testHousehold } from '#tests/support/browser/render.tsx'
import { ingredient } from '#tests/support/data/api-samples.ts'
import { changeIngredient, listIngredients, removeIngredient } from '../../contract/index.ts'
import { changeIngredientWithUndo, deleteIngredientWithUndo } from './index.ts'

const cabin = '22222222-2222-4222-8222-222222222222'
const milk = ingredient({ name: 'Milk', parLevel: 2 })
const pars = (household: string) =>
  cache.getQueryData(endpointQuery(listIngredients, {}, household).queryKey)?.map(({ parLevel }) => parLevel)

beforeEach(async () => {
  signIn()
  fakeApi(listIngredients, () => [milk])
  for (const household of [testHousehold, cabin]) await cache.fetchQuery(endpointQuery(listIngredients, {}, household))
  render(<Toasts />)
})
afterEach(() => void toast.dismiss())

test('a response after switching households updates only its own household', async () => {
  for (const answer of [problem(422, 'invalid', 'That does not work.'), reply({ ...milk, parLevel: 5, version: 2 })]) {
    const finished = Promise.withResolvers<void>()
    fakeApi(changeIngredient, async () => {
      await finished.promise
      return answer
    })
    setActiveHousehold(testHousehold)
    const done = changeIngredientWithUndo(milk, { parLevel: 5 }, { parLevel: 5 }).catch(() => {})
    expect(pars(testHousehold)).toEqual([5])
    setActiveHousehold(cabin)
    cache.setQueryData(endpointQuery(listIngredients, {}, cabin).queryKey, [{ ...milk, parLevel: 9 }])
    finished.resolve()
    await done
    expect(pars(testHousehold)).toEqual([answer.ok ? 5 : 2])
    expect(pars(cabin)).toEqual([9])
  }
})

test('two rejected changes in a row restore the ingredient', async () => {
  fakeApi(changeIngredient, () => problem(422, 'invalid', 'That does not work.'))
  const first = changeIngredientWithUndo(milk, { parLevel: 5 }, { parLevel: 5 })
  const second = changeIngredientWithUndo({ ...milk, parLevel: 5 }, { parLevel: 6 }, { parLevel: 6 })
  expect(pars(testHousehold)).toEqual([6])
  expect((await Promise.allSettled([first, second])).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(pars(testHousehold)).toEqual([2])
})

test('a change of an outdated row keeps newer fields, and a conflict shows the newest row', async () => {
  const others = { ...milk, parLevel: 9, version: 4 }
  cache.setQueryData(endpointQuery(listIngredients, {}, testHousehold).queryKey, [{ ...milk, parLevel: 7, version: 3 }])
  fakeApi(changeIngredient, () => problem(412, 'stale', 'Someone else changed this in the meantime.', { current: others }))
  const done = changeIngredientWithUndo(milk, { defaultLocation: 'Cellar' }).catch(() => {})
  expect(pars(testHousehold)).toEqual([7])
  await done
  expect(pars(testHousehold)).toEqual([9])
})

test('Undo applies to the household in which the ingredient was removed', async () => {
  let undoneIn: string | null = null
  fakeApi(removeIngredient, () => reply(undefined, { 'X-Change-Seq': '12' }, 204))
  fakeApi(undoChange, ({ params, headers }) => {
    undoneIn = headers.get('x-household-id')
    return {
      seq: params.seq + 1,
      name: 'change.undone',
      actor: null,
      isByGuest: false,
      tablet: null,
      at: '2026-11-21T10:00:00.000Z',
      summary: 'Undid',
      canUndo: false,
    }
  })
  await deleteIngredientWithUndo(milk)
  setActiveHousehold(cabin)
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(undoneIn).toBe(testHousehold))
})
