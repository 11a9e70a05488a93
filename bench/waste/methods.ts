/** Baselines for a forecast, and its scores. */
import type { Case, Truth } from './cases.ts'
import type { Kind, World } from './household.ts'

/** One lot: the forecast and the outcome. */
export interface Judged extends Truth {
  kind: Kind
  world: World
  said: number
  enoughData: boolean
}

type Said = { lotId: string; probability: number; enoughData: boolean }

/** Runs `forecast` for every household; judges its lots that don't expire before today. */
export function judge(cases: readonly Case[], forecast: (records: Case['records']) => Said[]): Judged[] {
  return cases.flatMap(({ kind, world, records, truths }) => {
    const said = new Map(forecast(records).map((answer) => [answer.lotId, answer]))
    return truths.flatMap((truth) => {
      const answer = said.get(truth.lotId)
      return answer ? [{ ...truth, kind, world, said: answer.probability, enoughData: answer.enoughData }] : []
    })
  })
}

const mean = <T>(items: readonly T[], of: (item: T) => number) => items.reduce((sum, item) => sum + of(item), 0) / items.length

/** The constant forecast: the share of lots that are wasted. */
export function baseRate(training: readonly Truth[]): number {
  return mean(training, ({ wasted }) => Number(wasted))
}

/** Fits a forecast by days left alone: logistic regression on the logarithm of the days and its square, by Newton's method. */
export function daysLeftRule(training: readonly Truth[]): (daysLeft: number) => number {
  const terms = (daysLeft: number): [number, number, number] => [1, Math.log(1 + daysLeft), Math.log(1 + daysLeft) ** 2]
  const weights: [number, number, number] = [0, 0, 0]
  const at = (daysLeft: number) => {
    const [a, b, c] = terms(daysLeft)
    return 1 / (1 + Math.exp(-(weights[0] * a + weights[1] * b + weights[2] * c)))
  }
  for (let round = 0; round < 30; round++) {
    const system = [0, 1, 2].map(() => [1e-6, 1e-6, 1e-6, 0])
    for (const { daysLeft, wasted } of training) {
      const x = terms(daysLeft)
      const p = at(daysLeft)
      for (const [i, row] of system.entries()) {
        for (let j = 0; j < 3; j++) row[j] = (row[j] ?? 0) + p * (1 - p) * (x[i] ?? 0) * (x[j] ?? 0)
        row[3] = (row[3] ?? 0) + (Number(wasted) - p) * (x[i] ?? 0)
      }
    }
    for (const [i, step] of solve(system).entries()) weights[i as 0 | 1 | 2] += step
  }
  return at
}

/** Gauss-Jordan elimination on three equations. */
export function solve(rows: number[][]): number[] {
  for (const [i, row] of rows.entries()) {
    const pivot = row[i] ?? 1
    for (let c = 0; c < 4; c++) row[c] = (row[c] ?? 0) / pivot
    for (const other of rows) {
      if (other === row) continue
      const factor = other[i] ?? 0
      for (let c = 0; c < 4; c++) other[c] = (other[c] ?? 0) - factor * (row[c] ?? 0)
    }
  }
  return rows.map((row) => row[3] ?? 0)
}

export const brier = (lots: readonly Judged[], of: (lot: Judged) => number) => mean(lots, (lot) => (of(lot) - Number(lot.wasted)) ** 2)

/** The oracle's Brier score, minus the bias of a finite number of futures. */
export const oracleBrier = (lots: readonly Judged[], runs: number) =>
  brier(lots, ({ oracle }) => oracle ?? 0) - mean(lots, ({ oracle }) => ((oracle ?? 0) * (1 - (oracle ?? 0))) / (runs - 1))

/** Expected calibration error over ten equal bins of the forecast. */
export function calibrationError(lots: readonly Judged[], of: (lot: Judged) => number = ({ said }) => said): number {
  const bins = Array.from({ length: 10 }, () => 0)
  for (const lot of lots) {
    const bin = Math.min(9, Math.floor(of(lot) * 10))
    bins[bin] = (bins[bin] ?? 0) + of(lot) - Number(lot.wasted)
  }
  return bins.reduce((sum, off) => sum + Math.abs(off), 0) / lots.length
}

/** Share wasted among the lots selected by `which`; NaN if there are none. */
export const wastedAmong = (lots: readonly Judged[], which: (lot: Judged) => boolean) =>
  mean(lots.filter(which), ({ wasted }) => Number(wasted))
