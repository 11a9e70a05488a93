/**
 * A second simulator with its own engine, written independently of the first: one draw of demand a day, stock as a queue of packs, weekly
 * shopping. Nothing is tuned on it; it shows how the forecast generalizes.
 */
import type { Case, Records, Truth } from './cases.ts'
import type { Kind } from './household.ts'
import { type Draws, seeded } from './random.ts'

const elsewhereKinds = [
  'steady',
  'bursty',
  'seasonal',
  'changed',
  'sparse',
  'lots',
  'packs',
  'imperfect',
] as const satisfies readonly Kind[]

interface Pack {
  id: string
  ingredient: Ingredient
  left: number
  due: number
}

interface Ingredient {
  id: string
  category: string
  isPieces: boolean
  /** Chance of a use on a plain day, mean amount, and gamma shape of the amount. */
  daily: number
  portion: number
  shape: number
  weekend: number
  life: number
  pack: number
  packsAtOnce: number
  /** Buys when the stock would last fewer days than this. */
  reorder: number
  peak: number
  swing: number
  factor: number
  changedOn: number
}

interface Home {
  kind: (typeof elsewhereKinds)[number]
  ingredients: Ingredient[]
  days: number
  shoppingDay: number
  writesUses: number
  writesDiscards: number
  namesLots: boolean
  busyShare: number
}

function drawHome(kind: Home['kind'], draws: Draws): Home {
  const days = kind === 'sparse' ? draws.whole(14, 60) : kind === 'seasonal' ? draws.whole(300, 900) : draws.whole(90, 540)
  const imperfect = kind === 'imperfect'
  return {
    kind,
    days,
    ingredients: Array.from({ length: draws.whole(4, 14) }, (_, i) => drawIngredient(i, kind, days, draws)),
    shoppingDay: draws.whole(0, 6),
    writesUses: imperfect ? draws.between(0.7, 0.95) : 1,
    writesDiscards: imperfect ? draws.between(0.7, 1) : 1,
    namesLots: draws.chance(0.5),
    busyShare: kind === 'bursty' ? draws.between(0.15, 0.4) : 1,
  }
}

function drawIngredient(i: number, kind: Home['kind'], days: number, draws: Draws): Ingredient {
  const daily = kind === 'sparse' ? draws.between(0.02, 0.15) : draws.pick([0.08, 0.15, 0.3, 0.5, 0.8]) * draws.between(0.8, 1.2)
  const isPieces = draws.chance(kind === 'packs' ? 0.8 : 0.3)
  const portion = isPieces ? draws.pick([1, 1, 2]) : draws.pick([40, 75, 120, 180, 250])
  const life = draws.pick([4, 6, 8, 12, 20, 35, 60, 120])
  const ideal = daily * portion * life
  const several = kind === 'lots' ? draws.whole(2, 4) : 1
  const pack = Math.max(portion * (kind === 'packs' ? draws.pick([4, 6, 10]) : 1), (ideal * draws.between(0.25, 1.5)) / several)
  return {
    id: `x${i}`,
    category: draws.pick(['Dairy', 'Produce', 'Meat', 'Bakery', 'Pantry']),
    isPieces,
    daily,
    portion,
    shape: draws.between(1.5, 12),
    weekend: draws.chance(0.3) ? draws.between(1.3, 2.5) : 1,
    life,
    pack: isPieces ? Math.max(1, Math.round(pack)) : Math.max(25, Math.round(pack / 25) * 25),
    packsAtOnce: several,
    reorder: draws.between(1, 7),
    peak: draws.whole(0, 364),
    swing: kind === 'seasonal' ? draws.between(0.4, 0.95) : 0,
    factor: kind === 'changed' ? draws.pick([0.2, 0.4, 0.5, 1.8, 2.5]) : 1,
    changedOn: -Math.round(days * draws.between(0.1, 0.5)),
  }
}

/** Simulation state: packs by food, and whether these are busy days. */
interface State {
  packs: Pack[][]
  isBusy: boolean
}

type Note = (event: Records['events'][number]) => void
const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Simulates one day of one food: discards, shops, eats. `today` is the day of the forecast. */
function liveDay(
  home: Home,
  ingredient: Ingredient,
  packs: Pack[],
  isBusy: boolean,
  day: number,
  today: number,
  draws: Draws,
  note: Note,
  id: () => string,
) {
  for (const pack of packs.filter(({ due }) => due < day)) {
    packs.splice(packs.indexOf(pack), 1)
    if (draws.chance(home.writesDiscards))
      note({ type: 'discarded', lotId: pack.id, quantity: pack.left, reason: 'expired', on: dateOf(day) })
  }
  const base =
    ingredient.daily *
    (day - today >= ingredient.changedOn ? ingredient.factor : 1) *
    (1 + ingredient.swing * Math.sin((2 * Math.PI * (day - ingredient.peak)) / 365))
  const busy = home.kind === 'bursty' ? (isBusy ? 1 / (home.busyShare + 0.1) : 0.1) : 1
  const chance = Math.min(1, base * busy * ([6, 0].includes((day + 4) % 7) ? ingredient.weekend : 1))
  const stock = packs.reduce((sum, { left }) => sum + left, 0)
  const isShopping = day % 7 === home.shoppingDay || draws.chance(0.05)
  if (isShopping && stock < ingredient.daily * ingredient.portion * ingredient.reorder + 0.01) {
    const count = ingredient.packsAtOnce > 1 ? draws.whole(1, ingredient.packsAtOnce) : 1
    for (let i = 0; i < count; i++) {
      const due = day + Math.max(1, Math.round(ingredient.life * draws.between(0.7, 1.15)))
      packs.push({ id: id(), ingredient, left: ingredient.pack, due })
      const lotId = packs.at(-1)?.id ?? ''
      note({
        type: 'added',
        lotId,
        ingredientId: ingredient.id,
        quantity: ingredient.pack,
        on: dateOf(day),
        effectiveExpiration: dateOf(due),
        price: 2,
      })
    }
    packs.sort((a, b) => a.due - b.due)
  }
  if (!draws.chance(chance)) return
  const drawn = ingredient.portion * draws.gamma(ingredient.shape)
  let wanted = ingredient.isPieces ? Math.max(1, Math.round(drawn)) : Math.max(1, Math.round(drawn))
  while (wanted > 0 && packs[0]) {
    const first = packs[0]
    const quantity = Math.min(first.left, wanted)
    first.left -= quantity
    wanted -= quantity
    if (draws.chance(home.writesUses))
      note({ type: 'used', ingredientId: ingredient.id, ...(home.namesLots ? { lotId: first.id } : {}), quantity, on: dateOf(day) })
    if (first.left <= 0) packs.shift()
  }
}

const turn = (home: Home, isBusy: boolean, draws: Draws) => {
  if (home.kind !== 'bursty') return isBusy
  return draws.chance(isBusy ? 0.2 : (0.2 * home.busyShare) / (1 - home.busyShare)) ? !isBusy : isBusy
}

/** Returns the lots of `state` that have something left at the end of their date in one future. */
function future(home: Home, state: State, today: number, seed: number): Set<string> {
  const draws = seeded(seed)
  const packs = state.packs.map((of) => of.map((pack) => ({ ...pack })))
  const watched = new Set(state.packs.flat().map(({ id }) => id))
  const last = Math.max(today, ...state.packs.flat().map(({ due }) => due))
  const wasted = new Set<string>()
  let isBusy = state.isBusy
  let serial = 0
  for (let day = today; day <= last; day++) {
    isBusy = turn(home, isBusy, draws)
    for (const [i, ingredient] of home.ingredients.entries()) {
      const own = packs[i] ?? []
      if (!own.some(({ id }) => watched.has(id))) continue
      liveDay(
        home,
        ingredient,
        own,
        isBusy,
        day,
        today,
        draws,
        () => {},
        () => `n${serial++}`,
      )
      for (const { id, due } of own) if (due === day && watched.has(id)) wasted.add(id)
    }
  }
  return wasted
}

/** Creates the case of that seed. */
export function elsewhereCase(seed: number, oracleRuns: number): Case {
  const kind = elsewhereKinds[seed % elsewhereKinds.length] ?? 'steady'
  const draws = seeded(seed ^ 0x2545f491)
  const home = drawHome(kind, draws)
  const today = draws.whole(19_000, 21_000)
  const state: State = { packs: home.ingredients.map(() => []), isBusy: draws.chance(home.busyShare) }
  const events: Records['events'] = []
  const due = new Map<string, { ingredient: string; day: number }>()
  let serial = 0
  for (let day = today - home.days; day < today; day++) {
    state.isBusy = turn(home, state.isBusy, draws)
    for (const [i, ingredient] of home.ingredients.entries())
      liveDay(
        home,
        ingredient,
        state.packs[i] ?? [],
        state.isBusy,
        day,
        today,
        draws,
        (event) => events.push(event),
        () => `p${serial++}`,
      )
  }
  for (const event of events)
    if (event.type === 'added' && event.effectiveExpiration)
      due.set(event.lotId, { ingredient: event.ingredientId, day: Date.parse(event.effectiveExpiration) / 86_400_000 })
  const outcome = future(home, state, today, seed * 31 + 7)
  const counts = new Map<string, number>()
  for (let run = 0; run < oracleRuns; run++)
    for (const id of future(home, state, today, seed * 31 + 1009 * (run + 1))) counts.set(id, (counts.get(id) ?? 0) + 1)
  const there = new Set(state.packs.flat().map(({ id }) => id))
  const ofIngredient = (id: string, types: readonly string[]) =>
    events.filter((event) => event.type !== 'discarded' && event.ingredientId === id && types.includes(event.type)).length
  return {
    kind,
    world: 'elsewhere',
    seed,
    records: {
      today: dateOf(today),
      ingredients: home.ingredients.map(({ id, category, isPieces }) => ({ id, name: id, category, unit: isPieces ? 'piece' : 'g' })),
      events,
    },
    truths: [...due].flatMap(([lotId, { ingredient, day }]): Truth[] =>
      day < today
        ? []
        : [
            {
              lotId,
              daysLeft: day - today,
              wasted: outcome.has(lotId),
              isThere: there.has(lotId),
              oracle: oracleRuns > 0 ? (counts.get(lotId) ?? 0) / oracleRuns : null,
              ingredientEvents: ofIngredient(ingredient, ['added', 'used']),
              ingredientUses: ofIngredient(ingredient, ['used']),
            },
          ],
    ),
  }
}
