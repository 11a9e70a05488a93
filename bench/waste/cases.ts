/**
 * One household as a forecast sees it (its records up to today), with what only the simulator knows: the outcome and the oracle's chance.
 */
import { elsewhereCase } from './elsewhere.ts'
import { drawHousehold, type Household, type Kind, type World } from './household.ts'
import { copyIngredient, type Entry, type KitchenState, liveDay, liveDays, newKitchen, nothing } from './kitchen.ts'
import { seeded } from './random.ts'

export interface Truth {
  lotId: string
  daysLeft: number
  wasted: boolean
  /** Not already used up without a record of it. */
  isThere: boolean
  /** Probability under the true process from the true state; null if no oracle ran. */
  oracle: number | null
  /** Recorded events of that food (added, used). */
  ingredientEvents: number
  ingredientUses: number
}

export interface Case {
  kind: Kind
  world: World
  seed: number
  /** One input line of `npm run predict`. */
  records: Records
  truths: Truth[]
}

export interface Records {
  today: string
  ingredients: { id: string; name: string; category: string; unit: string; parLevel?: number }[]
  events: (
    | {
        type: 'added'
        lotId: string
        ingredientId: string
        quantity: number
        on: string
        effectiveExpiration: string | null
        price?: number
      }
    | { type: 'used'; ingredientId: string; lotId?: string; quantity: number; on: string }
    | { type: 'discarded'; lotId: string; quantity: number; reason: string; on: string }
  )[]
}

/** Lots expiring later than this aren't judged: they say nothing about a forecast. */
const furthest = 400
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

function written(household: Household, entries: readonly Entry[]): Records {
  // An entry recorded late is either recorded before today or not at all.
  const known = entries.filter((entry) => entry.day < household.today).sort((a, b) => a.day - b.day)
  return {
    today: dateOf(household.today),
    ingredients: household.ingredients.map(({ id, name, category, unit, parLevel }) => ({
      id,
      name,
      category,
      unit,
      ...(parLevel === null ? {} : { parLevel }),
    })),
    events: known.map((entry) => {
      const on = dateOf(entry.day)
      if (entry.type === 'added')
        return {
          type: 'added',
          lotId: entry.lotId,
          ingredientId: entry.ingredient.id,
          quantity: entry.quantity,
          on,
          effectiveExpiration: entry.date === null ? null : dateOf(entry.date),
          price: entry.price,
        }
      if (entry.type === 'discarded') return { type: 'discarded', lotId: entry.lotId, quantity: entry.quantity, reason: 'expired', on }
      return {
        type: 'used',
        ingredientId: entry.ingredient.id,
        ...(entry.lotId === null ? {} : { lotId: entry.lotId }),
        quantity: entry.quantity,
        on,
      }
    }),
  }
}

/** Simulates the days after today and returns which lots had something left at the end of their date. */
function future(household: Household, now: KitchenState, watched: Map<string, number>, seed: number): Set<string> {
  const draws = seeded(seed)
  const only = now.ingredients.flatMap((state, index) => (state.lots.some((lot) => watched.has(lot.id)) ? [index] : []))
  const state: KitchenState = {
    bursting: now.bursting,
    ingredients: now.ingredients.map((ingredient, i) => (only.includes(i) ? copyIngredient(ingredient) : ingredient)),
  }
  const until = new Map(
    only.map((index) => [index, Math.max(...(state.ingredients[index]?.lots ?? []).map((lot) => watched.get(lot.id) ?? 0))] as const),
  )
  const wasted = new Set<string>()
  let serial = 0
  const nextId = () => `n${serial++}`
  const last = Math.max(0, ...until.values())
  for (let day = household.today; day <= last; day++) {
    const going = only.filter((index) => (until.get(index) ?? 0) >= day)
    liveDay(household, state, day, draws, null, nextId, going)
    for (const index of going)
      for (const lot of state.ingredients[index]?.lots ?? []) if (watched.get(lot.id) === day && lot.left > nothing) wasted.add(lot.id)
  }
  return wasted
}

/** Creates the case of that seed. `oracleRuns`: how many futures estimate the oracle's chance (0: none). */
export const makeCase = (world: World, seed: number, oracleRuns: number): Case =>
  world === 'elsewhere' ? elsewhereCase(seed, oracleRuns) : caseOf(drawHousehold(world, seed), world, seed, oracleRuns)

/** The same for a given household. */
export function caseOf(household: Household, world: World, seed: number, oracleRuns: number): Case {
  const draws = seeded(household.seed)
  const kitchen = newKitchen(household, draws)
  const entries = liveDays(household, kitchen, household.today - household.historyDays, household.today, draws, { next: 0 })

  const records = written(household, entries)
  const watched = new Map<string, number>()
  const ingredientOf = new Map<string, string>()
  for (const entry of entries)
    if (entry.type === 'added') {
      ingredientOf.set(entry.lotId, entry.ingredient.id)
      if (entry.date !== null && entry.date >= household.today && entry.date <= household.today + furthest)
        watched.set(entry.lotId, entry.date)
    }
  const there = new Set(kitchen.ingredients.flatMap(({ lots }) => lots.filter(({ left }) => left > nothing).map(({ id }) => id)))
  const outcome = future(household, kitchen, watched, household.seed ^ 0x5bd1e995)
  const counts = new Map<string, number>()
  for (let run = 0; run < oracleRuns; run++)
    for (const id of future(household, kitchen, watched, household.seed + 7919 * (run + 1))) counts.set(id, (counts.get(id) ?? 0) + 1)

  const events = new Map<string, { all: number; uses: number }>()
  for (const event of records.events) {
    if (event.type === 'discarded') continue
    const count = events.get(event.ingredientId) ?? { all: 0, uses: 0 }
    count.all++
    if (event.type === 'used') count.uses++
    events.set(event.ingredientId, count)
  }
  return {
    kind: household.kind,
    world,
    seed,
    records,
    truths: [...watched].map(([lotId, date]) => ({
      lotId,
      daysLeft: date - household.today,
      wasted: outcome.has(lotId),
      isThere: there.has(lotId),
      oracle: oracleRuns > 0 ? (counts.get(lotId) ?? 0) / oracleRuns : null,
      ingredientEvents: events.get(ingredientOf.get(lotId) ?? '')?.all ?? 0,
      ingredientUses: events.get(ingredientOf.get(lotId) ?? '')?.uses ?? 0,
    })),
  }
}
