import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { inMemoryRateLimiter } from '#platform/server/endpoints/rate-limiter.ts'
import { answers, type FoodFacts, startFoodFacts } from '#tests/support/fakes/open-food-facts.ts'
import { createOpenFoodFactsCatalog } from './open-food-facts.ts'

let service: FoodFacts
let now = 0
beforeAll(async () => {
  service = await startFoodFacts()
})
afterAll(() => service.close())
beforeEach(() => {
  service.requestedCodes.length = 0
  service.behave(answers.unknown)
})

const code = '3017620422003'
const catalog = ({ perMinute = 12, timeoutMs = 2000 } = {}) =>
  createOpenFoodFactsCatalog({
    origin: service.url,
    version: '1.2.3',
    contact: 'https://larder.example.org',
    budget: inMemoryRateLimiter({ limit: perMinute, windowMs: 60_000 }, () => now),
    timeoutMs,
    clock: () => now,
  })

describe('Open Food Facts', () => {
  it('is queried with API version 2, for few fields, with our user agent', async () => {
    service.behave(answers.product({ product_name: 'Nutella', generic_name: 'Hazelnut spread', brands: 'Ferrero' }))
    expect(await catalog().find(code)).toEqual({ name: 'Nutella', genericName: 'Hazelnut spread' })
    expect(service.last().path).toMatch(/^\/api\/v2\/product\/3017620422003\?fields=code,lang,product_name_en,/)
    expect(service.last().userAgent).toBe('Larder/1.2.3 (https://larder.example.org)')
  })

  it.each([
    [
      'a localized name where the first one is empty',
      { product_name: ' ', product_name_de: 'Haselnusscreme' },
      { name: 'Haselnusscreme', genericName: null },
    ],
    [
      'the generic name where there is no other',
      { generic_name_fr: 'Pâte à tartiner' },
      { name: 'Pâte à tartiner', genericName: 'Pâte à tartiner' },
    ],
    [
      'I-64: a name without its markup',
      { product_name: '<script>alert(1)</script><b>Milk</b> &amp; Honey' },
      { name: 'Milk & Honey', genericName: null },
    ],
    [
      'I-64: a name of the right type where another is none',
      { product_name: { en: 'x' }, product_name_en: ['y'], product_name_fr: 'Lait' },
      { name: 'Lait', genericName: null },
    ],
    ['I-64: a very long name, shortened', { product_name: 'a'.repeat(500) }, { name: `${'a'.repeat(100)}…`, genericName: null }],
  ])('returns %s', async (_what, product, expected) => {
    service.behave(answers.product(product))
    expect(await catalog().find(code)).toEqual(expected)
  })

  it.each([
    ['404', answers.unknown],
    ['status 0 with 200', answers.statusZero],
    ['404 in HTML', answers.raw(404, 'text/html', '<h1>Not found</h1>')],
    ['a product without any name', answers.product({ product_name: '', brands: 'B' })],
    ['a product whose name is nothing to be seen', answers.product({ product_name: '\u200b\u0007<i></i>' })],
  ])('reports a code as unknown for %s', async (_what, behaviour) => {
    service.behave(behaviour)
    expect(await catalog().find(code)).toBe('unknown')
  })

  it.each([
    ['I-64: 503 in HTML', answers.busy],
    ['I-64: HTML with 200', answers.raw(200, 'text/html', '<h1>Sorry</h1>')],
    ['I-64: JSON that is none', answers.raw(200, 'application/json', '{"status":1,')],
    ['I-64: another shape', answers.raw(200, 'application/json', '[1,2]')],
    ['I-64: a product of the wrong type', answers.raw(200, 'application/json', '{"status":1,"product":"milk"}')],
    ['I-64: null', answers.raw(200, 'application/json', 'null')],
    ['I-64: 50 MB', answers.raw(200, 'application/json', Buffer.alloc(50 * 1024 * 1024, 32))],
    ['F-16: silence', answers.silent],
    ['F-16: a closed connection', answers.gone],
    ['a redirect inside', answers.redirect('http://127.0.0.1:1/')],
  ])('returns "unavailable" for %s', async (_what, behaviour) => {
    service.behave(behaviour)
    expect(await catalog({ timeoutMs: 400 }).find(code)).toBe('unavailable')
  })

  it('is queried once for concurrent look-ups of a code', async () => {
    service.behave(answers.product({ product_name: 'Nutella' }))
    const shared = catalog()
    const found = await Promise.all(Array.from({ length: 20 }, () => shared.find(code)))
    expect(found.every((product) => typeof product === 'object' && product.name === 'Nutella')).toBe(true)
    expect(service.requestedCodes).toEqual([code])
  })

  it('F-16: is queried at most 12 times a minute', async () => {
    const shared = catalog()
    const many = (from: number, count: number) =>
      Promise.all(Array.from({ length: count }, (_, at) => shared.find(String(10_000_000 + from + at))))
    expect((await many(0, 20)).filter((answer) => answer === 'unknown')).toHaveLength(12)
    expect(service.requestedCodes).toHaveLength(12)
    now += 30_000
    expect((await many(100, 20)).filter((answer) => answer === 'unknown')).toHaveLength(0)
    now += 31_000
    expect((await many(200, 20)).filter((answer) => answer === 'unknown')).toHaveLength(12)
  })

  it('F-16: pauses for a minute after a 503', async () => {
    service.behave(answers.busy)
    const shared = catalog()
    for (const at of [1, 2, 3]) expect(await shared.find(String(30_000_000 + at))).toBe('unavailable')
    expect(service.requestedCodes).toHaveLength(1)
    now += 61_000
    service.behave(answers.unknown)
    expect(await shared.find('30000009')).toBe('unknown')
  })

  it('F-16: pauses for a minute after five failures in a row, then tries once', async () => {
    service.behave(answers.raw(200, 'text/html', '<h1>Sorry</h1>'))
    const shared = catalog({ perMinute: 1000 })
    const ask = (at: number) => shared.find(String(20_000_000 + at))
    for (let at = 0; at < 9; at += 1) expect(await ask(at)).toBe('unavailable')
    expect(service.requestedCodes).toHaveLength(5)
    now += 61_000
    await Promise.all([ask(20), ask(21), ask(22)])
    expect(service.requestedCodes).toHaveLength(6)
    service.behave(answers.unknown)
    expect(await ask(30)).toBe('unavailable')
    now += 61_000
    expect([await ask(40), await ask(41)]).toEqual(['unknown', 'unknown'])
  })

  it('is never queried with an invalid code', async () => {
    for (const text of ['../../etc/passwd', '1?x=', '', '12345', '1'.repeat(10_000)]) expect(await catalog().find(text)).toBe('unavailable')
    expect(service.requestedCodes).toEqual([])
  })
})
