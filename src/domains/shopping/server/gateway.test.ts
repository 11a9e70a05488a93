import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type InstacartPlatform, replies, startInstacart } from '#tests/support/fakes/instacart.ts'
import { lineItem, productsLink } from '../rules/instacart.ts'
import { InstacartTrouble, isInstacartLink, openInstacart } from './gateway.ts'

let platform: InstacartPlatform
beforeAll(async () => {
  platform = await startInstacart()
})
afterAll(() => platform.close())
afterEach(() => platform.behave(replies.page))

const client = (apiKey = platform.apiKey) => openInstacart({ apiKey, baseUrl: platform.url, timeoutMs: 300 })
const page = productsLink([lineItem('Milk', 2, 'l', ['0036000291452']), lineItem('Sugar', 3, 'tbsp', [])])
const trouble = async (call: Promise<string>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof InstacartTrouble)) throw new Error(`no trouble: ${error}`)
  return { kind: error.kind, wait: error.retryAfterSeconds }
}

describe('Instacart', () => {
  it('is sent what it documents, and answers the page', async () => {
    expect(await client().createPage(page)).toMatch(/^https:\/\/www\.instacart\.com\/store\//)
    expect(platform.pages.at(-1)).toEqual({
      title: 'Shopping list',
      link_type: 'shopping_list',
      line_items: [
        { name: 'Milk', line_item_measurements: [{ quantity: 2, unit: 'liter' }], upcs: ['036000291452'] },
        { name: 'Sugar', line_item_measurements: [{ quantity: 3, unit: 'tablespoon' }] },
      ],
    })
  })

  it('would refuse a body with keys that are unknown or deprecated', async () => {
    const deprecated = { ...page, line_items: [{ name: 'Milk', quantity: 1, unit: 'each' }] }
    expect(await trouble(client().createPage(deprecated as never))).toEqual({ kind: 'refused', wait: undefined })
    expect(await trouble(client().createPage({ ...page, enable_pantry_items: true } as never))).toEqual({
      kind: 'refused',
      wait: undefined,
    })
  })

  it('does not know another key', async () => {
    expect(await trouble(client('keys.other').createPage(page))).toEqual({ kind: 'unauthorized', wait: undefined })
  })

  it.each([
    [400, 'refused', undefined],
    [401, 'unauthorized', undefined],
    [403, 'forbidden', undefined],
    [404, 'changed', undefined],
    [408, 'silent', undefined],
    [429, 'busy', 60],
    [500, 'down', undefined],
    [503, 'down', undefined],
  ] as const)('answering %i is told as %s', async (status, kind, wait) => {
    platform.behave(replies.error(status))
    expect(await trouble(client().createPage(page))).toEqual({ kind, wait })
  })

  it.each([
    ['silence', replies.silent, 'silent'],
    ['a closed connection', replies.gone, 'silent'],
    ['a page in HTML', replies.raw(200, 'text/html', '<h1>Sorry</h1>'), 'silent'],
    [
      'a redirect',
      (response: Parameters<typeof replies.page>[0]) => void response.writeHead(302, { Location: 'https://www.instacart.com/' }).end(),
      'silent',
    ],
    ['far too much', replies.raw(200, 'application/json', `"${'x'.repeat(100_000)}"`), 'silent'],
    ['JSON that is none', replies.raw(200, 'application/json', '{"products_link_url":'), 'changed'],
    ['another shape', replies.raw(200, 'application/json', '{"url":"https://www.instacart.com/x"}'), 'changed'],
    ['a link of the wrong type', replies.link(7), 'changed'],
    ['a link to somebody else', replies.link('https://instacart.example.com/x'), 'elsewhere'],
  ])('F-17 answering %s is told, and asked for once only', async (_what, behaviour, kind) => {
    platform.behave(behaviour)
    const before = platform.requests()
    expect(await trouble(client().createPage(page))).toMatchObject({ kind })
    expect(platform.requests() - before).toBe(1)
  })

  it('cannot be reached where nothing listens', async () => {
    const nowhere = openInstacart({ apiKey: 'x', baseUrl: 'http://127.0.0.1:1', timeoutMs: 300 })
    expect(await trouble(nowhere.createPage(page))).toMatchObject({ kind: 'silent' })
  })
})

describe('a link', () => {
  const live = 'https://connect.instacart.com'
  const development = 'https://connect.dev.instacart.tools'

  it.each(['https://instacart.com/x', 'https://www.instacart.com/store/recipes/1?retailer_key=a#b', 'https://a.b.instacart.com'])(
    '%s leads to Instacart',
    (url) => {
      expect([isInstacartLink(url, live), isInstacartLink(url, development)]).toEqual([true, true])
    },
  )
  it.each([
    'http://www.instacart.com/x',
    'https://instacart.com.evil.example/x',
    'https://evilinstacart.com/x',
    'https://www.instacart.com@evil.example/',
    'https://user:pw@www.instacart.com/',
    'https://www.instacart.com:8443/',
    'https://evil.example\\@www.instacart.com/',
    'https://www.instacart.com /',
    'javascript:alert(1)//instacart.com',
    'data:text/html,instacart.com',
    `https://www.instacart.com/${'x'.repeat(5000)}`,
    '//www.instacart.com/x',
    'https://instacart.tools/store/shopping_lists/1',
    'https://dev.instacart.tools.evil.example/x',
    'https://evildev.instacart.tools/x',
    'http://customers.dev.instacart.tools/x',
    '',
  ])('%s does not', (url) => {
    expect([isInstacartLink(url, live), isInstacartLink(url, development)]).toEqual([false, false])
  })

  it('to the development platform is good where the operator has chosen that one, and nowhere else', () => {
    const link = 'https://customers.dev.instacart.tools/store/shopping_lists/1'
    expect(isInstacartLink(link, development)).toBe(true)
    for (const other of [live, platform.url, 'https://connect.dev.instacart.tools.evil.example', ''])
      expect(isInstacartLink(link, other)).toBe(false)
  })
})
