import type { WastePrediction } from '../contract.ts'

const limit = 5

/** Orders lots by date, soonest first. */
export const soonestFirst = (predictions: readonly WastePrediction[]): WastePrediction[] =>
  predictions.toSorted((a, b) => a.effectiveExpiration.localeCompare(b.effectiveExpiration))

/** Returns the lot of each ingredient that expires first, soonest first; at most five. */
export function soonestByIngredient(predictions: readonly WastePrediction[]): WastePrediction[] {
  const ordered = soonestFirst(predictions)
  return ordered
    .filter((one, index) => ordered.findIndex(({ ingredientId }) => ingredientId === one.ingredientId) === index)
    .slice(0, limit)
}
