/**
 * F-08, L-1, and G-7 with an older release: three processes on one PostgreSQL (synchronous commits) behind a balancer: 800 open screens of
 * 200 households and 50 requests a second, a fifth of them writes, while the processes are restarted one by one, 20 times. Fails if a
 * request got no response, a screen missed a change, or a figure misses its target.
 *
 *   npm run bench rolling        BENCH_RESTARTS, BENCH_HOUSEHOLDS, BENCH_RATE; BENCH_OLDER=/folder/of/an/older/release starts from that
 */
import { startCluster } from '#tests/support/database/postgres.ts'
import { runRollingRestarts } from '#tests/support/server/rolling-restarts.ts'
import { lasting } from './support/engines.ts'
import { share } from './support/load.ts'
import { loadFigures, printWrong } from './support/load-targets.ts'
import { type Figure, printFigures } from './support/table.ts'

const setting = (name: string, otherwise: number) => Number(process.env[`BENCH_${name}`] ?? otherwise)
const older = process.env['BENCH_OLDER']
const cluster = await startCluster(lasting)
const sizes = {
  processes: 3,
  households: setting('HOUSEHOLDS', 200),
  devices: 4,
  perSecond: setting('RATE', 50),
  restarts: setting('RESTARTS', 20),
  betweenSeconds: setting('BETWEEN', 3),
  ...(older ? { olderRoot: older } : {}),
}
const figures = await runRollingRestarts({ databaseUrl: await cluster.createDatabase() }, sizes)
await cluster.stop()

const table: Figure[] = [
  ...loadFigures(figures),
  { what: 'screens back after a stop, p50', value: share(figures.away, 0.5), unit: 'ms' },
  { what: 'screens back after a stop, longest', value: share(figures.away, 1), unit: 'ms', target: { atMost: 5000 } },
  { what: 'times a screen came back', value: figures.away.length },
  { what: 'stop, longest', value: share(figures.stops, 1), unit: 'ms', target: { atMost: 10_000 } },
  { what: 'stops that did not end with 0', value: figures.exits.filter((code) => code !== 0).length, target: { atMost: 0 } },
  { what: 'start until it serves, p50', value: share(figures.starts, 0.5), unit: 'ms' },
  { what: 'requests the balancer sent again', value: figures.repeated },
]
printFigures(
  `Rolling restarts: ${sizes.processes} processes, ${figures.streams} screens, ${sizes.perSecond} requests a second, ${sizes.restarts} restarts in ${figures.seconds.toFixed(0)} s`,
  table,
)
printWrong(figures)
