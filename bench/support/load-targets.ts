import type { RollingFigures } from '#tests/support/server/rolling-restarts.ts'
import { share } from './load.ts'
import type { Figure } from './table.ts'

const none = { atMost: 0 }

/** The targets for many screens and steady requests: L-1's response times, and nothing refused, lost or duplicated. */
export const loadFigures = (figures: RollingFigures): Figure[] => [
  { what: 'requests answered', value: figures.reads.length + figures.writes.length },
  { what: 'errors', value: figures.errors.length, target: none },
  { what: 'read p50', value: share(figures.reads, 0.5), unit: 'ms' },
  { what: 'read p95', value: share(figures.reads, 0.95), unit: 'ms', target: { atMost: 150 } },
  { what: 'read p99', value: share(figures.reads, 0.99), unit: 'ms', target: { atMost: 500 } },
  { what: 'write p50', value: share(figures.writes, 0.5), unit: 'ms' },
  { what: 'write p95', value: share(figures.writes, 0.95), unit: 'ms', target: { atMost: 250 } },
  { what: 'write p99', value: share(figures.writes, 0.99), unit: 'ms', target: { atMost: 500 } },
  { what: 'acknowledged writes that are not there, or twice', value: figures.stored - figures.acknowledged, target: none },
  { what: 'changes heard by the screens', value: figures.events },
  { what: 'changes lost', value: figures.lost, target: none },
  { what: 'changes heard twice', value: figures.twice, target: none },
  { what: 'screens behind at the end', value: figures.behind, target: none },
]

/** Prints the first errors. */
export function printWrong({ errors, refusedStreams }: RollingFigures): void {
  if (errors.length > 0) console.log(`first errors:\n  ${errors.slice(0, 20).join('\n  ')}`)
  if (refusedStreams.length > 0)
    console.log(
      `streams answered: ${JSON.stringify(
        Object.fromEntries(
          Map.groupBy(refusedStreams, String)
            .entries()
            .map(([status, all]) => [status, all.length]),
        ),
      )}`,
    )
}
