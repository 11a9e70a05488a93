/**
 * `npm run bench feel`: perceived speed in a real Chromium on the production build. Arguments choose the parts:
 *
 *   npm run bench feel loads shifts taps stores work scroll
 *
 * loads: first and largest paint, blocking time and layout shift of sign-in and dashboard on Lighthouse's mobile network, CPU four times
 * slower. shifts: layout shift of each main screen while loading. taps: time to the next paint, CPU four times slower, and that of a page
 * without script. stores: the same with a list of 500 rows in a household with 5 stores. work: processor time of the main thread for all of
 * these, at full speed: the figure to compare on a busy machine. scroll: late frames while scrolling a list of 10,000 lots.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { compose } from '#app/compose.ts'
import { readConfig } from '#app/config.ts'
import { launchBrowser } from '#tests/support/browser/chromium.ts'
import { fillUp } from '../scripts/demo/full.ts'
import { makeDemo } from '../scripts/demo/make.ts'
import { makeShoppingHousehold } from './feel/shopping-household.ts'
import { storeTaps } from './feel/store-taps.ts'
import { type Tap, taps } from './feel/taps.ts'
import { loadOf, mainThreadTime, measureScreen, now, type Sight, settled, slowestTap } from './feel/watch.ts'
import { type Figure, printFigures } from './support/table.ts'

const mainScreens = [
  '/',
  '/inventory',
  '/shopping-list',
  '/recipes',
  '/scan',
  '/waste-report',
  '/notifications',
  '/plan',
  '/history',
  '/settings',
]
const parts = process.argv.length > 2 ? process.argv.slice(2) : ['loads', 'shifts', 'taps', 'stores', 'work', 'scroll']
const rounds = Number(process.env.BENCH_ROUNDS ?? 3)
const timeZone = 'Europe/Berlin'
const data = mkdtempSync(join(tmpdir(), 'larder-bench-feel-'))
const settings = { LARDER_DATA_DIR: data, LARDER_RATE_LIMITS: 'off', LARDER_BACKUP_HOURS: '0', LARDER_LOG_LEVEL: 'error' }
const server = await compose(readConfig(settings), () => 'http://localhost')
const keysOf = (token: string, household: string) => ({ 'larder.token': token, activeHouseholdId: household })
const manyRows = ', 500 rows and 5 stores'
const bareList = Array.from({ length: 12 }, (_, row) => `<p><label><input type="checkbox"> Row ${row}</label></p>`).join('')
const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const load = () => `load ${loadavg()[0]?.toFixed(1)}`
let browser: Browser | undefined
try {
  const { maya, householdId } = await makeDemo(server, timeZone)
  const small = keysOf(maya.token, householdId)
  const wantsMany = parts.includes('shifts') || parts.includes('scroll')
  const many = wantsMany ? await fillUp(server, timeZone, new Date(), 10_000) : null
  const full = many && keysOf(many.guest.token, many.householdId)
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchBrowser()
  if (parts.includes('loads')) await loads(browser, url, small)
  if (parts.includes('shifts') && full) await shifts(browser, url, { small, full })
  if (parts.includes('taps')) await tapping(browser, url, small, taps, '')
  if (parts.includes('stores') || parts.includes('work')) {
    const { guest, householdId: home } = await makeShoppingHousehold(server, timeZone, { rowCount: 500, storeCount: 5 })
    const keys = keysOf(guest.token, home)
    if (parts.includes('stores')) await tapping(browser, url, keys, storeTaps, manyRows)
    if (parts.includes('work')) {
      await working(browser, url, small, taps, '')
      await working(browser, url, keys, storeTaps, manyRows)
    }
  }
  if (parts.includes('scroll') && full) await scrolling(browser, url, full)
} finally {
  await browser?.close()
  await server.close()
  rmSync(data, { recursive: true, force: true })
}

async function open(on: Browser, sight: Sight, path: string) {
  const seen = await measureScreen(on, sight)
  await seen.page.goto(`${sight.url}${path}`)
  await settled(seen.page)
  return seen
}

async function loads(on: Browser, url: string, keys: Record<string, string>) {
  for (const [name, path, mine] of [
    ['sign-in', '/login', {}],
    ['dashboard', '/', keys],
  ] as const) {
    const found = []
    for (let round = 0; round < rounds; round++) {
      const { page, close } = await open(on, { url, size: 'phone', slow: 4, thinLine: true, keys: mine }, path)
      found.push(await loadOf(page))
      await close()
    }
    printFigures(`First load of ${name}, phone, processor 4 times slower, 1.6 Mbit/s, median of ${rounds}, ${load()}`, [
      { what: 'first paint', value: middle(found.map(({ firstPaint }) => firstPaint)), unit: 'ms' },
      { what: 'largest paint', value: middle(found.map(({ largestPaint }) => largestPaint)), unit: 'ms' },
      { what: 'blocked', value: middle(found.map(({ blocked }) => blocked)), unit: 'ms' },
      { what: 'layout shift', value: Math.max(...found.map(({ shift }) => shift)), target: { atMost: 0.001 } },
    ])
  }
}

async function shifts(on: Browser, url: string, homes: Record<string, Record<string, string>>) {
  for (const [state, keys] of Object.entries(homes)) {
    for (const size of ['phone', 'desktop'] as const) {
      const figures: Figure[] = []
      for (const path of mainScreens) {
        const { page, close } = await open(on, { url, size, slow: 2, keys }, path)
        const { shift, shifted } = await loadOf(page)
        await close()
        figures.push({ what: path, value: shift, target: { atMost: 0.001 } })
        for (const one of shifted) console.log(`    ${path} ${state} ${size}: ${one}`)
      }
      printFigures(`Layout shift while a page loads, ${state} household, ${size}`, figures)
    }
  }
}

/** Returns the time of a tap on a page without any script, which no page can go below on this machine. */
async function bareTap(on: Browser, url: string): Promise<number> {
  const { page, close } = await measureScreen(on, { url, size: 'phone', slow: 4 })
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: `<!doctype html><h1>Bare</h1>${bareList}` }))
  await page.goto(`${url}/bare`)
  await settled(page)
  const mark = await now(page)
  await page.getByRole('checkbox').nth(2).tap()
  const time = await slowestTap(page, mark)
  await close()
  return time
}

/** Returns the median of each interaction, in a new page each time; NaN if it always failed. */
async function medianOfEach(
  on: Browser,
  sight: Sight,
  all: readonly Tap[],
  measure: (page: Page, press: Tap['press']) => Promise<number>,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { name, path, before, press } of all) {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { page, close } = await open(on, sight, path)
      try {
        await before?.(page)
        times.push(await measure(page, press))
      } catch (error) {
        console.log(`    ${name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
      }
      await close()
    }
    figures.push({ what: name, value: times.length > 0 ? middle(times) : Number.NaN, unit: 'ms' })
  }
  return figures
}

async function tapping(on: Browser, url: string, keys: Record<string, string>, all: readonly Tap[], household: string) {
  const bare: number[] = []
  for (let round = 0; round < rounds; round++) bare.push(await bareTap(on, url))
  const found = await medianOfEach(on, { url, size: 'phone', slow: 4, keys }, all, async (page, press) => {
    const mark = await now(page)
    await press(page)
    return slowestTap(page, mark)
  })
  printFigures(`From the finger to the next paint${household}, phone, processor 4 times slower, median of ${rounds}, ${load()}`, [
    { what: 'a page without script: a checkbox', value: middle(bare), unit: 'ms' },
    ...found.map((figure) => ({ ...figure, target: { atMost: 100 } })),
  ])
}

async function working(on: Browser, url: string, keys: Record<string, string>, all: readonly Tap[], household: string) {
  const figures = await medianOfEach(on, { url, size: 'phone', slow: 1, keys }, all, mainThreadTime)
  printFigures(`Processor time from the finger to the next paint${household}, phone, full speed, median of ${rounds}, ${load()}`, figures)
}

async function scrolling(on: Browser, url: string, keys: Record<string, string>) {
  for (const [size, slow] of [
    ['phone', 1],
    ['phone', 4],
    ['desktop', 1],
  ] as const) {
    const { page, close } = await open(on, { url, size, slow, keys }, '/inventory')
    await page.mouse.move(300, 500)
    await page.evaluate(`(() => {
      window.__frames = []
      let last = performance.now()
      const each = (at) => { window.__frames.push(at - last); last = at; requestAnimationFrame(each) }
      requestAnimationFrame(each)
    })()`)
    const before = await page.evaluate<number>('scrollY')
    for (let step = 0; step < 150; step++) {
      await page.mouse.wheel(0, 80)
      await page.waitForTimeout(16)
    }
    const frames = (await page.evaluate<number[]>('window.__frames')).slice(2)
    const went = (await page.evaluate<number>('scrollY')) - before
    await close()
    const late = frames.filter((length) => length > 25).length
    printFigures(`Scrolling 10,000 lots by ${Math.round(went)} px by the wheel, ${size}, processor ${slow} times slower, ${load()}`, [
      { what: 'frames', value: frames.length },
      { what: 'middle frame', value: middle(frames), unit: 'ms', target: { atMost: 17 } },
      { what: 'late frames', value: (late / frames.length) * 100, unit: '%' },
      { what: 'longest frame', value: Math.max(...frames), unit: 'ms' },
    ])
  }
}
