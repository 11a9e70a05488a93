import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { scanBarcode } from '#domains/scanning/contract/index.ts'
import { type Person, useTestApp } from '#tests/support/server/test-app.ts'
import { importCatalogue, searchCatalogue, showCatalogue, uploadDump } from '../contract/catalogue.ts'
import { openCatalogue } from './gateway/catalogue.ts'
import { catalogueImporter } from './gateway/catalogue-importer.ts'
import { cataloguePlaces } from './gateway/catalogue-paths.ts'
import { importDump } from './gateway/import-dump.ts'

const [oats, spread, milk] = ['4006381333931', '3017620422003', '96385074']
const dump = `${oats}\tFlocons d'avoine\tfr\n${spread}\tCrème fraîche épaisse\tfr\n${milk}\tHaferflocken zart\tde\n40084107\tHaferflocken zart\tde\n00000024\tHaferflocken kernig\tde\nnonsense\n`
const folder = mkdtempSync(join(tmpdir(), 'larder-test-catalogue-'))
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

describe('the catalogue', () => {
  it('is filled from a packed dump and answers codes in normal form', async () => {
    const outcome = await importDump(file('a.gz', gzipSync(dump)), home('a'), new Date())
    expect(outcome).toMatchObject({ products: 5, names: 4, leftOut: 1 })
    const catalogue = openCatalogue(home('a'), () => {})
    expect([oats, milk, '0000000000024', '5000112637922'].map((code) => catalogue.find(code))).toEqual([
      "Flocons d'avoine",
      'Haferflocken zart',
      'Haferflocken kernig',
      null,
    ])
    catalogue.close()
  })

  it.each([
    ['accents', 'creme fraiche', 'Crème fraîche épaisse'],
    ['the beginning of a word', 'hafer', 'Haferflocken zart'],
    ['words in another order', 'zart hafer', 'Haferflocken zart'],
    ['a typing error', 'haferfloken', 'Haferflocken zart'],
  ])('finds a name by %s', (_what, typed, name) => {
    const catalogue = openCatalogue(home('a'), () => {})
    expect(catalogue.search(typed, 5)).toContain(name)
    catalogue.close()
  })

  it.each(['', 'x', '"', '*', 'a" OR "b', '(', 'NEAR(', '🥛', 'zzzzzz'])('answers nothing for %j, and throws at nothing', (typed) => {
    const catalogue = openCatalogue(home('a'), () => {})
    expect(catalogue.search(typed, 5)).toEqual([])
    catalogue.close()
  })

  it('is taken up while the server runs, and the one before serves until then', async () => {
    const place = home('b')
    const catalogue = openCatalogue(place, () => {})
    expect(catalogue.find(oats)).toBeNull()
    await importDump(file('b.tsv', dump), place, new Date())
    await vi.waitFor(() => expect(catalogue.find(oats)).toBe("Flocons d'avoine"), { timeout: 10_000 })
    catalogue.close()
  })

  it('goes on where an import was ended, and is whole in the end', async () => {
    const place = home('c')
    const line = (at: number) => `${withCheck(String(500_000_000_000 + at))}\tProduct ${at % 1000}\ten\n`
    const path = file('c.tsv', Array.from({ length: 120_000 }, (_, at) => line(at)).join(''))
    let told = 0
    const stopped = importDump(path, place, new Date(), () => {
      told += 1
      if (told === 2) throw new Error('the power went')
    })
    await expect(stopped).rejects.toThrow('the power went')
    expect(existsSync(cataloguePlaces(place).catalogue)).toBe(false)
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
  ])('a file %s leaves the catalogue as it was', async (_what, content, why) => {
    const place = home('a')
    await expect(importDump(file('bad.gz', content), place, new Date())).rejects.toThrow(why)
    const catalogue = openCatalogue(place, () => {})
    expect(catalogue.find(oats)).toBe("Flocons d'avoine")
    catalogue.close()
  })
})

/** The last digit that makes a GTIN-13 of twelve. */
const withCheck = (digits: string) =>
  digits + String((10 - ([...digits].reduce((sum, digit, at) => sum + Number(digit) * (at % 2 ? 3 : 1), 0) % 10)) % 10)

describe('a dump half sent when its server was killed', () => {
  const [killed, arriving, foreign] = ['sent 2026-11-20T10.00.00.gz.part', 'sent 2026-11-23T10.00.00.gz.part', 'mine.part']
  const hourAgo = Date.now() / 1000 - 3600

  it.each([
    ['the next start', async (place: string) => void catalogueImporter(place)],
    [
      'the next one that is sent',
      async (place: string, leave: () => void) => {
        const imports = catalogueImporter(place)
        leave()
        await imports.keep(Readable.from([dump]), new Date())
        expect(imports.files()).toHaveLength(1)
      },
    ],
  ])('goes with %s; what still arrives stays, and what is not ours', async (what, happens) => {
    const place = home(`half sent, ${what}`)
    const { dumps } = cataloguePlaces(place)
    mkdirSync(dumps)
    const leave = () => {
      for (const name of [killed, arriving, foreign]) writeFileSync(join(dumps, name), 'half')
      for (const name of [killed, foreign]) utimesSync(join(dumps, name), hourAgo, hourAgo)
    }
    leave()
    await happens(place, leave)
    expect(readdirSync(dumps).filter((name) => name.endsWith('.part'))).toEqual([foreign, arriving])
  })
})

describe('an import from the screen', () => {
  const testApp = useTestApp({ LARDER_ADMINS: 'ops.catalogue@kitchen.example' })
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
      .set({ email: 'ops.catalogue@kitchen.example' })
      .where('id', '=', ana.userId)
      .execute()
  }

  it('is for whoever looks after the server: others see no file, and are refused before anything of theirs is read', async () => {
    mkdirSync(cataloguePlaces(testApp().config.dataDir).dumps, { recursive: true })
    writeFileSync(join(cataloguePlaces(testApp().config.dataDir).dumps, 'off.tsv'), dump)
    const nothing = { isAdministrator: false, files: [], import: null }
    expect(await ana.must(showCatalogue)).toMatchObject(nothing)
    const refused = { status: 403, body: { code: 'administrators_only' } }
    expect(await ana.call(importCatalogue, { body: { file: 'off.tsv' } })).toMatchObject(refused)
    expect(await send('sent')).toMatchObject(refused)
    expect(readdirSync(cataloguePlaces(testApp().config.dataDir).dumps)).toEqual(['off.tsv'])
  })

  const send = (content: string) =>
    testApp().inject({
      method: 'POST',
      url: uploadDump.path,
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'multipart/form-data; boundary=x' },
      payload: `--x\r\ncontent-disposition: form-data; name="dump"; filename="../../x"\r\ncontent-type: text/plain\r\n\r\n${content}\r\n--x--\r\n`,
    })

  it('I-26: takes names of its own listing only, and gives what is sent a name of its own', async () => {
    await asAdministrator()
    for (const file of ['../larder.db', '/etc/passwd', 'catalogue/off.tsv', '..', 'off.tsv\u0000', 'x/../off.tsv'])
      expect((await ana.call(importCatalogue, { body: { file } })).status, file).toBe(422)
    expect((await ana.must(importCatalogue, { body: { file: 'OFF.TSV' } })).import).toBeNull()
    const { status, body } = await send(dump)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      isAdministrator: true,
      files: [{ name: 'off.tsv' }, { name: expect.stringMatching(/^sent [\dT.-]+\.gz$/) }],
    })
  })

  it('gives dumps that are sent at the same moment names of their own', async () => {
    const { dumps } = cataloguePlaces(testApp().config.dataDir)
    const before = readdirSync(dumps).length
    expect((await Promise.all([send(dump), send(dump)])).map(({ status }) => status)).toEqual([200, 200])
    const added = readdirSync(dumps).slice(before)
    expect(added).toHaveLength(2)
    for (const name of added) rmSync(join(dumps, name))
  })

  it('F-13: one that is broken off while it is sent is not kept', async () => {
    const { app } = testApp().server
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { dumps } = cataloguePlaces(testApp().config.dataDir)
    const before = readdirSync(dumps)
    const head = `--x\r\ncontent-disposition: form-data; name="dump"; filename="x"\r\ncontent-type: text/plain\r\n\r\n`
    const whole = Buffer.from(`${head}${dump.repeat(2000)}\r\n--x--\r\n`)
    for (const share of [0.01, 0.5, 0.99]) {
      const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
      socket.write(`POST ${uploadDump.path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${ana.token}\r\n`)
      socket.write(`content-type: multipart/form-data; boundary=x\r\ncontent-length: ${whole.length}\r\n\r\n`)
      socket.write(whole.subarray(0, Math.floor(whole.length * share)))
      await expect.poll(() => readdirSync(dumps)).toHaveLength(before.length + 1)
      socket.destroy()
      await expect.poll(() => readdirSync(dumps)).toEqual(before)
    }
  })

  it('shows how far it is, and then codes and names are known without asking anybody', async () => {
    await ana.must(importCatalogue, { body: { file: 'off.tsv' } })
    await vi.waitFor(async () => expect((await ana.must(showCatalogue)).import?.state).toBe('done'), { timeout: 20_000 })
    await vi.waitFor(async () => expect((await ana.must(showCatalogue)).products).toBe(5), { timeout: 10_000 })
    expect(await ana.must(searchCatalogue, { query: { search: 'flocons' } })).toEqual([{ name: "Flocons d'avoine" }])
    expect(await ana.must(scanBarcode, { body: { code: oats } })).toMatchObject({
      success: true,
      needsConfirmation: true,
      extractedText: "Flocons d'avoine",
      barcode: oats,
    })
  })
})
