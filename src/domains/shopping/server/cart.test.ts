import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changeIngredient } from '#domains/ingredients/contract/index.ts'
import { createPeople } from '#tests/support/data/people.ts'
import { replies, startInstacart } from '#tests/support/fakes/instacart.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract/index.ts'

const platform = await startInstacart()
const testApp = useTestApp({ INSTACART_API_KEY: platform.apiKey, INSTACART_BASE_URL: platform.url })
const without = useTestApp()
let ana: Person
let ben: Person
beforeEach(async () => {
  ;[ana, ben] = (await createPeople(testApp(), 2, 'Ana')) as [Person, Person]
  await testApp().household(ana, ben)
})
afterEach(() => platform.behave(replies.page))
afterAll(() => platform.close())

const onList = (name: string, suggestedQuantity: number, unit: contract.ShoppingItem['unit']) =>
  ana.must(contract.addShoppingItem, { body: { ingredientName: name, suggestedQuantity, unit } })
const lineOf = (item: contract.ShoppingItem) => ({
  productId: item.instacartProductId ?? '',
  quantity: item.suggestedQuantity,
  unit: item.unit,
})
const send = (items: contract.ShoppingItem[], key?: string, person = ana) =>
  person.call(contract.createInstacartCart, { body: { items: items.map(lineOf) }, ...(key && { headers: { 'idempotency-key': key } }) })
const listOf = (person: Person) => person.must(contract.getShoppingList)

describe('creating an Instacart page', () => {
  it('sends names, measurements and the household’s own barcodes', async () => {
    const { ingredient } = await addSomeLot(ana, {
      ingredient: { name: 'Tissues' },
      quantity: 1,
      unit: 'each',
      barcode: '036000291452',
    })
    await ana.must(changeIngredient, {
      params: { id: ingredient.id },
      body: { barcodes: [{ code: '0036000291452' }, { code: '96385074' }, { code: '4006381333931' }] },
    })
    const items = [await onList('tissues', 2, 'each'), await onList('Olive oil', 3, 'tbsp'), await onList('Stock', 8, 'fl_oz')]
    const { status, body } = await send(items)
    expect(status).toBe(200)
    expect(body.cart).toEqual({
      url: expect.stringMatching(/^https:\/\/www\.instacart\.com\//),
      items: [
        { productId: items[0]?.instacartProductId, name: 'tissues', quantity: 2, unit: 'each' },
        { productId: items[1]?.instacartProductId, name: 'Olive oil', quantity: 3, unit: 'tablespoon' },
        { productId: items[2]?.instacartProductId, name: 'Stock', quantity: 236.588, unit: 'milliliter' },
      ],
      unmatched: [],
    })
    expect(platform.pages.at(-1)?.line_items).toEqual([
      { name: 'Olive oil', line_item_measurements: [{ quantity: 3, unit: 'tablespoon' }] },
      { name: 'Stock', line_item_measurements: [{ quantity: 236.588, unit: 'milliliter' }] },
      { name: 'tissues', line_item_measurements: [{ quantity: 2, unit: 'each' }], upcs: ['036000291452', '4006381333931'] },
    ])
    const { items: rows, canSendToInstacart } = await listOf(ana)
    expect([
      canSendToInstacart,
      rows.every(({ instacartProductId, instacartPrice }) => instacartProductId !== null && instacartPrice === null),
    ]).toEqual([true, true])
    expect(JSON.stringify([body, rows])).not.toContain(platform.apiKey)
  })

  it('returns the same page to every member until the list changes', async () => {
    const items = [await onList('Milk', 2, 'l'), await onList('Bread', 1, 'each')]
    const made = platform.pages.length
    const first = await send(items)
    const second = await send(items.toReversed(), undefined, ben)
    expect(second.body.cart.url).toBe(first.body.cart.url)
    const more = await ana.must(contract.changeShoppingItem, { params: { id: items[0]?.id ?? '' }, body: { suggestedQuantity: 3 } })
    const third = await send([more.item, items[1] as contract.ShoppingItem])
    expect(third.body.cart.url).not.toBe(first.body.cart.url)
    expect(platform.pages.length - made).toBe(2)
  })

  it('needs a row on the list and returns the product ids that are not', async () => {
    const [milk, bread] = [await onList('Milk', 2, 'l'), await onList('Bread', 1, 'each')]
    await ana.must(contract.removeShoppingItem, { params: { id: bread.id } })
    expect((await send([milk, bread])).body.cart).toMatchObject({ items: [{ name: 'Milk' }], unmatched: [bread.instacartProductId] })
    const nothingToSend = {
      status: 422,
      body: { code: 'instacart_nothing_to_send', detail: 'No checked items with Instacart products available' },
    }
    expect(await send([bread])).toMatchObject(nothingToSend)
    expect(await send([])).toMatchObject(nothingToSend)
    const [stranger] = (await createPeople(testApp(), 1)) as [Person]
    await testApp().household(stranger)
    expect(await send([milk], undefined, stranger)).toMatchObject(nothingToSend)
  })

  it('is unavailable without an API key and says what is missing', async () => {
    const [carl] = (await createPeople(without(), 1)) as [Person]
    await without().household(carl)
    const item = await carl.must(contract.addShoppingItem, { body: { ingredientName: 'Milk' } })
    expect([item.instacartProductId, (await listOf(carl)).canSendToInstacart]).toEqual([null, false])
    const answer = await carl.call(contract.createInstacartCart, {
      body: { items: [{ productId: `larder-${item.id}`, quantity: 1, unit: 'each' }] },
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'instacart_not_set_up', detail: expect.stringContaining('INSTACART_API_KEY') },
    })
  })

  it.each([
    [400, 502, 'instacart_refused'],
    [401, 502, 'instacart_key_refused'],
    [403, 502, 'instacart_not_allowed'],
    [429, 503, 'instacart_busy'],
    [500, 502, 'instacart_down'],
  ])('leaves the list unchanged after status %i and can be retried', async (theirs, ours, code) => {
    const items = [await onList('Milk', 2, 'l')]
    const before = await listOf(ana)
    platform.behave(replies.error(theirs))
    const answer = await send(items, 'failing')
    expect(answer).toMatchObject({ status: ours, body: { code, detail: expect.stringContaining('Your list hasn’t changed.') } })
    expect(answer.headers['retry-after']).toBe(theirs === 429 ? '60' : undefined)
    expect(answer.text).not.toContain(platform.apiKey)
    expect(await listOf(ana)).toEqual(before)
    platform.behave(replies.page)
    expect((await send(items, 'again')).status).toBe(200)
  })

  it.each([
    ['a body of another shape', replies.raw(200, 'application/json', '{}'), 'instacart_changed'],
    ['a link to another site', replies.link('https://evil.example/'), 'instacart_link_refused'],
  ])('reports %s', async (_case, behavior, code) => {
    platform.behave(behavior)
    expect(await send([await onList('Milk', 2, 'l')])).toMatchObject({ status: 502, body: { code } })
  })

  it('F-17 creates at most one page per key, even if the response was lost', async () => {
    const items = [await onList('Milk', 2, 'l')]
    platform.behave(replies.gone)
    const before = platform.pages.length
    for (let i = 0; i < 3; i++) expect(await send(items, 'lost')).toMatchObject({ status: 502, body: { code: 'instacart_no_answer' } })
    expect(platform.pages.length - before).toBe(1)
    platform.behave(replies.page)
    expect(await send(items, 'lost')).toMatchObject({ status: 502, body: { code: 'instacart_no_answer' } })
    expect(platform.pages.length - before).toBe(1)
    const asked = await send(items, 'new')
    expect([asked.status, platform.pages.length - before]).toEqual([200, 2])
    expect((await send(items, 'new')).text).toBe(asked.text)
    expect((await send([await onList('Bread', 1, 'each')], 'new')).body).toMatchObject({ code: 'idempotency_key_reused' })
    expect(platform.pages.length - before).toBe(2)
  })

  it('F-17 creates one page for concurrent requests', async () => {
    const items = [await onList('Milk', 2, 'l')]
    const before = platform.pages.length
    platform.behave((response) => void setTimeout(() => replies.page(response), 50))
    const answers = await Promise.all(Array.from({ length: 10 }, (_, i) => send(items, `at-once-${i % 2}`)))
    expect(platform.pages.length - before).toBe(1)
    const urls = new Set(answers.flatMap(({ status, body }) => (status === 200 ? [body.cart.url] : [])))
    expect(urls.size).toBe(1)
    for (const { status, text } of answers) if (status !== 200) expect(text).toContain('instacart_under_way')
    platform.behave(replies.page)
    expect((await send(items, 'after')).body.cart.url).toBe([...urls][0])
  })
})
