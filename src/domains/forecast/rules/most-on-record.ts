import type { Entry } from './history.ts'

/** The largest stock the records tell of since `start`. */
export function mostOnRecord(entries: readonly Entry[], start: number): number {
  let stock = 0
  let most = 0
  for (const { day, type, lot, quantity } of entries) {
    if (day >= start) most = Math.max(most, stock)
    if (type === 'added') stock += quantity
    else if (lot) stock -= Math.min(stock, quantity)
  }
  return Math.max(most, stock)
}
