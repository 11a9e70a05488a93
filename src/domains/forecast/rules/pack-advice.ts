import type { Demand } from './demand.ts'
import { median } from './distributions.ts'
import { epsilon, type IngredientHistory, type PackOffer, type PackOffers, type ReplayedLot } from './history-types.ts'
import { predictLeftovers, type RelativePlannedUse } from './predict-leftovers.ts'
import type { ForecastPriors } from './priors.ts'
import type { Habits } from './recording-habits.ts'
import { isSameSize } from './same-size.ts'

/** What buying one pack today would come to. */
interface JudgedPack extends PackOffer {
  /** Probability (0 to 1) that some of it is thrown away. */
  chance: number
  /** Expected share of it that is thrown away. */
  thrown: number
  /** Expected price of one eaten unit. */
  perEaten: number
}

/** Another pack that is clearly better in money than the usual one. */
export interface PackAdvice {
  ingredientId: string
  usual: JudgedPack
  better: JudgedPack
}

/** What the ingredient's records say, and what is open of it. */
interface PackContext {
  history: IngredientHistory
  /** In stock already, and eaten first. */
  open: readonly ReplayedLot[]
  demand: Demand
  plans: readonly RelativePlannedUse[]
  habits: Habits
  assume: ForecastPriors
}

/** With fewer recorded uses or dated lots of an ingredient, nothing is advised. */
const minUses = 5
const minDatedLots = 3
/** Newer lots than this many say how long one keeps. */
const recentLots = 12
/** Another pack is better from this share of the price of an eaten unit on, as another store is by its price. */
const betterFrom = 0.9
/** A larger pack is advised only if the chance that some of it is thrown away is below this: habits may change while it lasts. */
const maxLargerChance = 0.1

/** Returns how many days a lot of the ingredient usually keeps; null if too few had a date. */
export function usualLife({ lots }: Pick<IngredientHistory, 'lots'>): number | null {
  const recent = lots.toSorted((a, b) => b.cameOn - a.cameOn).slice(0, recentLots)
  const lives = recent.flatMap(({ expiresOn, cameOn }) => (expiresOn < Infinity ? Math.max(0, expiresOn - cameOn) : []))
  return lives.length < minDatedLots || lives.length * 2 < recent.length ? null : median(lives, 0)
}

/** Points at which the distribution of the rest is evaluated. */
const points = 10

/** Returns the probability that something of a lot of this size is left when it expires, after what is in stock was eaten. */
function leftoverChance(quantity: number, lifeDays: number, { open, demand, plans, habits, assume }: PackContext): number {
  const pack: ReplayedLot = {
    id: 'pack',
    added: quantity,
    left: quantity,
    expiresOn: lifeDays,
    cameOn: 0,
    used: 0,
    uses: 0,
    lastUse: -Infinity,
    provenOn: 0,
    discarded: false,
    leftWhenDue: null,
    unaccounted: 0,
    surplus: 0,
    younger: 0,
    passedOver: 0,
  }
  const good = open.filter(({ left, expiresOn }) => left > epsilon && expiresOn >= 0)
  const said = predictLeftovers([...good, pack], demand, plans, habits, assume).find(({ lot }) => lot === pack)
  return Math.min(1, Math.max(0, said?.probability ?? 0))
}

/**
 * Returns what becomes of a pack that is bought today. More than x of it is left exactly if something of a pack smaller by x is, so the
 * expected rest is the integral of that probability over all smaller sizes.
 */
function judgePack(offer: PackOffer, lifeDays: number, context: PackContext): JudgedPack {
  const { quantity, price } = offer
  const chanceOf = (share: number) => leftoverChance(share * quantity, lifeDays, context)
  const chance = chanceOf(1)
  let thrown = 0
  for (let point = 0.5; point < points; point++) thrown += chanceOf(point / points) / points
  return { ...offer, chance, thrown: Math.min(chance, thrown), perEaten: price / (quantity * Math.max(1 - thrown, 0.01)) }
}

/**
 * Returns the pack with the lowest expected price of what is eaten, if that is clearly lower than with the usual pack. Null without enough
 * data. `usual` is the size bought last; offers of its size are compared only by their cheapest.
 */
export function advisePack(context: PackContext, { usual, offers }: PackOffers): PackAdvice | null {
  const { history, demand } = context
  const lifeDays = usualLife(history)
  if (history.useCount < minUses || lifeDays === null) return null
  const judged = offers.map((offer) => judgePack(offer, lifeDays, context))
  const isUsual = ({ quantity }: PackOffer) => isSameSize(quantity, usual.quantity)
  const cheapest = (packs: readonly JudgedPack[]) => packs.toSorted((a, b) => a.perEaten - b.perEaten || a.quantity - b.quantity)[0]
  const own = cheapest(judged.filter(isUsual)) ?? judgePack(usual, lifeDays, context)
  // Less than one use isn't a meal.
  const others = judged.filter((pack) => !isUsual(pack) && pack.quantity >= demand.amounts.mean)
  const better = cheapest(others.filter(({ quantity, chance }) => quantity < usual.quantity || chance < maxLargerChance))
  return better && better.perEaten <= own.perEaten * betterFrom ? { ingredientId: history.id, usual: own, better } : null
}
