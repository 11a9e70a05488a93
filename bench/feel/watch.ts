import type { Browser, BrowserContext, Page } from 'playwright-core'

/** How a page is opened. `slow`: factor by which the CPU is slowed down. */
export interface Sight {
  readonly url: string
  readonly size: 'phone' | 'desktop'
  readonly slow: number
  /** Lighthouse's mobile network: 150 ms round trip, 1.6 Mbit/s. */
  readonly thinLine?: boolean
  readonly keys?: Readonly<Record<string, string>>
}
export interface Seen {
  readonly page: Page
  readonly close: () => Promise<void>
}

const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } }

/** Runs in the page before its own scripts: records paints, long tasks, layout shifts and taps. */
const notebook = `(() => {
  const seen = { shifts: [], tasks: [], taps: [], largest: 0 }
  window.__seen = seen
  const watch = (type, each, more = {}) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  watch('layout-shift', (one) => {
    if (!one.hadRecentInput) seen.shifts.push({ value: one.value, at: one.startTime, what: one.sources.slice(0, 2).map(({ node }) => ((node && node.textContent) || '').slice(0, 40)) })
  })
  watch('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }))
  watch('largest-contentful-paint', ({ startTime }) => { seen.largest = startTime })
  watch('event', ({ name, interactionId, startTime, duration }) => { if (interactionId) seen.taps.push({ name, interactionId, startTime, duration }) }, { durationThreshold: 16 })
})()`

/** Opens a page in a new browser profile. */
export async function measureScreen(browser: Browser, { size, slow, thinLine, keys = {} }: Sight): Promise<Seen> {
  const context: BrowserContext = await browser.newContext({
    viewport: sizes[size],
    isMobile: size === 'phone',
    hasTouch: size === 'phone',
    serviceWorkers: 'block',
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  })
  const page = await context.newPage()
  await page.addInitScript({
    content: `for (const [name, value] of Object.entries(${JSON.stringify(keys)})) localStorage.setItem(name, value);\n${notebook}`,
  })
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow })
  if (thinLine) {
    await devtools.send('Network.enable')
    const bytes = (1.6 * 1024 * 1024) / 8
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 150,
      downloadThroughput: bytes,
      uploadThroughput: bytes,
    })
  }
  return { page, close: () => context.close() }
}

/** Resolves when nothing is loading and the page has been idle for a second. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached', timeout: 60_000 })
  await page.locator('.breathe').first().waitFor({ state: 'detached', timeout: 60_000 })
  await page.evaluate(`new Promise((done) => {
    const last = performance.now()
    const still = setInterval(() => {
      const { tasks } = window.__seen
      const end = tasks.length ? tasks.at(-1).startTime + tasks.at(-1).duration : 0
      if (performance.now() - Math.max(last, end) > 1000) { clearInterval(still); done() }
    }, 100)
  })`)
}

export interface Load {
  readonly firstPaint: number
  readonly largestPaint: number
  /** Milliseconds of tasks beyond 50 ms each, after the first paint. */
  readonly blocked: number
  readonly shift: number
  readonly shifted: readonly string[]
}

/** Returns the figures recorded since the page started loading. */
export const loadOf = (page: Page): Promise<Load> =>
  page.evaluate<Load>(`(() => {
    const { shifts, tasks, largest } = window.__seen
    const first = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    return {
      firstPaint: first,
      largestPaint: largest,
      blocked: tasks.filter(({ startTime }) => startTime >= first).reduce((sum, { duration }) => sum + duration - 50, 0),
      shift: shifts.reduce((sum, { value }) => sum + value, 0),
      shifted: shifts.filter(({ value }) => value >= 0.001).map(({ value, at, what }) => value.toFixed(3) + ' at ' + Math.round(at) + ' ms: ' + what.join(' / ')),
    }
  })()`)

/** Returns the longest time from a tap since `mark` to the next paint; 0 means under 16 ms. */
export async function slowestTap(page: Page, mark: number): Promise<number> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 150))))')
  return page.evaluate<number>(
    `Math.max(0, ...window.__seen.taps.filter(({ startTime }) => startTime >= ${mark}).map(({ duration }) => duration))`,
  )
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly tid: number
  /** Microseconds. */
  readonly ts: number
  readonly dur?: number
  /** Processor time in microseconds. */
  readonly tdur?: number
  readonly args?: { readonly data?: { readonly type?: string } }
}
const scripts = ['EventDispatch', 'FunctionCall', 'TimerFire', 'FireAnimationFrame', 'RunMicrotasks']
const rendering = ['UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize', 'Commit', 'HitTest']

/**
 * Returns the milliseconds of processor time that the page's main thread takes from the handlers of a tap or key to the end of the next
 * paint. Other programs hardly change it, unlike the time on a clock. NaN without a tap.
 */
export async function mainThreadTime(page: Page, press: (page: Page) => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['devtools.timeline'] } })
  await press(page)
  await page.waitForTimeout(400)
  await devtools.send('Tracing.end')
  await complete
  const whole = events.filter(({ ph }) => ph === 'X').sort((a, b) => a.ts - b.ts)
  const handlers = whole.filter(
    ({ name, args }) => name === 'EventDispatch' && ['click', 'keypress', 'keydown'].includes(args?.data?.type ?? ''),
  )
  const tap = handlers.toSorted((a, b) => (b.dur ?? 0) - (a.dur ?? 0))[0]
  if (!tap) return Number.NaN
  const end = ({ ts, dur = 0 }: TraceEvent) => ts + dur
  const onThread = whole.filter(({ tid, ts }) => tid === tap.tid && ts >= tap.ts)
  const paint = onThread.find((one) => one.name === 'Paint' && one.ts >= end(tap))
  let [covered, total] = [0, 0]
  for (const one of onThread) {
    if (one.ts < covered || (paint && one.ts > paint.ts) || ![...scripts, ...rendering].includes(one.name)) continue
    covered = end(one)
    total += one.tdur ?? one.dur ?? 0
  }
  return total / 1000
}

export const now = (page: Page): Promise<number> => page.evaluate<number>('performance.now()')
