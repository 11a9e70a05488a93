import { type Load, load } from './load.ts'
import { cpuMs } from './processes.ts'

export interface Side {
  port: number
  pid: number
  request: () => Buffer
}

export interface Measured {
  perSecond: number
  p50: number
  p99: number
  /** CPU time of the server for one request. */
  cpuMicros: number
}

interface Options {
  connections: number
  seconds: number
  rounds: number
}

/** Runs one warm-up and then alternating rounds, so that other load affects all sides equally. Returns the medians by side. */
export async function runAlternately<Name extends string>(
  sides: Record<Name, Side>,
  { connections, seconds, rounds }: Options,
): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(sides) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measured[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const { port, pid, request } = sides[name]
      const before = cpuMs(pid)
      const result: Load = await load({ port, connections, seconds, request })
      if (round === 0) continue
      measured[name].push({
        perSecond: result.perSecond,
        p50: result.p50,
        p99: result.p99,
        cpuMicros: ((cpuMs(pid) - before) * 1000) / result.requests,
      })
    }
  }
  return measured
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Returns the median over rounds of the ratio of a figure of `a` to that of `b`. */
export const ratio = (a: readonly Measured[], b: readonly Measured[], of: keyof Measured): number =>
  median(a.map((measured, i) => measured[of] / (b[i]?.[of] ?? Number.NaN)))

export const medianRound = (rounds: readonly Measured[]): Measured => ({
  perSecond: median(rounds.map(({ perSecond }) => perSecond)),
  p50: median(rounds.map(({ p50 }) => p50)),
  p99: median(rounds.map(({ p99 }) => p99)),
  cpuMicros: median(rounds.map(({ cpuMicros }) => cpuMicros)),
})
