import { categories } from '#domains/ingredients/contract/index.ts'

/** How often one aisle was visited before another, minus how often after. */
export interface AislePair {
  first: string
  second: string
  /** Positive if `first` is usually visited first. */
  net: number
}

/** Limits `net`, so that after the shop is rebuilt a few trips suffice to reverse the order. */
export const maxNet = 5
/** A single trip may have been a detour. */
const minNet = 2

/** Returns a pair of aisles in a fixed order, so that both directions share one row. */
const pairOf = (a: string, b: string): { first: string; second: string; sign: 1 | -1 } =>
  a < b ? { first: a, second: b, sign: 1 } : { first: b, second: a, sign: -1 }

/** Returns `net` after one more trip, within the limit. */
const addTripToNet = (net: number, sign: 1 | -1): number => Math.min(maxNet, Math.max(-maxNet, net + sign))

/** Returns the pairs that change because `category` was visited after `walked`. */
export function learnPairs(pairs: readonly AislePair[], walked: readonly string[], category: string): AislePair[] {
  const known = new Map(pairs.map(({ first, second, net }) => [`${first}\n${second}`, net]))
  return walked.flatMap((earlier) => {
    const { first, second, sign } = pairOf(earlier, category)
    const before = known.get(`${first}\n${second}`) ?? 0
    const net = addTripToNet(before, sign)
    return net === before ? [] : [{ first, second, net }]
  })
}

/** Returns pairs with those of `changed` in place of earlier ones. */
export function replacePairs(pairs: readonly AislePair[], changed: readonly AislePair[]): AislePair[] {
  const isReplaced = (pair: AislePair) => changed.some(({ first, second }) => first === pair.first && second === pair.second)
  return [...pairs.filter((pair) => !isReplaced(pair)), ...changed]
}

/** Returns the household's `aisles` in the order of one of its stores. */
export const orderAislesOfStore = (
  aisles: readonly string[],
  { arranged, pairs }: { arranged: readonly string[]; pairs: readonly AislePair[] },
): string[] => applyLearnedOrder([...arranged, ...aisles.filter((category) => !arranged.includes(category))], pairs)

/**
 * Returns the aisles in walking order: `usual` (the household's own order, or the built-in one) with the aisles whose order was
 * learned rearranged among themselves. Contains the same aisles, each once.
 */
export function applyLearnedOrder(usual: readonly string[], steps: readonly AislePair[]): string[] {
  const order = [...new Set(usual)]
  const place = new Map(order.map((category, at) => [category, at]))
  const known = steps.filter(({ first, second, net }) => Math.abs(net) >= minNet && place.has(first) && place.has(second))
  // Pairwise wins minus losses: exact if all pairs are known, and defined even for a cycle.
  const score = new Map<string, number>()
  const add = (category: string, points: number) => score.set(category, (score.get(category) ?? 0) + points)
  for (const { first, second, net } of known) {
    add(first, Math.sign(net))
    add(second, -Math.sign(net))
  }
  const walked = order.filter((category) => score.has(category))
  const sorted = walked.toSorted((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0) || (place.get(a) ?? 0) - (place.get(b) ?? 0))
  // Aisles without a learned order keep their positions.
  return order.map((category) => (score.has(category) ? (sorted.shift() ?? category) : category))
}

/** Inserts missing categories before a trailing `Other`, or at the end. */
export function appendMissingCategories(order: readonly string[], categories: Iterable<string>): string[] {
  const known = new Set(order)
  const more = [...new Set(categories)].filter((category) => !known.has(category)).toSorted()
  const last = order.at(-1) === 'Other' ? order.length - 1 : order.length
  return [...order.slice(0, last), ...more, ...order.slice(last)]
}

/** Returns the aisles in walking order, including all of `used`. `arranged` was set by hand. */
export function orderAisles(arranged: readonly string[], steps: readonly AislePair[], used: readonly string[]): string[] {
  const usual = [...arranged, ...categories.filter((category) => !arranged.includes(category))]
  return applyLearnedOrder(appendMissingCategories(usual, used), steps)
}
