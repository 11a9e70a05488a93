import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { countIn } from '#tests/support/data/import-files.ts'
import { grocyAnswers, grocyFile } from '#tests/support/fakes/grocy.ts'
import { openTestApp, type Person, registerTestApp, type TestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const key = 'k'.repeat(50)
let grocy: Server
let address = ''
const requests: { url: string; key: unknown }[] = []
const tables = grocyAnswers()
/** What it sends of its journal. */
let journal = (_query: URLSearchParams): unknown[] | 'out of memory' | undefined => []
/** Serves grocy's API under a path, as behind a reverse proxy. */
const listen = () =>
  new Promise<void>((ready) => {
    grocy = createServer(({ url = '', headers }, response) => {
      requests.push({ url, key: headers['grocy-api-key'] })
      const reply = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (headers['grocy-api-key'] !== key) return reply(401, { error_message: 'Unauthorized' })
      if (url.startsWith('/moved/')) return response.writeHead(302, { location: `${address}/pantry${url.slice(6)}` }).end()
      const [, table = '', query = ''] = /^\/pantry\/api\/objects\/(\w+)(?:\?(.*))?$/.exec(url) ?? []
      const rows = table === 'stock_log' ? journal(new URLSearchParams(query)) : tables[table]
      if (rows === 'out of memory') return reply(500, { error_message: 'Allowed memory size exhausted' })
      return rows ? reply(200, rows) : reply(400, { error_message: 'Entity does not exist or is not exposed' })
    }).listen(0, '127.0.0.1', () => {
      address = `http://127.0.0.1:${(grocy.address() as AddressInfo).port}`
      ready()
    })
  })

let closed: TestApp
const testApp = registerTestApp(async () => {
  await listen()
  const opened = await openTestApp({ LARDER_IMPORT_HOSTS: address })
  const other = await openTestApp()
  closed = other.testApp
  return { testApp: opened.testApp, close: async () => void (await Promise.all([opened.close(), other.close()])) }
})
afterAll(() => void grocy.close())
beforeAll(() => void requests.splice(0))

async function createOwner(from: TestApp = testApp()): Promise<Person> {
  const ana = await from.person('Ana')
  await from.household(ana)
  return ana
}

describe('the journal of a running grocy', () => {
  const use = (id: number) => ({
    ...{ id, product_id: 1, stock_id: `s${id}`, amount: -1, transaction_type: 'consume', undone: 0, spoiled: 0 },
    ...{ purchased_date: '2025-10-01', used_date: '2025-10-02', price: 2 },
  })
  const rows = Array.from({ length: 6_500 }, (_, id) => use(id + 1)).toReversed()
  const preview = async (sends: typeof journal) => {
    const ana = await createOwner()
    journal = sends
    try {
      const record = await ana.must(contract.previewGrocy, { body: { address: `${address}/pantry`, key } })
      const refused = await ana.must(contract.listImportRows, {
        params: { importId: record.id },
        query: { kind: 'past', state: 'refused' },
      })
      return { past: countIn(record, 'past')?.new ?? 0, lots: countIn(record, 'lot')?.new, why: refused.map(({ why }) => why) }
    } finally {
      journal = () => []
    }
  }
  const page = (query: URLSearchParams) => rows.slice(Number(query.get('offset')), Number(query.get('offset')) + Number(query.get('limit')))

  it('is read in pages, or as a whole from a version without them', async () => {
    expect(await preview(page)).toEqual({ past: 6_500, lots: 5, why: [] })
    expect(await preview(() => rows)).toEqual({ past: 6_500, lots: 5, why: [] })
    expect(await preview(() => [])).toEqual({ past: 0, lots: 5, why: [] })
  })

  it('may be missing or break off: the rest is imported, and the preview says what is missing', async () => {
    const why = ['grocy didn’t send its journal, so what was used up before is missing.']
    expect(await preview(() => 'out of memory')).toEqual({ past: 0, lots: 5, why })
    expect(await preview(() => undefined)).toEqual({ past: 0, lots: 5, why })
    expect(await preview((query) => (query.get('offset') === '0' ? page(query) : 'out of memory'))).toEqual({
      past: 5_000,
      lots: 5,
      why: [],
    })
  })
})

describe('a running grocy', () => {
  it('is imported like its file, each row once', async () => {
    const ana = await createOwner()
    const record = await ana.must(contract.previewGrocy, { body: { address: `${address}/pantry/stockoverview`, key } })
    expect(record).toMatchObject({ source: 'grocy', state: 'preview' })
    expect(record.counts.map((one) => [one.kind, one.new])).toEqual([
      ['food', 5],
      ['barcode', 1],
      ['lot', 5],
      ['list', 2],
      ['recipe', 1],
    ])
    expect(new Set(requests.map((one) => one.key))).toEqual(new Set([key]))
    await ana.must(contract.startImport, { params: { importId: record.id }, body: { withoutRefused: true } })
    await testApp().server.jobs.catchUp()
    expect((await ana.must(listLots, { query: {} })) as Lot[]).toHaveLength(5)
    const form = await ana.must(contract.previewGrocy, { body: { address: `${address}/pantry/api/`, key } })
    expect(form.counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0])
    expect(grocyFile().length).toBeGreaterThan(0)
  })

  it('rejects a wrong API key and a server that is not grocy', async () => {
    const ana = await createOwner()
    const code = async (body: { address: string; key: string }) => {
      const answer = await ana.call(contract.previewGrocy, { body })
      return [answer.status, (answer.body as { code?: string }).code]
    }
    expect(await code({ address: `${address}/pantry`, key: 'another' })).toEqual([422, 'import_key_refused'])
    expect(await code({ address: `${address}/elsewhere`, key })).toEqual([422, 'import_not_grocy'])
    expect(await code({ address: 'ftp://example.org/', key })).toEqual([422, 'fetch_refused'])
    expect(await ana.must(contract.listImports)).toEqual([])
  })
})

describe('an address in the server’s network', () => {
  it('is requested only if the server admin allows it', async () => {
    const ben = await createOwner(closed)
    requests.splice(0)
    for (const inside of [`${address}/pantry`, 'http://localhost/', 'http://169.254.169.254/', 'http://grocy.local/', 'http://10.0.0.3/'])
      expect(await ben.call(contract.previewGrocy, { body: { address: inside, key } }), inside).toMatchObject({
        status: 422,
        body: { code: 'fetch_refused', detail: 'Couldn’t reach that address.' },
      })
    const ana = await createOwner()
    expect(await ana.call(contract.previewGrocy, { body: { address: 'http://127.0.0.1:1/', key } })).toMatchObject({
      status: 422,
      body: { code: 'fetch_refused' },
    })
    expect(requests).toEqual([])
  })
})
