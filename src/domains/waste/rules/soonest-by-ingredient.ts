import type { WastePrediction } from '../contract.ts'

const limit = 5

/** Returns the lot of each ingredient that expires first, soonest first; at most five. */
export function soonestByIngredient(predictions: readonly WastePrediction[]): WastePrediction[] {
  const ordered = predictions.toSorted((a, b) => a.effectiveExpiration.localeCompare(b.effectiveExpiration))
  return ordered
    .filter((one, index) => ordered.findIndex(({ ingredientId }) => ingredientId === one.ingredientId) === index)
    .slice(0, limit)
}
