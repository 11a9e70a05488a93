/** A kitchen that lives day by day: what is thrown out, bought and used, and what of it gets written down. */
import type { Household, Ingredient } from './household.ts'
import type { Draws } from './random.ts'

export const nothing = 0.0005

export interface TrueLot {
  id: string
  left: number
  /** Days after 1970-01-01; null = undated. */
  date: number | null
  forgotten: boolean
  discardOn: number | null
}

export interface IngredientState {
  lots: TrueLot[]
  bursting: boolean
  clusterLeft: number
  untilDue: number
  untilBuying: number
  /** The size bought from now on; that of the ingredient if absent. */
  pack?: number
  /** Thrown away so far, recorded or not. */
  thrown: number
}

export interface KitchenState {
  ingredients: IngredientState[]
  bursting: boolean
}

/** What is written down; days are numbers here. */
export type Entry =
  | { type: 'added'; lotId: string; ingredient: Ingredient; quantity: number; day: number; date: number | null; price: number }
  | { type: 'used'; lotId: string | null; ingredient: Ingredient; quantity: number; day: number }
  | { type: 'discarded'; lotId: string; quantity: number; day: number }

export function newKitchen(household: Household, draws: Draws): KitchenState {
  return {
    bursting: draws.chance(0.4),
    ingredients: household.ingredients.map((ingredient) => ({
      lots: [],
      bursting: draws.chance(0.4),
      clusterLeft: 0,
      untilDue: draws.unit() / ingredient.rate,
      untilBuying: draws.unit() * ingredient.buyAt,
      thrown: 0,
    })),
  }
}

export const copyIngredient = (state: IngredientState): IngredientState => ({ ...state, lots: state.lots.map((lot) => ({ ...lot })) })

const round = (ingredient: Ingredient, amount: number) =>
  ingredient.step > 0
    ? Math.max(ingredient.step, Math.round(amount / ingredient.step) * ingredient.step)
    : Math.max(0.001, Math.round(amount * 1000) / 1000)

/** The rate on a day before weekday and bursts: season and changed habits. */
function rateOn(ingredient: Ingredient, day: number, today: number): number {
  const season = ingredient.swing > 0 ? 1 + ingredient.swing * Math.cos((2 * Math.PI * (day - ingredient.peak)) / 365.25) : 1
  return ingredient.rate * season * (day - today >= ingredient.changeOn ? ingredient.rateAfter : 1)
}

function occasionsOn(
  ingredient: Ingredient,
  state: IngredientState,
  household: Household,
  kitchen: KitchenState,
  day: number,
  draws: Draws,
): number {
  let rate = rateOn(ingredient, day, household.today) * (ingredient.weekday[(day + 4) % 7] ?? 1)
  if (ingredient.burstDays > 0 && !(household.burstsTogether ? kitchen.bursting : state.bursting)) rate *= ingredient.quietShare
  if (ingredient.occasions === 'daily') return draws.chance(Math.min(0.97, rate)) ? 1 : 0
  if (ingredient.occasions === 'regular') {
    state.untilDue -= rate / ingredient.rate
    let count = 0
    while (state.untilDue <= 0) {
      state.untilDue += draws.gamma(ingredient.regularity) / ingredient.rate
      count++
    }
    return count
  }
  if (ingredient.occasions === 'cluster') {
    // one dish brings the next: about three days running, then none
    if (state.clusterLeft > 0) {
      state.clusterLeft--
      return draws.chance(0.85) ? 1 : 0
    }
    if (!draws.chance(Math.min(0.6, rate / 2.7))) return 0
    state.clusterLeft = draws.whole(1, 3)
    return 1
  }
  return draws.poisson(rate)
}

function amountOf(ingredient: Ingredient, day: number, today: number, firstLeft: number, draws: Draws): number {
  const mean = ingredient.amount * (day - today >= ingredient.changeOn ? ingredient.amountAfter : 1)
  switch (ingredient.amounts) {
    case 'portion':
      return round(ingredient, mean)
    case 'gamma':
      return round(ingredient, mean * draws.gamma(1 / ingredient.spread ** 2))
    case 'lognormal': {
      const sigma = Math.sqrt(Math.log(1 + ingredient.spread ** 2))
      return round(ingredient, draws.lognormal(mean * Math.exp(-(sigma ** 2) / 2), sigma))
    }
    case 'pieces':
      return 1 + draws.poisson(Math.max(0, mean - 1))
    case 'share':
      return round(ingredient, ingredient.pack * draws.pick([0.125, 0.25, 0.25, 0.5]))
    case 'rest':
      return draws.chance(0.4) && firstLeft > 0 ? firstLeft : round(ingredient, mean)
  }
}

const inOrder = (a: TrueLot, b: TrueLot) => (a.date ?? 1e9) - (b.date ?? 1e9)

/** One food lives one day. Without `write` nothing is noted (the future). */
function simulateIngredient(
  ingredient: Ingredient,
  state: IngredientState,
  household: Household,
  kitchen: KitchenState,
  day: number,
  draws: Draws,
  write: ((entry: Entry) => void) | null,
  nextId: () => string,
): void {
  for (const lot of state.lots) {
    if (lot.date === null || day <= lot.date || lot.left <= nothing) continue
    lot.discardOn ??= lot.date + 1 + (household.discardDelay > 0 ? Math.floor(-Math.log(1 - draws.unit()) * household.discardDelay) : 0)
    if (day < lot.discardOn) continue
    if (write && draws.chance(household.discardsRecorded)) write({ type: 'discarded', lotId: lot.id, quantity: lot.left, day })
    state.thrown += lot.left
    lot.left = 0
  }
  state.lots = state.lots.filter((lot) => lot.left > nothing)

  const shop = () => {
    if (day % household.shoppingDays !== 0) return
    let stock = 0
    for (const lot of state.lots) if (lot.date === null || lot.date >= day) stock += lot.left
    state.untilBuying -= household.shoppingDays
    const wanted =
      ingredient.buying === 'par'
        ? stock < ingredient.buyAt
        : ingredient.buying === 'empty'
          ? stock < 0.05 * ingredient.pack && draws.chance(0.7)
          : ingredient.buying === 'calendar'
            ? state.untilBuying <= 0 && stock < 5 * ingredient.pack
            : draws.chance(Math.min(1, ingredient.buyAt * household.shoppingDays)) && stock < 5 * ingredient.pack
    if (!wanted) return
    const pack = state.pack ?? ingredient.pack
    if (ingredient.buying === 'calendar') state.untilBuying = ingredient.buyAt * (pack / ingredient.pack) * draws.between(0.8, 1.2)
    const packs = draws.whole(...ingredient.packsPerTrip)
    for (let i = 0; i < packs; i++) {
      for (const lot of state.lots) if (draws.chance(household.forgets)) lot.forgotten = true
      let date: number | null =
        day + Math.max(1, Math.round(ingredient.lifeDays * (1 + ingredient.lifeSpread * draws.normal()) * draws.between(0.75, 1)))
      if (draws.chance(household.wrongDate)) date += draws.pick([-10, -3, 7, 30, 365])
      if (draws.chance(household.undated)) date = null
      const lot: TrueLot = { id: nextId(), left: pack, date, forgotten: false, discardOn: null }
      state.lots.push(lot)
      write?.({
        type: 'added',
        lotId: lot.id,
        ingredient,
        quantity: pack,
        day,
        date,
        price: Math.round(draws.between(80, 900)) / 100,
      })
    }
  }

  if (household.shopsFirst) shop()
  if (ingredient.burstDays > 0 && draws.chance(1 / (state.bursting ? ingredient.burstDays : ingredient.quietDays)))
    state.bursting = !state.bursting
  const count = occasionsOn(ingredient, state, household, kitchen, day, draws)
  for (let i = 0; i < count; i++) {
    const usable = state.lots.filter((lot) => lot.left > nothing && !lot.forgotten && (lot.date === null || lot.date >= day)).sort(inOrder)
    if (usable.length === 0) break
    if (usable.length > 1 && !draws.chance(household.fefo)) usable.unshift(...usable.splice(draws.whole(1, usable.length - 1), 1))
    let wanted = amountOf(ingredient, day, household.today, usable[0]?.left ?? 0, draws)
    const tail = household.finishes * wanted
    for (const lot of usable) {
      if (wanted <= nothing) break
      const taken = lot.left - wanted <= tail ? Math.min(lot.left, wanted + tail) : Math.min(lot.left, wanted)
      wanted -= taken
      lot.left = lot.left - taken < nothing ? 0 : lot.left - taken
      if (!write || !draws.chance(household.usesRecorded)) continue
      const guessed = household.guessedAmount > 0 ? taken * draws.lognormal(1, household.guessedAmount) : taken
      const late = draws.chance(household.lateEntry) ? draws.whole(1, 3) : 0
      write({
        type: 'used',
        lotId: draws.chance(household.lotNamed) ? lot.id : null,
        ingredient,
        quantity: Math.max(0.001, Math.round(guessed * 1000) / 1000),
        day: day + late,
      })
    }
  }
  if (!household.shopsFirst) shop()
}

/** All foods live the days from `from` up to `to`, which are written down. Returns what was. */
export function liveDays(
  household: Household,
  kitchen: KitchenState,
  from: number,
  to: number,
  draws: Draws,
  serial: { next: number },
): Entry[] {
  const entries: Entry[] = []
  const write = (entry: Entry) => void entries.push(entry)
  for (let day = from; day < to; day++) liveDay(household, kitchen, day, draws, write, () => `l${serial.next++}`)
  return entries
}

/** All foods (or those of `only`) live one day. */
export function liveDay(
  household: Household,
  kitchen: KitchenState,
  day: number,
  draws: Draws,
  write: ((entry: Entry) => void) | null,
  nextId: () => string,
  only?: readonly number[],
): void {
  const first = household.ingredients[0]
  if (household.burstsTogether && first && first.burstDays > 0)
    if (draws.chance(1 / (kitchen.bursting ? first.burstDays : first.quietDays))) kitchen.bursting = !kitchen.bursting
  for (const index of only ?? household.ingredients.keys()) {
    const [ingredient, state] = [household.ingredients[index], kitchen.ingredients[index]]
    if (ingredient && state) simulateIngredient(ingredient, state, household, kitchen, day, draws, write, nextId)
  }
}
