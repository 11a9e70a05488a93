/**
 * L-1 on both engines: 200 households with four screens each and 50 requests a second, a fifth of them writes; on SQLite one process, on
 * PostgreSQL two behind a balancer. Two cores run servers, database and clients; the requirement's two run a server alone. The required
 * length is an hour: BENCH_MINUTES=60.
 *
 *   npm run bench steady [sqlite | postgres]      BENCH_MINUTES (5), BENCH_HOUSEHOLDS (200), BENCH_RATE (50)
 */
import { runRollingRestarts } from '#tests/support/server/rolling-restarts.ts'
import { onEachEngine } from './support/engines.ts'
import { loadFigures, printWrong } from './support/load-targets.ts'
import { printFigures } from './support/table.ts'

const setting = (name: string, otherwise: number) => Number(process.env[`BENCH_${name}`] ?? otherwise)
const minutes = setting('MINUTES', 5)
const perSecond = setting('RATE', 50)

await onEachEngine(async ({ name, place, processes }) => {
  const figures = await runRollingRestarts(place, {
    processes,
    households: setting('HOUSEHOLDS', 200),
    devices: 4,
    perSecond,
    restarts: 0,
    betweenSeconds: minutes * 60,
  })
  printFigures(`${name}: ${figures.streams} screens, ${perSecond} requests a second, ${minutes} minutes`, [
    ...loadFigures(figures),
    { what: 'exits that were not 0', value: figures.exits.filter((code) => code !== 0).length, target: { atMost: 0 } },
  ])
  printWrong(figures)
})
