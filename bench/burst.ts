/**
 * L-5 on both engines: 800 screens reconnect at once during a minute of ten times the usual request rate. Then measures how long until
 * service is normal again: three seconds in a row without a refusal and within L-1's limits. Two cores run the server, database and
 * clients, so the usual rate is half of L-1's. A 429 is expected, a 5xx is a failure. `npm run test:long storm` checks the stored data.
 *
 *   npm run bench burst [sqlite | postgres]      BENCH_SECONDS (60), BENCH_HOUSEHOLDS (200), BENCH_RATE (25)
 */

import { Device } from '#tests/support/server/event-stream.ts'
import { freePort } from '#tests/support/server/programs.ts'
import { createHomes, type Home, type LoadFigures, runLoad } from '#tests/support/server/rolling-restarts.ts'
import { type Engine, onEachEngine } from './support/engines.ts'
import { share } from './support/load.ts'
import { printFigures } from './support/table.ts'

const setting = (name: string, otherwise: number) => Number(process.env[`BENCH_${name}`] ?? otherwise)
const seconds = setting('SECONDS', 60)
const households = setting('HOUSEHOLDS', 200)
const usual = setting('RATE', 25)
const devicesEach = 4
const inARow = 3
/** Stops measuring the recovery after this. */
const maxSeconds = 120

const nothing = (): LoadFigures => ({ reads: [], writes: [], errors: [], acknowledged: 0 })
async function stretch(homes: readonly Home[], url: string, perSecond: number, lasting: number): Promise<LoadFigures> {
  const figures = nothing()
  await runLoad(homes, url, perSecond, AbortSignal.timeout(lasting * 1000), figures)
  return figures
}
const isUsual = ({ reads, writes, errors }: LoadFigures) =>
  errors.length === 0 && !(share(reads, 0.95) > 150) && !(share(writes, 0.95) > 250) && reads.length > 0

async function measure(engine: Engine): Promise<void> {
  const port = await freePort()
  const start = (limits: 'on' | 'off') => engine.start({ LARDER_RATE_LIMITS: limits }, port)
  // Signing up many accounts at once would exceed the rate limits.
  const first = await start('off')
  const homes = await createHomes(first.url, households)
  const screens = homes.flatMap(({ person }) =>
    Array.from({ length: devicesEach }, () => {
      const device = new Device()
      return { device, watching: device.watch(first.url, person.headers()) }
    }),
  )
  await Promise.all(screens.map(({ device }) => device.opened))
  const before = await stretch(homes, first.url, usual, 5)

  await first.kill()
  const second = await start('on')
  // Requests still waiting after this count as unanswered.
  const over = performance.now() + seconds * 1000
  const burst = await stretch(homes, second.url, usual * 10, seconds)
  let normalAfter = Number.POSITIVE_INFINITY
  let good = 0
  while (good < inARow && performance.now() - over < maxSeconds * 1000) {
    const began = performance.now()
    good = isUsual(await stretch(homes, second.url, usual, 1)) ? good + 1 : 0
    if (good === 1) normalAfter = (began - over) / 1000
  }
  if (good < inARow) normalAfter = Number.NaN
  const away = screens.flatMap(({ device }) => device.away)
  const lost = screens.reduce((sum, { device }) => sum + device.lost, 0)
  for (const { device } of screens) device.stop()
  await Promise.all(screens.map(({ watching }) => watching))
  const code = await second.stop()

  const answeredWith = (is: (status: number) => boolean) =>
    burst.errors.filter((what) => is(Number(/: (\d+)$/.exec(what)?.[1] ?? 0))).length
  const none = { atMost: 0 }
  printFigures(`${engine.name}: ${screens.length} screens come back into ${usual * 10} requests a second for ${seconds} s`, [
    { what: 'read p95 before', value: share(before.reads, 0.95), unit: 'ms' },
    { what: 'read p95 in the burst', value: share(burst.reads, 0.95), unit: 'ms' },
    { what: 'write p95 in the burst', value: share(burst.writes, 0.95), unit: 'ms' },
    { what: 'answered in the burst', value: burst.reads.length + burst.writes.length },
    { what: 'told to wait (429)', value: answeredWith((status) => status === 429) },
    { what: 'failures of the server, or no answer', value: answeredWith((status) => status !== 429), target: none },
    { what: 'screens back, first', value: share(away, 0), unit: 'ms' },
    { what: 'screens back, p50', value: share(away, 0.5), unit: 'ms' },
    { what: 'screens back, longest', value: share(away, 1), unit: 'ms' },
    { what: 'screens that did not come back', value: screens.filter(({ device }) => device.away.length === 0).length, target: none },
    { what: 'changes that a screen lost', value: lost, target: none },
    { what: 'as usual again after', value: normalAfter, unit: 's', target: { atMost: 30 } },
    { what: 'exit code', value: code ?? -1, target: none },
  ])
  if (Number.isNaN(normalAfter)) console.log(`It was not as usual again within ${maxSeconds} s, and was not looked at any longer.`)
  if (answeredWith((status) => status !== 429) > 0)
    console.log(
      burst.errors
        .filter((what) => !what.endsWith(': 429'))
        .slice(0, 10)
        .join('\n'),
    )
}

await onEachEngine(measure)
