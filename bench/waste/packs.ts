/**
 * What a year of shopping costs with the usual packs, with the advised ones and with the best ones: `npm run --silent bench pack-advice`.
 * Every ingredient is sold in half, in once and in twice its usual pack; twice as much costs 1.74 times as much. Each household lives its
 * past with the usual pack, then a year. Money counts for what is eaten with the usual packs, so that eating less saves nothing.
 */
import type { PackOffer } from '#domains/forecast/rules/history-types.ts'
import { forecastStock } from '#domains/forecast/rules/waste-forecast.ts'
import { historyOf } from './entry-events.ts'
import { drawHousehold, type Household, type Ingredient, kinds, type World } from './household.ts'
import { type Entry, type KitchenState, liveDays, newKitchen } from './kitchen.ts'
import { seeded } from './random.ts'

const households = Number(process.env['BENCH_HOUSEHOLDS'] ?? 300)
const firstSeed = Number(process.env['BENCH_SEED'] ?? 3_000_000)
const weeks = 52
/** A pack twice as large costs 2 ** 0.8 times as much. */
const scale = 0.8

function offersOf({ unit, pack, amount }: Ingredient, price: number): PackOffer[] {
  const whole = (size: number) => (unit === 'piece' ? Math.max(1, Math.round(size)) : size)
  const sizes = new Set([pack, ...[0.5, 2].map((factor) => whole(pack * factor)).filter((size) => size >= Math.min(amount, pack))])
  return [...sizes].map((quantity) => ({ quantity, price: price * (quantity / pack) ** scale, storeId: null }))
}

interface Totals {
  spent: number
  bought: number
  thrown: number
  eaten: number
}

type Choose = (kitchen: KitchenState, entries: readonly Entry[], now: number) => void

const stockOf = ({ ingredients }: KitchenState) => ingredients.map(({ lots }) => lots.reduce((sum, { left }) => sum + left, 0))

/** Lives the past and a year, in which `choose` sets the packs at the beginning of each week. Returns the totals by ingredient. */
function live(household: Household, offers: readonly PackOffer[][], choose: Choose, seed = household.seed): Totals[] {
  const draws = seeded(seed)
  const kitchen = newKitchen(household, draws)
  const serial = { next: 0 }
  const entries = liveDays(household, kitchen, household.today - household.historyDays, household.today, draws, serial)
  const [before, thrownBefore] = [stockOf(kitchen), kitchen.ingredients.map(({ thrown }) => thrown)]
  for (let week = 0; week < weeks; week++) {
    const now = household.today + 7 * week
    choose(kitchen, entries, now)
    entries.push(...liveDays(household, kitchen, now, now + 7, draws, serial))
  }
  const after = stockOf(kitchen)
  return household.ingredients.map(({ id }, i) => {
    let [spent, bought] = [0, 0]
    for (const entry of entries) {
      if (entry.type !== 'added' || entry.day < household.today || entry.ingredient.id !== id) continue
      bought += entry.quantity
      spent += offers[i]?.find(({ quantity }) => quantity === entry.quantity)?.price ?? 0
    }
    const thrown = (kitchen.ingredients[i]?.thrown ?? 0) - (thrownBefore[i] ?? 0)
    return { spent, bought, thrown, eaten: (before[i] ?? 0) + bought - thrown - (after[i] ?? 0) }
  })
}

/** Follows the advice of each week. `count` counts the changes. */
const follow = (household: Household, offers: readonly PackOffer[][], count: { changes: number }): Choose => {
  const offerOf = (i: number, quantity: number) => offers[i]?.find((offer) => offer.quantity === quantity) as PackOffer
  return (kitchen, entries, now) => {
    const known = new Map(
      household.ingredients.map(({ id, pack }, i) => [
        id,
        { usual: offerOf(i, kitchen.ingredients[i]?.pack ?? pack), offers: offers[i] ?? [] },
      ]),
    )
    for (const { ingredientId, better } of forecastStock({ ...historyOf(household, entries, now), offers: known }).packs) {
      const state = kitchen.ingredients[household.ingredients.findIndex(({ id }) => id === ingredientId)]
      if (!state) continue
      state.pack = better.quantity
      count.changes++
    }
  }
}

const always =
  (sizes: readonly number[]): Choose =>
  ({ ingredients }) => {
    for (const [i, state] of ingredients.entries()) state.pack = sizes[i] ?? 0
  }

const costOf = ({ spent, bought, thrown, eaten }: Totals) => (spent / bought) * ((eaten + thrown) / eaten)
const isLived = ({ bought, eaten }: Totals) => bought > 0 && eaten > 0.01 * bought

/** Returns the size with the lowest price of what is eaten, in five other lives. */
function bestSizes(household: Household, offers: readonly PackOffer[][]): number[] {
  const lives = [0, 1, 2].map((at) => {
    const sizes = household.ingredients.map(({ pack }, i) => offers[i]?.[at]?.quantity ?? pack)
    return { sizes, totals: [1, 2, 3, 4, 5].map((life) => live(household, offers, always(sizes), household.seed + life)) }
  })
  return household.ingredients.map(({ pack }, i) => {
    const judged = lives.flatMap(({ sizes, totals }) => {
      const own = totals.flatMap((life) => life[i] ?? []).filter(isLived)
      return own.length === 0 ? [] : [{ size: sizes[i] ?? pack, cost: own.reduce((sum, life) => sum + costOf(life), 0) / own.length }]
    })
    return judged.toSorted((a, b) => a.cost - b.cost)[0]?.size ?? pack
  })
}

interface Year {
  kind: Household['kind']
  /** Money spent and thrown away: with the usual packs, as advised, and with the best packs. */
  spent: [number, number, number]
  thrown: [number, number, number]
  changes: number
}

function yearOf(world: World, seed: number): Year {
  const household = drawHousehold(world, seed)
  const draws = seeded(seed)
  const offers = household.ingredients.map((ingredient) => offersOf(ingredient, draws.between(0.8, 6)))
  const count = { changes: 0 }
  const years = [
    live(household, offers, () => {}),
    live(household, offers, follow(household, offers, count)),
    live(household, offers, always(bestSizes(household, offers))),
  ]
  const [spent, thrown]: [Year['spent'], Year['thrown']] = [
    [0, 0, 0],
    [0, 0, 0],
  ]
  for (const i of household.ingredients.keys()) {
    const own = years.flatMap((year) => year[i] ?? [])
    if (!own.every(isLived)) continue
    for (const [at, totals] of own.entries()) {
      const eaten = own[0]?.eaten ?? 0
      spent[at] = (spent[at] ?? 0) + eaten * costOf(totals)
      thrown[at] = (thrown[at] ?? 0) + (eaten * (totals.spent / totals.bought) * totals.thrown) / totals.eaten
    }
  }
  return { kind: household.kind, spent, thrown, changes: count.changes }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

for (const world of ['home', 'abroad'] satisfies World[]) {
  const years = Array.from({ length: households }, (_, i) => yearOf(world, firstSeed + i))
  console.log(`\n${world}: ${households} households\n`)
  console.log('| Households | Spent, usual | Advised | Best | Thrown away, usual | Advised | Best | Changes |')
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const kind of ['all', ...kinds] as const) {
    const group = years.filter((one) => kind === 'all' || one.kind === kind)
    const money = (of: (one: Year) => number) => mean(group.map(of)).toFixed(0)
    const cells = [
      ...[0, 1, 2].map((at) => money(({ spent }) => spent[at] ?? 0)),
      ...[0, 1, 2].map((at) => money(({ thrown }) => thrown[at] ?? 0)),
    ]
    console.log(`| ${[kind, ...cells, mean(group.map(({ changes }) => changes)).toFixed(1)].join(' | ')} |`)
  }
}
