import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type InstacartPlatform, replies, startInstacart } from '#tests/support/fakes/instacart.ts'
import { buildProductsLinkRequest, lineItem } from '../../rules/instacart.ts'
import { InstacartError, isInstacartLink, openInstacart } from './instacart.ts'

let platform: InstacartPlatform
beforeAll(async () => {
  platform = await startInstacart()
})
afterAll(() => platform.close())
afterEach(() => platform.behave(replies.page))

const client = (apiKey = platform.apiKey) => openInstacart({ apiKey, baseUrl: platform.url, timeoutMs: 300 })
const page = buildProductsLinkRequest([lineItem('Milk', 2, 'l', ['0036000291452']), lineItem('Sugar', 3, 'tbsp', [])])
const failureOf = async (call: Promise<string>) => {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof InstacartError)) throw new Error(`not an Instacart error: ${error}`)
  return { kind: error.kind, wait: error.retryAfterSeconds }
}

describe('the Instacart client', () => {
  it('sends the documented body and returns the page URL', async () => {
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

  it('is refused with unknown or deprecated keys in the body', async () => {
    const deprecated = { ...page, line_items: [{ name: 'Milk', quantity: 1, unit: 'each' }] }
    expect(await failureOf(client().createPage(deprecated as never))).toEqual({ kind: 'refused', wait: undefined })
    expect(await failureOf(client().createPage({ ...page, enable_pantry_items: true } as never))).toEqual({
      kind: 'refused',
      wait: undefined,
    })
  })

  it('is unauthorized with another key', async () => {
    expect(await failureOf(client('keys.other').createPage(page))).toEqual({ kind: 'unauthorized', wait: undefined })
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
  ] as const)('reports status %i as %s', async (status, kind, wait) => {
    platform.behave(replies.error(status))
    expect(await failureOf(client().createPage(page))).toEqual({ kind, wait })
  })

  it.each([
    ['no response', replies.silent, 'silent'],
    ['a closed connection', replies.gone, 'silent'],
    ['a page in HTML', replies.raw(200, 'text/html', '<h1>Sorry</h1>'), 'silent'],
    [
      'a redirect',
      (response: Parameters<typeof replies.page>[0]) => void response.writeHead(302, { Location: 'https://www.instacart.com/' }).end(),
      'silent',
    ],
    ['a response over the size limit', replies.raw(200, 'application/json', `"${'x'.repeat(100_000)}"`), 'silent'],
    ['invalid JSON', replies.raw(200, 'application/json', '{"products_link_url":'), 'changed'],
    ['a body of another shape', replies.raw(200, 'application/json', '{"url":"https://www.instacart.com/x"}'), 'changed'],
    ['a link of the wrong type', replies.link(7), 'changed'],
    ['a link to another site', replies.link('https://instacart.example.com/x'), 'elsewhere'],
  ])('F-17 reports %s and does not retry', async (_case, behavior, kind) => {
    platform.behave(behavior)
    const before = platform.requests()
    expect(await failureOf(client().createPage(page))).toMatchObject({ kind })
    expect(platform.requests() - before).toBe(1)
  })

  it('reports silence if nothing listens', async () => {
    const unreachable = openInstacart({ apiKey: 'x', baseUrl: 'http://127.0.0.1:1', timeoutMs: 300 })
    expect(await failureOf(unreachable.createPage(page))).toMatchObject({ kind: 'silent' })
  })
})

describe('isInstacartLink', () => {
  const live = 'https://connect.instacart.com'
  const development = 'https://connect.dev.instacart.tools'

  it.each(['https://instacart.com/x', 'https://www.instacart.com/store/recipes/1?retailer_key=a#b', 'https://a.b.instacart.com'])(
    'accepts %s',
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
  ])('rejects %s', (url) => {
    expect([isInstacartLink(url, live), isInstacartLink(url, development)]).toEqual([false, false])
  })

  it('accepts a development link only if the operator uses the development platform', () => {
    const link = 'https://customers.dev.instacart.tools/store/shopping_lists/1'
    expect(isInstacartLink(link, development)).toBe(true)
    for (const other of [live, platform.url, 'https://connect.dev.instacart.tools.evil.example', ''])
      expect(isInstacartLink(link, other)).toBe(false)
  })
})
