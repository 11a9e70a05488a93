import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Lot, listLots } from '#domains/inventory/contract.ts'
import { grocyAnswers, grocyFile } from '#tests/support/fakes/grocy.ts'
import { openTestApp, type Person, type TestApp, whileTesting } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'

const key = 'k'.repeat(50)
let grocy: Server
let address = ''
const asked: { url: string; key: unknown }[] = []
const tables = grocyAnswers()
/** Speaks grocy's API, under a path of its own as behind a proxy. */
const listen = () =>
  new Promise<void>((ready) => {
    grocy = createServer(({ url = '', headers }, response) => {
      asked.push({ url, key: headers['grocy-api-key'] })
      const say = (status: number, body: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (headers['grocy-api-key'] !== key) return say(401, { error_message: 'Unauthorized' })
      if (url.startsWith('/moved/')) return response.writeHead(302, { location: `${address}/pantry${url.slice(6)}` }).end()
      const [, table = ''] = /^\/pantry\/api\/objects\/(\w+)$/.exec(url) ?? []
      const rows = tables[table]
      return rows ? say(200, rows) : say(400, { error_message: 'Entity does not exist or is not exposed' })
    }).listen(0, '127.0.0.1', () => {
      address = `http://127.0.0.1:${(grocy.address() as AddressInfo).port}`
      ready()
    })
  })

let closed: TestApp
const testApp = whileTesting(async () => {
  await listen()
  const opened = await openTestApp({ LARDER_IMPORT_HOSTS: address })
  const other = await openTestApp()
  closed = other.testApp
  return { testApp: opened.testApp, close: async () => void (await Promise.all([opened.close(), other.close()])) }
})
afterAll(() => void grocy.close())
beforeAll(() => void asked.splice(0))

async function anOwner(from: TestApp = testApp()): Promise<Person> {
  const ana = await from.person('Ana')
  await from.household(ana)
  return ana
}

describe('a grocy that answers', () => {
  it('comes as its file would, and both together once', async () => {
    const ana = await anOwner()
    const made = await ana.must(contract.readGrocy, { body: { address: `${address}/pantry/stockoverview`, key } })
    expect(made).toMatchObject({ source: 'grocy', state: 'preview' })
    expect(made.counts.map((one) => [one.kind, one.new])).toEqual([
      ['food', 5],
      ['barcode', 1],
      ['lot', 5],
      ['list', 2],
      ['recipe', 1],
    ])
    expect(new Set(asked.map((one) => one.key))).toEqual(new Set([key]))
    await ana.must(contract.startImport, { params: { importId: made.id }, body: { withoutRefused: true } })
    await testApp().server.jobs.catchUp()
    expect((await ana.must(listLots, { query: {} })) as Lot[]).toHaveLength(5)
    const form = await ana.must(contract.readGrocy, { body: { address: `${address}/pantry/api/`, key } })
    expect(form.counts.map((one) => one.new)).toEqual([0, 0, 0, 0, 0])
    expect(grocyFile().length).toBeGreaterThan(0)
  })

  it('without the right key, or that is no grocy, says so', async () => {
    const ana = await anOwner()
    const code = async (body: { address: string; key: string }) => {
      const answer = await ana.call(contract.readGrocy, { body })
      return [answer.status, (answer.body as { code?: string }).code]
    }
    expect(await code({ address: `${address}/pantry`, key: 'another' })).toEqual([422, 'import_key_refused'])
    expect(await code({ address: `${address}/elsewhere`, key })).toEqual([422, 'import_not_grocy'])
    expect(await code({ address: 'ftp://example.org/', key })).toEqual([422, 'fetch_refused'])
    expect(await ana.must(contract.listImports)).toEqual([])
  })
})

describe('an address inside the network', () => {
  it('is asked only where whoever runs the server named it', async () => {
    const ben = await anOwner(closed)
    asked.splice(0)
    for (const inside of [`${address}/pantry`, 'http://localhost/', 'http://169.254.169.254/', 'http://grocy.local/', 'http://10.0.0.3/'])
      expect(await ben.call(contract.readGrocy, { body: { address: inside, key } }), inside).toMatchObject({
        status: 422,
        body: { code: 'fetch_refused', detail: 'Couldn’t reach that address.' },
      })
    const ana = await anOwner()
    expect(await ana.call(contract.readGrocy, { body: { address: 'http://127.0.0.1:1/', key } })).toMatchObject({
      status: 422,
      body: { code: 'fetch_refused' },
    })
    expect(asked).toEqual([])
  })
})
