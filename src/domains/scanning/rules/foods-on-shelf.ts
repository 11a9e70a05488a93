import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { SeenFood } from '../contract.ts'
import { minAnswer } from './rank-candidates.ts'

/** One sign that a food is in the photo. */
export type Sign = SeenFood

/**
 * A name in print says less about a shelf than about one package: "tomato" on a jar of sauce. What the household doesn't have at all needs
 * plainer print.
 */
const minPrinted = { owned: 0.45, new: 0.65 }
/** The picture model was made for photos of one food, so a part of a shelf must look much like it. */
const minLooks = { owned: 0.5, new: 0.85 }

const isPlain = ({ evidence, ingredientId, confidence }: Sign): boolean => {
  const whose = ingredientId === null ? 'new' : 'owned'
  if (evidence === 'print') return confidence >= minPrinted[whose]
  return evidence === 'barcode' ? confidence >= minAnswer : confidence >= minLooks[whose]
}

/**
 * Returns each food once, most likely first, with the strongest evidence. Print and looks that agree make it likelier; the same print in
 * two parts of the photo, which overlap, doesn't.
 */
export function foodsOnShelf(signs: readonly Sign[]): SeenFood[] {
  const byFood = new Map<string, Map<SeenFood['evidence'], Sign>>()
  for (const sign of signs.filter(isPlain)) {
    const key = sign.ingredientId ?? ingredientKey(sign.name)
    const known = byFood.get(key) ?? new Map<SeenFood['evidence'], Sign>()
    const before = known.get(sign.evidence)
    if (!before || before.confidence < sign.confidence) known.set(sign.evidence, sign)
    byFood.set(key, known)
  }
  return [...byFood.values()]
    .flatMap((kinds) => {
      const strongest = kinds.get('barcode') ?? [...kinds.values()].toSorted((a, b) => b.confidence - a.confidence)[0]
      if (!strongest) return []
      const doubt = [...kinds.values()].reduce((product, { confidence }) => product * (1 - confidence), 1)
      return [{ ...strongest, confidence: Math.round((1 - doubt) * 100) / 100 }]
    })
    .toSorted((a, b) => b.confidence - a.confidence || a.name.localeCompare(b.name))
}
