import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scanBarcode } from '#domains/scanning/contract.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { getCatalogState, importCatalog, searchCatalog, uploadDump } from '../contract/catalog.ts'
import { createCatalogImporter } from './gateway/catalog-importer.ts'
import { importDump } from './gateway/import-dump.ts'
import { catalogPaths, openCatalog } from './gateway/local-catalog.ts'

const [oats, spread, milk] = ['4006381333931', '3017620422003', '96385074']
const dump = `${oats}\tFlocons d'avoine\tfr\n${spread}\tCrème fraîche épaisse\tfr\n${milk}\tHaferflocken zart\tde\n40084107\tHaferflocken zart\tde\n00000024\tHaferflocken kernig\tde\nnonsense\n`
const folder = mkdtempSync(join(tmpdir(), 'larder-test-catalog-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string, content: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const home = (name: string) => {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}

describe('the catalog', () => {
  it('imports a gzipped dump and finds names by normalized code', async () => {
    const outcome = await importDump(file('a.gz', gzipSync(dump)), home('a'), new Date())
    expect(outcome).toMatchObject({ products: 5, names: 4, leftOut: 1 })
    const catalog = openCatalog(home('a'), () => {})
    expect([oats, milk, '0000000000024', '5000112637922'].map((code) => catalog.find(code))).toEqual([
      "Flocons d'avoine",
      'Haferflocken zart',
      'Haferflocken kernig',
      null,
    ])
    catalog.close()
  })

  it.each([
    ['accents', 'creme fraiche', 'Crème fraîche épaisse'],
    ['the beginning of a word', 'hafer', 'Haferflocken zart'],
    ['words in another order', 'zart hafer', 'Haferflocken zart'],
    ['a typing error', 'haferfloken', 'Haferflocken zart'],
  ])('finds a name by %s', (_what, typed, name) => {
    const catalog = openCatalog(home('a'), () => {})
    expect(catalog.search(typed, 5)).toContain(name)
    catalog.close()
  })

  it.each(['', 'x', '"', '*', 'a" OR "b', '(', 'NEAR(', '🥛', 'zzzzzz'])('finds nothing for %j', (typed) => {
    const catalog = openCatalog(home('a'), () => {})
    expect(catalog.search(typed, 5)).toEqual([])
    catalog.close()
  })

  it('is reopened when an import replaces it', async () => {
    const place = home('b')
    const catalog = openCatalog(place, () => {})
    expect(catalog.find(oats)).toBeNull()
    await importDump(file('b.tsv', dump), place, new Date())
    await vi.waitFor(() => expect(catalog.find(oats)).toBe("Flocons d'avoine"), { timeout: 10_000 })
    catalog.close()
  })

  it('is complete after an interrupted import resumes', async () => {
    const place = home('c')
    const line = (at: number) => `${withCheck(String(500_000_000_000 + at))}\tProduct ${at % 1000}\ten\n`
    const path = file('c.tsv', Array.from({ length: 120_000 }, (_, at) => line(at)).join(''))
    let reports = 0
    const stopped = importDump(path, place, new Date(), () => {
      reports += 1
      if (reports === 2) throw new Error('the power went')
    })
    await expect(stopped).rejects.toThrow('the power went')
    expect(existsSync(catalogPaths(place).catalog)).toBe(false)
    let first = 0
    const outcome = await importDump(path, place, new Date(), (_share, products) => {
      first ||= products
    })
    expect(first).toBeGreaterThan(100_000)
    expect(outcome).toMatchObject({ products: 120_000, names: 1000 })
    expect(readdirSync(place)).toEqual(['catalogue.db'])
  })

  it.each([
    ['of something else', 'hello\nworld\n', 'No product stands in that file'],
    ['cut off', gzipSync(dump.repeat(500)).subarray(0, 200), 'damaged'],
  ])('is unchanged after a file %s', async (_what, content, why) => {
    const place = home('a')
    await expect(importDump(file('bad.gz', content), place, new Date())).rejects.toThrow(why)
    const catalog = openCatalog(place, () => {})
    expect(catalog.find(oats)).toBe("Flocons d'avoine")
    catalog.close()
  })
})

/** Appends the check digit of a GTIN-13. */
const withCheck = (digits: string) =>
  digits + String((10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10)

describe('a partial upload of a killed server', () => {
  const [killed, arriving, foreign] = ['sent 2026-11-20T10.00.00.gz.part', 'sent 2026-11-23T10.00.00.gz.part', 'mine.part']
  const hourAgo = Date.now() / 1000 - 3600

  it.each([
    ['start', async (place: string) => void createCatalogImporter(place)],
    [
      'upload',
      async (place: string, writeLeftovers: () => void) => {
        const imports = createCatalogImporter(place)
        writeLeftovers()
        await imports.keep(Readable.from([dump]), new Date())
        expect(imports.files()).toHaveLength(1)
      },
    ],
  ])('is deleted at the next %s, unlike current uploads and other files', async (what, happens) => {
    const place = home(`partial upload, ${what}`)
    const { dumps } = catalogPaths(place)
    mkdirSync(dumps)
    const writeLeftovers = () => {
      for (const name of [killed, arriving, foreign]) writeFileSync(join(dumps, name), 'half')
      for (const name of [killed, foreign]) utimesSync(join(dumps, name), hourAgo, hourAgo)
    }
    writeLeftovers()
    await happens(place, writeLeftovers)
    expect(readdirSync(dumps).filter((name) => name.endsWith('.part'))).toEqual([foreign, arriving])
  })
})

describe('an import in the app', () => {
  const testApp = useTestApp({ LARDER_ADMINS: 'ops.catalog@kitchen.example' })
  let ana: Person
  beforeAll(async () => {
    ana = await testApp().person('Ana')
    await testApp().household(ana)
  })
  const asAdministrator = async () => {
    const { database } = testApp().server
    await database.identity
      .withTables<{ users: { id: string; email: string } }>()
      .updateTable('users')
      .set({ email: 'ops.catalog@kitchen.example' })
      .where('id', '=', ana.userId)
      .execute()
  }

  it('shows files to server admins only, and rejects uploads by others before reading them', async () => {
    mkdirSync(catalogPaths(testApp().config.dataDir).dumps, { recursive: true })
    writeFileSync(join(catalogPaths(testApp().config.dataDir).dumps, 'off.tsv'), dump)
    const nothing = { isAdministrator: false, files: [], import: null }
    expect(await ana.must(getCatalogState)).toMatchObject(nothing)
    const refused = { status: 403, body: { code: 'administrators_only' } }
    expect(await ana.call(importCatalog, { body: { file: 'off.tsv' } })).toMatchObject(refused)
    expect(await send('sent')).toMatchObject(refused)
    expect(readdirSync(catalogPaths(testApp().config.dataDir).dumps)).toEqual(['off.tsv'])
  })

  const send = (content: string) =>
    testApp().inject({
      method: 'POST',
      url: uploadDump.path,
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\ncontent-disposition: form-data; name="dump"; filename="../../x"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--x--\r\n`,
    })

  it('I-26: accepts listed names only, and generates names for uploads', async () => {
    await asAdministrator()
    for (const file of ['../larder.db', '/etc/passwd', 'catalogue/off.tsv', '..', 'off.tsv\u0000', 'x/../off.tsv'])
      expect((await ana.call(importCatalog, { body: { file } })).status, file).toBe(422)
    expect((await ana.must(importCatalog, { body: { file: 'OFF.TSV' } })).import).toBeNull()
    const { status, body } = await send(dump)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      isAdministrator: true,
      files: [{ name: 'off.tsv' }, { name: expect.stringMatching(/^sent [\dT.-]+\.gz$/) }],
    })
    const { dumps } = catalogPaths(testApp().config.dataDir)
    const [stored = ''] = readdirSync(dumps).filter((name) => name.startsWith('sent '))
    expect(readFileSync(join(dumps, stored), 'utf8')).toBe(dump)
  })

  it('gives simultaneous uploads different names', async () => {
    const { dumps } = catalogPaths(testApp().config.dataDir)
    const before = readdirSync(dumps).length
    expect((await Promise.all([send(dump), send(dump)])).map(({ status }) => status)).toEqual([200, 200])
    const added = readdirSync(dumps).slice(before)
    expect(added).toHaveLength(2)
    for (const name of added) rmSync(join(dumps, name))
  })

  it('F-13: discards an interrupted upload', async () => {
    const { app } = testApp().server
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { dumps } = catalogPaths(testApp().config.dataDir)
    const before = readdirSync(dumps)
    const head = `--x\r\ncontent-disposition: form-data; name="dump"; filename="x"\r\ncontent-type: text/plain\r\n\r\n`
    const request = Buffer.from(`${head}${dump.repeat(2000)}\r\n--x--\r\n`)
    for (const share of [0.01, 0.5, 0.99]) {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.write(`POST ${uploadDump.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ana.token}\r\n`)
      socket.write(`content-type: multipart/form-data; boundary=x\r\ncontent-length: ${request.length}\r\n\r\n`)
      socket.write(request.subarray(0, Math.floor(request.length * share)))
      await expect.poll(() => readdirSync(dumps)).toHaveLength(before.length + 1)
      socket.destroy()
      await expect.poll(() => readdirSync(dumps)).toEqual(before)
    }
  })

  it('shows its progress, and provides names for codes without the network', async () => {
    await ana.must(importCatalog, { body: { file: 'off.tsv' } })
    await vi.waitFor(async () => expect((await ana.must(getCatalogState)).import?.state).toBe('done'), { timeout: 20_000 })
    await vi.waitFor(async () => expect((await ana.must(getCatalogState)).products).toBe(5), { timeout: 10_000 })
    expect(await ana.must(searchCatalog, { query: { search: 'flocons' } })).toEqual([{ name: "Flocons d'avoine" }])
    expect(await ana.must(scanBarcode, { body: { code: oats } })).toMatchObject({
      success: true,
      needsConfirmation: true,
      extractedText: "Flocons d'avoine",
      barcode: oats,
    })
  })
})
