import type { LotDoubt } from './waste-forecast.ts'

/** A lot that may be gone or smaller than recorded. */
export interface QuestionCandidate extends LotDoubt {
  /** What the records say is left, and how much the lot was at first, in the unit of `left`. */
  recorded: number
  whole: number
  /** What the whole lot cost, in any one currency; null if unknown. */
  price: number | null
  /** Whether a planned meal needs it. */
  isPlanned: boolean
}

/** A lot with less than this share of it expected to be missing isn't asked about. */
const minMissing = 0.05
/** A meal that can't be cooked costs more than the food. */
const plannedWeight = 2

/**
 * Returns the lots to ask about, those worth most first: at most `max`, and one of each ingredient. An answer is worth the money that is
 * expected to be missing; a lot without a price counts as an average one.
 */
export function chooseStockQuestions<L extends QuestionCandidate>(lots: readonly L[], max: number): L[] {
  const prices = lots.flatMap(({ price }) => price ?? [])
  const usual = prices.length === 0 ? 1 : prices.reduce((sum, price) => sum + price, 0) / prices.length
  const ingredients = new Set<string>()
  return lots
    .filter((lot) => missingShare(lot) >= minMissing)
    .map((lot) => ({ lot, worth: missingShare(lot) * (lot.price ?? usual) * (lot.isPlanned ? plannedWeight : 1) }))
    .sort((a, b) => b.worth - a.worth || (a.lot.lotId < b.lot.lotId ? -1 : 1))
    .map(({ lot }) => lot)
    .filter(({ ingredientId }) => !ingredients.has(ingredientId) && ingredients.add(ingredientId))
    .slice(0, max)
}

const missingShare = ({ recorded, whole, left }: QuestionCandidate): number => (recorded > 0 ? Math.max(0, recorded - left) / whole : 0)
