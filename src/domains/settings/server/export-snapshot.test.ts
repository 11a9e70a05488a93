import { readdirSync, readlinkSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { addLot, type Lot, listLots, useLot } from '#domains/inventory/contract.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { openTempFiles } from '#platform/server/endpoints/temp-file.ts'
import { parseCsv, unescapeFormula } from '#platform/shared/csv.ts'
import { portOf } from '#tests/support/server/http-app.ts'
import { httpRequest } from '#tests/support/server/http-client.ts'
import { addSomeLot, type Person, useTestApp } from '#tests/support/server/test-app.ts'
import * as contract from '../contract.ts'
import { exportHousehold } from './use-cases/export-household.ts'

const testApp = useTestApp()

type Row = Record<string, unknown>
type Files = Record<string, Uint8Array>

async function taken(person: Person, endpoint: typeof contract.exportHousehold | typeof contract.exportAccount): Promise<Files> {
  const answer = await testApp().server.app.inject({
    method: 'GET',
    url: endpoint.path,
    headers: { authorization: `Bearer ${person.token}`, 'x-household-id': person.home ?? '' },
  })
  expect([answer.statusCode, answer.headers['content-length']]).toEqual([200, String(answer.rawPayload.length)])
  return unzipSync(answer.rawPayload)
}
const rowsOf = (files: Files, table: string): Row[] => JSON.parse(strFromU8(files[`household/${table}.json`] ?? new Uint8Array()))
const milli = (value: unknown) => Math.round(Number(value) * 1000)

/** Returns lots whose quantity differs from the sum of their ledger. */
function unequal(files: Files): unknown[] {
  const sums = new Map<unknown, number>()
  for (const { lot_id, delta } of rowsOf(files, 'ledger')) sums.set(lot_id, (sums.get(lot_id) ?? 0) + milli(delta))
  const lots = rowsOf(files, 'lots')
  const strangers = [...sums.keys()].filter((id) => !lots.some((lot) => lot['id'] === id))
  return [...lots.filter(({ id, quantity }) => sums.get(id) !== milli(quantity)), ...strangers]
}

/** Returns the names of tables whose CSV differs from their JSON. */
function different(files: Files): string[] {
  const tables = Object.keys(files).flatMap((name) => (name.endsWith('.csv') ? [name.slice(0, -4)] : []))
  const inCsv = (value: unknown) => (value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value))
  return tables.filter((table) => {
    const json: Row[] = JSON.parse(strFromU8(files[`${table}.json`] ?? new Uint8Array()))
    const [head, ...rows] = parseCsv(strFromU8(files[`${table}.csv`] ?? new Uint8Array()), ',', Infinity).map(({ cells }) => cells)
    const written = json.map((row) => Object.values(row).map(inCsv))
    // JSON text may have different spacing.
    const asJson = (cell: string) => (/^[[{]/.test(cell) ? JSON.stringify(JSON.parse(cell)) : unescapeFormula(cell))
    return JSON.stringify([Object.keys(json[0] ?? {}), ...written]) !== JSON.stringify([head, ...rows.map((row) => row.map(asJson))])
  })
}

it('C-20: an export during concurrent writes is from one point in time', async () => {
  const ana = await testApp().person('Ana')
  const { id } = await testApp().household(ana)
  for (let i = 0; i < 10; i += 1) await addSomeLot(ana, { quantity: 500 })
  const lots = (await ana.must(listLots)) as readonly Lot[]
  let isOver = false
  let written = 0
  const writing = Promise.all(
    [0, 1].map(async (writer) => {
      for (let i = writer; !isOver && i < 2000; i += 1) {
        const lot = lots[i % lots.length] as Lot
        if (i % 3 === 0) await ana.must(addLot, { body: { ingredient: { name: 'Milk' }, quantity: 1, unit: 'l' } })
        else await ana.must(useLot, { params: { id: lot.id }, body: { quantity: 0.25 } })
        written += 1
        // Limits the number of writes, since comparing them is slow.
        await pause(3)
      }
    }),
  )
  const logs: number[] = []
  try {
    for (let i = 0; i < 4; i += 1) {
      const files = await taken(ana, contract.exportHousehold)
      expect([unequal(files), different(files)]).toEqual([[], []])
      logs.push(rowsOf(files, 'changes').length)
      const before = written
      await expect.poll(() => written).toBeGreaterThan(before + 1)
      expect(rowsOf(files, 'households')).toMatchObject([{ id, seq: logs.at(-1) }])
      expect(different(await taken(ana, contract.exportAccount))).toEqual([])
    }
  } finally {
    isOver = true
    await writing
  }
  expect(new Set(logs).size).toBe(logs.length)
})

it('an export is rejected as a whole and leaves nothing behind if the database fails halfway', async () => {
  const ben = await testApp().person('Ben')
  const { id } = await testApp().household(ben)
  await addSomeLot(ben)
  const { database } = testApp().server
  const member = { householdId: id, userId: ben.userId, role: 'OWNER', now: new Date() } as Member
  const folder = join(testApp().config.dataDir, 'exports')
  const writeTempFile = openTempFiles(folder)
  let queries = 0
  const failing = (q: Reader): Reader => ({
    on: () => q.on(),
    rows: (text, values) => (/order by "/.test(text) && ++queries > 5 ? Promise.reject(new Error('gone')) : q.rows(text, values)),
  })
  const broken = { ...database, snapshot: ((scope, work) => database.snapshot(scope, (q) => work(failing(q)))) as typeof database.snapshot }
  await expect(exportHousehold({ database: broken, writeTempFile }, member)).rejects.toThrow('gone')
  const { bytes, content } = await exportHousehold({ database, writeTempFile }, member)
  expect(bytes).toBeGreaterThan(0)
  expect(readdirSync(folder)).toEqual([])
  expect(unzipSync(await buffer(content))).toHaveProperty(['household/lots.json'])
})

/** Counts this process's open export files, which have no names. */
const held = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).includes('.spool-')
    } catch {
      return false
    }
  }).length

it.runIf(process.platform === 'linux')('frees the disk space when the client disconnects', async () => {
  const cleo = await testApp().person('Cleo')
  await testApp().household(cleo)
  await addSomeLot(cleo)
  const port = await portOf(testApp().server.app)
  const request = httpRequest('GET', contract.exportHousehold.path, {
    authorization: `Bearer ${cleo.token}`,
    'x-household-id': cleo.home ?? '',
  })
  for (const ms of [0, 10, 20, 40, 80, 160]) {
    const socket = connect({ port, host: '127.0.0.1' }).on('error', () => {})
    socket.write(request)
    await pause(ms)
    socket.destroy()
  }
  await taken(cleo, contract.exportHousehold)
  await expect.poll(held).toBe(0)
})
