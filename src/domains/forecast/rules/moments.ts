import type { ReplayedLot } from './history.ts'

/** A day of the past, counted from today, and the lots to be spoken of on it. */
export interface Moment {
  day: number
  lots: ReplayedLot[]
}

/** So far back, in days. */
const furthest = 730
/** Days of records before anything is said. */
const warmUp = 21

/** The day on which a lot is best spoken of: half its life, at most a week, before its date. */
export const bestMoment = ({ cameOn, expiresOn }: ReplayedLot) => expiresOn - Math.min(7, Math.floor((expiresOn - cameOn) / 2))

/**
 * Few days on which many lots stood about half their life, at most a week, before their date; each lot belongs to one of them at most.
 * Chosen greedily, and only by when lots came and go off: what became of them has no say. In the order of time.
 */
export function momentsToJudge(lots: readonly ReplayedLot[], max: number): Moment[] {
  let begin = 0
  for (const { cameOn } of lots) begin = Math.min(begin, cameOn)
  const earliest = Math.max(-furthest, begin + warmUp)
  let waiting = lots.flatMap((lot) => {
    const best = bestMoment(lot)
    const slack = Math.min(7, Math.floor((lot.expiresOn - lot.cameOn) / 6))
    const [from, to] = [Math.max(earliest, lot.cameOn + 1, best - slack), Math.min(lot.expiresOn, best + slack, -1)]
    return from <= to ? [{ lot, from, to }] : []
  })
  const chosen: Moment[] = []
  while (waiting.length > 0 && chosen.length < max) {
    const day = busiestDay(waiting, earliest)
    const isMet = ({ from, to }: { from: number; to: number }) => from <= day && day <= to
    chosen.push({ day, lots: waiting.filter(isMet).map(({ lot }) => lot) })
    waiting = waiting.filter((one) => !isMet(one))
  }
  return chosen.sort((a, b) => a.day - b.day)
}

/** The day that lies in most of the spans, the latest of equals. */
function busiestDay(spans: readonly { from: number; to: number }[], earliest: number): number {
  const change = new Int32Array(2 - earliest)
  for (const { from, to } of spans) {
    change[from - earliest] = (change[from - earliest] ?? 0) + 1
    change[to + 1 - earliest] = (change[to + 1 - earliest] ?? 0) - 1
  }
  let count = 0
  let max = 0
  let best = earliest
  for (const [i, step] of change.entries()) {
    count += step
    if (count < max || count === 0) continue
    max = count
    best = earliest + i
  }
  return best
}
