import { byExpiry, type DayRange, epsilon, type IngredientHistory } from './history-types.ts'
import type { ForecastPriors } from './priors.ts'

/**
 * Estimates the days on which an ingredient was in stock if uses are incompletely recorded: a lot lasts until its last recorded use, plus
 * the time its rest would last after unrecorded uses. Alternates between estimating the rate and the days.
 */
export function estimateStockedDays(ingredient: IngredientHistory, recorded: number): DayRange[] {
  const lots = ingredient.lots.toSorted(byExpiry)
  const used = lots.reduce((sum, lot) => sum + lot.used, 0)
  let days = ingredient.stocked.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  let present = ingredient.stocked
  for (let round = 0; round < 3; round++) {
    const perDay = Math.max(1e-9, used / recorded / Math.max(1, days))
    const stretches: DayRange[] = ingredient.uses.map(({ day }) => ({ from: day, to: day }))
    let busy = -Infinity
    for (const lot of lots) {
      const rest = (lot.left > epsilon ? lot.left : lot.unaccounted) - (1 / recorded - 1) * lot.used
      let end = lot.lastUse
      if (lot.discarded && lot.provenOn >= lot.expiresOn) end = lot.expiresOn
      else if (rest > 0) end = Math.max(lot.cameOn, lot.lastUse, busy) + rest / perDay
      end = Math.round(Math.min(end, lot.expiresOn, -1))
      if (end >= lot.cameOn) stretches.push({ from: lot.cameOn, to: end })
      busy = Math.max(busy, end)
    }
    present = mergeRanges(stretches)
    days = present.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  }
  return present
}

function mergeRanges(stretches: DayRange[]): DayRange[] {
  const ranges: DayRange[] = []
  for (const { from, to } of stretches.sort((a, b) => a.from - b.from)) {
    const last = ranges.at(-1)
    if (last && from <= last.to + 1) last.to = Math.max(last.to, to)
    else ranges.push({ from, to })
  }
  return ranges
}

/** Returns the rate of purchases while the ingredient is certainly in stock relative to other days, 0.02 to 1. */
export function restockRate({ lots }: IngredientHistory, assume: ForecastPriors): number {
  const days = [...new Set(lots.map(({ cameOn }) => cameOn))].sort((a, b) => a - b)
  const proven = lots.filter(({ provenOn, cameOn }) => provenOn > cameOn).sort((a, b) => a.cameOn - b.cameOn)
  const all = Math.max(1, -(days[0] ?? -1))
  let there = 0
  let end = -Infinity
  for (const { cameOn, provenOn } of proven)
    if (provenOn > end) {
      there += provenOn - Math.max(cameOn, end)
      end = provenOn
    }
  let boughtAnyway = 0
  let i = 0
  let until = -Infinity
  for (const day of days) {
    for (let lot = proven[i]; lot && lot.cameOn < day; lot = proven[++i]) until = Math.max(until, lot.provenOn)
    if (until >= day) boughtAnyway++
  }
  const bought = days.length - 1
  const perDay = Math.max(bought, 0.5) / all
  const belief = assume.buysAnywayPurchases
  const whenThere = (boughtAnyway + assume.restockRate * belief) / (there * perDay + belief)
  const otherwise = (Math.max(0, bought - boughtAnyway) + 1.2 * belief) / ((all - there) * perDay + belief)
  return Math.min(1, Math.max(0.02, whenThere / otherwise))
}
