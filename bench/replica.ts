/**
 * `npm run bench replica`: the browser's copy of a household with 10,000 lots and 2,000 recipes in a real Chromium, CPU four times slower:
 * bytes, load from IndexedDB, queries, changes with 40 pending mutations, memory, and whether a killed browser leaves it whole.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { launchProfile } from '#tests/support/browser/chromium.ts'
import { printFigures } from './support/table.ts'

/** A module that calls `serve` of `replica/measure.ts`; another candidate's may be given. */
const [entry = join(import.meta.dirname, 'replica/own.ts')] = process.argv.slice(2)
const kills = Number(process.env['BENCH_KILLS'] ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'larder-bench-replica-'))
const [built, profile] = [join(folder, 'built'), join(folder, 'profile')]

await build({
  configFile: false,
  root: import.meta.dirname,
  logLevel: 'error',
  build: { outDir: built, lib: { entry, formats: ['es'], fileName: 'page' }, minify: true },
})
const script = readFileSync(join(built, 'page.js'))
const server = createServer((request, response) => {
  const name = basename(request.url ?? '/')
  const isScript = name.endsWith('.js')
  response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' })
  response.end(isScript ? readFileSync(join(built, name)) : '<!doctype html><title></title><script type="module" src="/page.js"></script>')
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

/** Opens the page in the profile, the CPU `slow` times slower. */
async function open(slow: number) {
  const context = await launchProfile(profile, {})
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction('window.measure')
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow })
  return { context, page, devtools }
}

interface Measured {
  load: number
  firstList: number
  list: number
  firstCookable: number
  cookable: number
  apply: number
  applyMany: number
  pending: number
  rebase: number
  rebaseMany: number
  store: number
  isRebased: boolean
  isRolledBack: boolean
  rows: number
}

try {
  const filling = await open(1)
  await filling.page.evaluate('fill(10_000, 2_000)')
  await filling.context.close()

  const { context, page, devtools } = await open(4)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize: before } = await devtools.send('Runtime.getHeapUsage')
  const found = await page.evaluate<Measured>('measure()')
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize: after } = await devtools.send('Runtime.getHeapUsage')
  await context.close()

  let whole = 0
  for (let kill = 0; kill < kills; kill++) {
    const writing = await open(1)
    writing.page.evaluate('writeUntilKilled()').catch(() => {})
    await writing.page.waitForFunction('document.title !== ""')
    await pause(20 + 37 * kill)
    // Nothing of the browser's own gets to run: the process that owns the database ends too.
    const browser = await writing.context.newCDPSession(writing.page)
    await Promise.race([browser.send('Browser.crash').catch(() => {}), pause(2000)])
    await writing.context.close().catch(() => {})
    const checking = await open(1)
    const { isWhole, seq } = await checking.page.evaluate<{ isWhole: boolean; seq: number }>('check()')
    if (isWhole && seq > 1) whole++
    await checking.context.close()
  }
  const ms = (what: string, value: number, atMost?: number) => ({
    what,
    value,
    unit: 'ms',
    ...(atMost === undefined ? {} : { target: { atMost } }),
  })
  printFigures(`A replica of ${found.rows} lots and 2,000 recipes, processor 4 times slower`, [
    { what: 'bytes, gzip', value: gzipSync(script).length / 1000, unit: 'kB' },
    ms('load from IndexedDB', found.load),
    ms('list, first', found.firstList),
    ms('list after a change', found.list, 8),
    ms('recipes that can be cooked, first', found.firstCookable),
    ms('recipes that can be cooked after a change', found.cookable, 8),
    ms('one change', found.apply),
    ms('200 changes', found.applyMany),
    ms('40 pending mutations', found.pending),
    ms('one change beneath 40 pending', found.rebase),
    ms('200 changes beneath 40 pending', found.rebaseMany),
    ms('one change stored', found.store),
    { what: 'memory', value: (after - before) / 1e6, unit: 'MB' },
    { what: 'pending applies to the newest row', value: Number(found.isRebased), target: { atLeast: 1 } },
    { what: 'rolled back', value: Number(found.isRolledBack), target: { atLeast: 1 } },
    { what: 'whole after a kill', value: whole / kills, target: { atLeast: 1 } },
  ])
} finally {
  server.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
