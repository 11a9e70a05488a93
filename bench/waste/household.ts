/**
 * Simulated households: their true behavior, which no forecast sees. The distributions are deliberately wider than, and different from,
 * the
 * model that is scored: uses come by clock, by chance or in clusters; amounts are portions, shares of a pack, pieces or everything left;
 * people buy by par, by calendar or on a whim, skip the first lot, forget lots and record less than they do.
 */
import { type Draws, seeded } from './random.ts'

export const kinds = ['steady', 'bursty', 'seasonal', 'changed', 'sparse', 'lots', 'packs', 'imperfect', 'careless', 'whims'] as const
export type Kind = (typeof kinds)[number]

/** `home` is used for tuning; `abroad` has other distributions, `elsewhere` another engine (elsewhere.ts): both are only scored. */
export type World = 'home' | 'abroad' | 'elsewhere'

export type Occasions = 'chance' | 'daily' | 'regular' | 'weekly' | 'cluster'
export type Amounts = 'portion' | 'gamma' | 'lognormal' | 'pieces' | 'share' | 'rest'
export type Buying = 'par' | 'calendar' | 'whim' | 'empty'

export interface Ingredient {
  id: string
  name: string
  category: string
  unit: string
  parLevel: number | null
  /** Uses per day when nothing is special. */
  rate: number
  occasions: Occasions
  /** Regularity of `regular`: the shape of the gamma interval. */
  regularity: number
  weekday: number[]
  amounts: Amounts
  amount: number
  /** Coefficient of variation of an amount. */
  spread: number
  /** Smallest step an amount is a multiple of; 0 = none. */
  step: number
  pack: number
  packsPerTrip: [number, number]
  lifeDays: number
  lifeSpread: number
  buying: Buying
  /** Stock below which `par` buys; days between `calendar` buys; daily chance of `whim`. */
  buyAt: number
  /** Seasonal swing 0..1 and the day of the year of its peak. */
  swing: number
  peak: number
  /** Day from which rate and amount are multiplied. */
  changeOn: number
  rateAfter: number
  amountAfter: number
  /** Mean days of a burst and of the quiet between; 0 = no bursts. */
  burstDays: number
  quietDays: number
  quietShare: number
}

export interface Household {
  kind: Kind
  ingredients: Ingredient[]
  historyDays: number
  /** Days after 1970-01-01. */
  today: number
  seed: number
  shopsFirst: boolean
  shoppingDays: number
  /** All foods burst together (guests, a week away). */
  burstsTogether: boolean
  /** Chance of taking the lot that expires first; otherwise any. */
  fefo: number
  /** Chance that a lot is forgotten when a newer one arrives. */
  forgets: number
  /** A remainder smaller than this share of an amount is eaten too. */
  finishes: number
  /** Mean days between a lot's expiry and its disposal. */
  discardDelay: number
  discardsRecorded: number
  usesRecorded: number
  lotNamed: number
  lateEntry: number
  wrongDate: number
  guessedAmount: number
  undated: number
}

const categories: readonly [name: string, lifeDays: number, perDay: number, unit: string][] = [
  ['Produce', 8, 0.35, 'g'],
  ['Bakery', 5, 0.7, 'g'],
  ['Meat', 4, 0.25, 'g'],
  ['Dairy & Eggs', 14, 0.5, 'ml'],
  ['Deli', 9, 0.3, 'g'],
  ['Beverages', 25, 0.4, 'ml'],
  ['Condiments & Sauces', 60, 0.2, 'g'],
  ['Grains & Pasta', 150, 0.2, 'g'],
  ['Canned Goods', 200, 0.1, 'piece'],
  ['Frozen', 90, 0.15, 'g'],
  ['Snacks & Sweets', 40, 0.3, 'piece'],
]

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))
const flat = [1, 1, 1, 1, 1, 1, 1]

function drawIngredient(
  draws: Draws,
  index: number,
  kind: Kind,
  world: World,
  busy: number,
  greed: number,
  historyDays: number,
): Ingredient {
  const home = world === 'home'
  const [category, typicalLife, perDay, unit] = draws.pick(categories as unknown as readonly [(typeof categories)[0], ...typeof categories])
  const lifeDays = clamp(draws.lognormal(typicalLife, home ? 0.4 : 0.15), 2, 400)
  let rate = home ? draws.lognormal(perDay * busy, 0.7) : busy * draws.between(0.03, 0.9) * (typicalLife > 50 ? 0.4 : 1)
  if (kind === 'sparse' && draws.chance(0.5)) rate *= 0.3
  rate = clamp(rate, 0.008, 2.5)
  const piecewise = unit === 'piece' || (kind === 'packs' && draws.chance(0.6))
  const occasions = home
    ? draws.pick<Occasions>(['chance', 'chance', 'daily', 'regular', 'weekly', 'cluster'])
    : draws.pick<Occasions>(['chance', 'chance', 'chance', 'daily', 'regular', 'weekly'])
  const amounts: Amounts = piecewise
    ? 'pieces'
    : home
      ? draws.pick<Amounts>(['portion', 'gamma', 'gamma', 'lognormal', 'share', 'rest'])
      : draws.pick<Amounts>(['lognormal', 'gamma', 'portion', 'share'])
  const amount = piecewise ? draws.pick([1, 1, 2, 3]) : draws.pick([30, 50, 80, 100, 120, 200, 250]) * draws.lognormal(1, 0.3)
  // How long a pack would last relative to how long it keeps: households misjudge this when they buy.
  const lasts = home ? draws.lognormal(0.45 * greed, 0.65) : draws.between(0.1, 1.2) * greed
  let pack = rate * amount * lifeDays * lasts
  const step = piecewise ? 1 : draws.pick([0, 0, 5, 10, 50])
  if (amounts === 'share' || amounts === 'rest') pack = amount * Math.max(1, Math.round(clamp(pack / amount, 1, 8)))
  pack = clamp(pack, amount, amount * 400)
  const several = kind === 'lots' ? 3 : 1
  pack = Math.max(amount, pack / several)
  if (kind === 'packs') pack = Math.max(amount, amount * draws.pick([4, 6, 10, 12, 20, 30]) * (rate * lifeDays > 4 ? 1 : 0.5))
  pack = piecewise ? Math.max(1, Math.round(pack)) : Math.max(10, Math.round(pack / 10) * 10)
  const weekday = draws.pick([
    [0.5, 0.5, 0.5, 0.6, 1, 2, 1.9],
    [1.3, 1.3, 1.3, 1.3, 1.3, 0.3, 0.2],
    [0.1, 0.1, 0.1, 0.1, 0.1, 0.3, 6.2],
    [0, 2.3, 0, 2.4, 0, 2.3, 0],
  ])
  const buying = home
    ? draws.pick<Buying>(['par', 'par', 'empty', 'calendar'])
    : draws.pick<Buying>(['par', 'empty', 'calendar', 'calendar'])
  const changes = kind === 'changed' && draws.chance(0.8)
  const bursts = kind === 'bursty'
  const par = piecewise ? Math.max(1, Math.round(pack * draws.between(0.3, 1.5))) : Math.round(pack * draws.between(0.2, 1.2))
  const burstDays = bursts ? draws.between(2, 9) : 0
  const quietDays = bursts ? draws.between(5, 30) : 0
  const factor = draws.chance(0.6) ? draws.between(0.15, 0.6) : draws.between(1.6, 4)
  return {
    id: `f${index}`,
    name: `${category} ${index}`,
    category,
    unit: piecewise ? 'piece' : unit,
    parLevel: draws.chance(0.75) ? par : null,
    rate: bursts ? Math.min(3, (rate * (burstDays + quietDays)) / (burstDays + 0.15 * quietDays)) : rate,
    occasions,
    regularity: draws.between(2, 9),
    weekday: occasions === 'weekly' ? weekday : flat,
    amounts,
    amount,
    spread: home ? draws.between(0.15, 0.9) : draws.between(0.05, 0.6),
    step,
    pack,
    packsPerTrip: kind === 'lots' ? [1, 4] : draws.chance(0.15) ? [1, 2] : [1, 1],
    lifeDays,
    lifeSpread: home ? draws.between(0.05, 0.35) : 0.1,
    buying: kind === 'whims' ? 'whim' : buying,
    buyAt:
      buying === 'par' ? par : buying === 'calendar' ? Math.max(3, lifeDays * draws.between(0.5, 1.4)) : draws.between(0.2, 0.9) / lifeDays,
    swing: kind === 'seasonal' ? draws.between(0.5, 0.98) : 0,
    peak: draws.whole(0, 364),
    changeOn: changes ? -Math.round(historyDays * draws.between(0.08, 0.6)) : 1e9,
    rateAfter: changes ? factor : 1,
    amountAfter: changes && draws.chance(0.3) ? draws.between(0.5, 1.8) : 1,
    burstDays,
    quietDays,
    quietShare: draws.pick([0, 0.1, 0.25]),
  }
}

/** Draws the household with that number; deterministic for a world and seed. */
export function drawHousehold(world: World, seed: number): Household {
  const draws = seeded(seed * 2 + (world === 'home' ? 0 : 1))
  const kind = kinds[seed % kinds.length] ?? 'steady'
  const home = world === 'home'
  const long = draws.chance(0.12)
  const historyDays =
    kind === 'sparse' ? draws.whole(5, 45) : long ? draws.whole(500, 1096) : home ? draws.whole(45, 400) : draws.whole(60, 250)
  const busy = draws.lognormal(1, 0.4)
  const greed = draws.lognormal(1, home ? 0.35 : 0.2)
  const imperfect = kind === 'imperfect'
  const careless = kind === 'careless'
  return {
    kind,
    ingredients: Array.from({ length: draws.whole(kind === 'sparse' ? 3 : 5, 12) }, (_, i) =>
      drawIngredient(draws, i, kind, world, busy, greed, historyDays),
    ),
    historyDays,
    today: draws.whole(18_993, 21_500),
    seed: draws.whole(1, 2 ** 31 - 1),
    shopsFirst: draws.chance(0.6),
    shoppingDays: draws.pick([1, 2, 3, 7]),
    burstsTogether: draws.chance(0.4),
    fefo: careless ? draws.between(0.3, 0.85) : draws.chance(0.8) ? 1 : 0.92,
    forgets: careless ? draws.between(0, 0.25) : 0,
    finishes: draws.pick([0, 0, 0.2, 0.5]),
    discardDelay: draws.pick([0, 0, 1, 3]),
    discardsRecorded: imperfect && draws.chance(0.3) ? 0.7 : 1,
    usesRecorded: imperfect ? draws.between(0.6, 0.98) : 1,
    lotNamed: draws.pick([0, 0.5, 1, 1]),
    lateEntry: imperfect ? draws.between(0, 0.4) : 0,
    wrongDate: imperfect ? draws.between(0, 0.06) : 0,
    guessedAmount: imperfect && draws.chance(0.5) ? 0.3 : 0,
    undated: draws.chance(0.2) ? 0.05 : 0,
  }
}
