import type { IngredientHistory, LedgerEntry, ReplayedLot } from './history.ts'

/** What the records had of each lot that had not gone off at the beginning of day `start`; told backwards from what they have now. */
export function recordedShare({ lots, entries }: IngredientHistory, start: number): Map<ReplayedLot, number> {
  const left = new Map<ReplayedLot, number>()
  for (const lot of lots) if (lot.cameOn < start && lot.expiresOn >= start) left.set(lot, lot.left)
  for (const { lot, taken } of entries) {
    const now = lot && left.get(lot)
    if (lot && now !== null && now !== undefined) left.set(lot, now + taken)
  }
  for (const [lot, quantity] of left) if (quantity <= 0) left.delete(lot)
  return left
}

/** The largest stock the records tell of in the entries, beginning with what is `left` before them. */
export function maxOnRecord(entries: readonly LedgerEntry[], left: ReadonlyMap<ReplayedLot, number>): number {
  let stock = 0
  for (const quantity of left.values()) stock += quantity
  let max = stock
  for (const { type, lot, quantity } of entries) {
    if (type === 'added') stock += quantity
    else if (lot) stock -= Math.min(stock, quantity)
    max = Math.max(max, stock)
  }
  return max
}
