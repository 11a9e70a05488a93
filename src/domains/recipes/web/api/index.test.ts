import { beforeEach, describe, expect, test } from 'vitest'
import { idempotentSubmits } from '#platform/web/api/idempotent-submit.ts'
import { cache, endpointQuery } from '#platform/web/api/query-cache.ts'
import { startOutbox } from '#platform/web/sync/sync-session.ts'
import { fakeApi, reply, requests } from '#tests/support/browser/fake-api.ts'
import { signIn } from '#tests/support/browser/render.tsx'
import { leekSoup } from '#tests/support/data/api-samples.ts'
import * as contract from '../../contract/index.ts'
import { createRecipe, editRecipe } from './index.ts'
import { planMeals } from './plan.ts'

const imageUrl = 'https://example.com/soup.jpg'
const soup = leekSoup({ name: 'Soup', ingredients: [], instructions: [], prepTime: 0, cookTime: 0, imageUrl })

beforeEach(() => signIn())

describe('a submit repeated after a lost response', () => {
  /** Each request's key and body, whose response is lost the first time. */
  const lost = () => {
    const sent: string[] = []
    return {
      sent,
      receive(headers: Headers, body: unknown) {
        sent.push(`${headers.get('Idempotency-Key')} ${JSON.stringify(body)}`)
        return sent.length === 1 ? new Response('<p>Sign in to this network</p>') : null
      },
    }
  }

  test('plans with the same key and body', async () => {
    const { sent, receive } = lost()
    fakeApi(contract.putMealPlan, ({ headers, body }) => receive(headers, body) ?? [])
    const submit = idempotentSubmits()
    const entries = [{ date: '2026-11-23', recipeId: soup.id }]
    expect([await planMeals(entries, 'Planned', submit()), await planMeals(entries, 'Planned', submit())]).toEqual([false, true])
    expect(sent[0]).toBe(sent[1])
  })

  test('adds a recipe under the same id, also once the outbox is open', async () => {
    const { sent, receive } = lost()
    const ids: (string | undefined)[] = []
    fakeApi(contract.addRecipe, ({ headers, body }) => {
      ids.push(body.id)
      return receive(headers, body) ?? reply({ ...soup, id: body.id }, {}, 201)
    })
    const submit = idempotentSubmits()
    await expect(createRecipe({ name: 'Soup' }, submit())).rejects.toThrow()
    startOutbox('ada of recipes')
    await createRecipe({ name: 'Soup' }, submit())
    expect(sent).toHaveLength(2)
    expect(ids[0]).toBe(ids[1])
  })
})

test('imports the picture of a recipe that was queued once the server has it', async () => {
  const { connectivity, outbox } = startOutbox('ada of pictures')
  await outbox.ready
  fakeApi(contract.addRecipe, () => Promise.reject(new TypeError('no network')))
  fakeApi(contract.fetchRecipePhoto, () => soup)
  connectivity.markOffline()
  const { id } = await createRecipe({ name: 'Soup', imageUrl }, idempotentSubmits()())
  const photo = `POST /api/recipes/${id}/photo/fetch`
  expect(requests).not.toContain(photo)
  fakeApi(contract.addRecipe, ({ body }) => reply({ ...soup, id: body.id }, { 'X-Change-Seq': '4' }, 201))
  connectivity.markOnline()
  await expect.poll(() => requests.at(-1)).toBe(photo)
})

test('refreshes the screens once after an edit', async () => {
  const query = endpointQuery(contract.getRecipe, { params: { id: soup.id } })
  const refreshed: string[] = []
  fakeApi(contract.getRecipe, () => soup)
  fakeApi(contract.changeRecipe, () => reply({ ...soup, notes: 'Good', version: 2 }, { 'X-Change-Seq': '4' }))
  await cache.fetchQuery(query)
  const stop = cache.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'invalidate') refreshed.push(event.query.queryHash)
  })
  await editRecipe(soup, { notes: 'Good' })
  stop()
  expect(refreshed).toHaveLength(1)
})
