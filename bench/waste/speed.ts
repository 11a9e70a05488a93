/**
 * How long `predictWaste` takes: `node bench/waste/speed.ts`. Kitchens with three years of records, doubled up to 10,000 open lots, in three
 * shapes. Processor time of one core, the middle of several rounds; "per doubling" near 2 or less is linear growth.
 */

import type { HistoryEvent, HouseholdHistory } from '#domains/forecast/rules/history-types.ts'
import { predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { seeded } from './random.ts'

const today = 20_700
const dates = new Map<number, string>()
function dateOf(day: number): string {
  const known = dates.get(day) ?? new Date((today + day) * 86_400_000).toISOString().slice(0, 10)
  dates.set(day, known)
  return known
}

/** `lots` open lots of `foods` foods; each food is bought in packs and used, every `gap` days or so, for three years. */
function kitchen(ingredients: number, lots: number, gap: number): HouseholdHistory {
  const draws = seeded(ingredients * 31 + lots)
  const days: HistoryEvent[][] = Array.from({ length: 1096 }, () => [])
  const note = (day: number, event: HistoryEvent) => days[day + 1096]?.push(event)
  for (let ingredient = 0; ingredient < ingredients; ingredient++) {
    const ingredientId = `f${ingredient}`
    let serial = 0
    const add = (day: number, quantity: number, due: number) =>
      note(day, {
        type: 'added',
        lotId: `${ingredientId}-${serial++}`,
        ingredientId,
        quantity,
        on: dateOf(day),
        effectiveExpiration: dateOf(due),
      })
    let left = 0
    for (let day = -1096 + draws.whole(0, 5); day < -12; day += Math.max(1, Math.round(gap * draws.between(0.5, 1.5)))) {
      if (left < 60) {
        add(day, 500, day + draws.whole(20, 60))
        left += 500
      }
      const quantity = Math.min(left, Math.round(20 + 60 * draws.unit()))
      left -= quantity
      note(day, { type: 'used', ingredientId, quantity, on: dateOf(day) })
    }
    const open = Math.floor(lots / ingredients) + (ingredient < lots % ingredients ? 1 : 0)
    for (let i = 0; i < open; i++) add(draws.whole(-10, -1), 500, draws.whole(0, 120))
  }
  return { today: dateOf(0), ingredients: Array.from({ length: ingredients }, (_, i) => ({ id: `f${i}` })), events: days.flat() }
}

/** Milliseconds of processor time of this process: the middle of the rounds. */
function cost(history: HouseholdHistory): number {
  const rounds = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage()
    predictWaste(history)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return rounds.sort((a, b) => a - b)[2] ?? NaN
}

const shapes: [title: string, foodsOf: (lots: number) => number, gap: number][] = [
  ['ten lots a food, used every fifth day', (lots) => Math.ceil(lots / 10), 5],
  ['a lot a food, used every 40th day', (lots) => lots, 40],
  ['twenty foods, used daily', () => 20, 1],
]
predictWaste(kitchen(50, 500, 3))
console.log('| Kitchen | Open lots | Events | ms of one core | per doubling |\n|---|--:|--:|--:|--:|')
for (const [title, ingredientsOf, gap] of shapes) {
  let before = NaN
  for (const lots of [1250, 2500, 5000, 10_000]) {
    const history = kitchen(ingredientsOf(lots), lots, gap)
    const ms = cost(history)
    const growth = Number.isNaN(before) ? '' : (ms / before).toFixed(2)
    console.log(`| ${title} | ${lots} | ${history.events.length} | ${ms.toFixed(0)} | ${growth} |`)
    before = ms
  }
}
