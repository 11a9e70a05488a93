import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { matchPrintedText, measurePrintedFraction, type NamedIngredient, type PrintedLine } from './match-printed-text.ts'

/** A label of the picture model with its calibrated probability. */
export interface LabelProbability {
  label: string
  p: number
}
export interface PictureLabels {
  fine: LabelProbability[]
  coarse: LabelProbability[]
  /** Returns the kind a variety belongs to. */
  coarseOf(fine: string): string
}

export interface Evidence {
  /** Null if the picture was not classified. */
  guesses: PictureLabels | null
  /** The household's most similar confirmed photo, and the probability that it shows the same food. */
  nearest: { ingredientId: string; p: number } | null
  lines: readonly PrintedLine[]
  /** The household's own first: of several with one name, the first counts. */
  ingredients: readonly NamedIngredient[]
}

export interface Candidate {
  /** Null if the household has no such ingredient yet. */
  id: string | null
  name: string
  confidence: number
}

export interface RankedCandidates {
  /** Best first; empty if nothing is likely enough to offer. */
  candidates: Candidate[]
  /** True if the first candidate is likely enough to be the answer. */
  isAnswer: boolean
  fine: string | null
  coarse: string | null
}

/** A candidate below this is only offered. */
export const minAnswer = 0.5
const minOffered = 0.2
const maxOffered = 4
/** The weight of a label grows by e to this power if all its words are printed. */
const wordsRaise = 3
/**
 * Below this total probability of food, the picture shows none. All 296 validation photos reached at least 0.63; 210 drawn scenes and 25
 * photos of other things at most 0.36.
 */
const minFood = 0.5
/** Below this the variety is uncertain, so the kind is the answer. */
const minFine = 0.5

/** Ingredient names for labels that differ from them. */
const kitchenNames: Record<string, string> = {
  Pepper: 'Bell pepper',
  'Red-Beet': 'Beet',
  'Red-Grapefruit': 'Grapefruit',
  Oatghurt: 'Oat yogurt',
  Soyghurt: 'Soy yogurt',
  Yoghurt: 'Yogurt',
  'Sour-Milk': 'Buttermilk',
}
const plain = (label: string) => label.replaceAll('-', ' ')
/** Returns the ingredient name for a label of the model. */
export const ingredientNameOfLabel = (label: string) => kitchenNames[label] ?? plain(label)

/** Raises labels whose words are printed, relative to the others. */
export function boostPrintedLabels(
  guesses: PictureLabels,
  lines: readonly PrintedLine[],
): { fine: LabelProbability[]; coarse: LabelProbability[] } {
  const raised = guesses.fine.map(({ label, p }) => ({
    label,
    p: p * Math.exp(lines.length === 0 ? 0 : wordsRaise * measurePrintedFraction(plain(label), lines)),
  }))
  const before = guesses.fine.reduce((sum, { p }) => sum + p, 0)
  const after = raised.reduce((sum, { p }) => sum + p, 0)
  const fine = raised.map(({ label, p }) => ({ label, p: after === 0 ? 0 : (p * before) / after })).toSorted((a, b) => b.p - a.p)
  const kinds = new Map<string, number>()
  for (const { label, p } of fine) {
    const coarse = guesses.coarseOf(label)
    kinds.set(coarse, (kinds.get(coarse) ?? 0) + p)
  }
  return { fine, coarse: [...kinds].map(([label, p]) => ({ label, p })).toSorted((a, b) => b.p - a.p) }
}

const shareOfFood = ({ fine }: PictureLabels) => fine.reduce((sum, { p }) => sum + p, 0)

class Candidates {
  readonly #all = new Map<string, Candidate>()

  /** Combines independent evidence for one ingredient: it becomes more likely than with either alone. */
  add({ id, name }: Pick<NamedIngredient, 'id' | 'name'>, confidence: number): void {
    const key = id ?? ingredientKey(name)
    const known = this.#all.get(key)
    if (known) known.confidence = 1 - (1 - known.confidence) * (1 - confidence)
    else this.#all.set(key, { id, name, confidence })
  }

  get ranked(): Candidate[] {
    return [...this.#all.values()].toSorted((a, b) => b.confidence - a.confidence)
  }
}

/** Says what a photo without a known code shows, from the picture, the print and the household's own photos. */
export function rankCandidates({ guesses, nearest, lines, ingredients }: Evidence): RankedCandidates {
  const byName = new Map<string, NamedIngredient>()
  for (const ingredient of ingredients) {
    for (const name of [ingredient.name, ...ingredient.aliases]) {
      const key = ingredientKey(name)
      if (!byName.has(key)) byName.set(key, ingredient)
    }
  }
  const ingredientNamed = (name: string): NamedIngredient | undefined => byName.get(ingredientKey(name))
  const candidates = new Candidates()
  const seen = guesses && shareOfFood(guesses) >= minFood ? boostPrintedLabels(guesses, lines) : null
  const [fine] = seen?.fine ?? []
  const own = fine && ingredientNamed(plain(fine.label))
  for (const [place, { label, p }] of (seen?.coarse.slice(0, maxOffered) ?? []).entries()) {
    const name = ingredientNameOfLabel(label)
    // A household that has the variety as an ingredient gets it; others get the kind, which is more likely than any single variety.
    if (place === 0 && own?.id && fine && fine.p >= minFine) candidates.add(own, fine.p)
    else candidates.add(ingredientNamed(name) ?? { id: null, name }, p)
  }
  for (const { ingredient, p } of matchPrintedText(lines, ingredients).slice(0, maxOffered)) candidates.add(ingredient, p)
  const known = nearest && ingredients.find(({ id }) => id === nearest.ingredientId)
  if (known) candidates.add(known, nearest.p)
  const offered = candidates.ranked.filter(({ confidence }) => confidence >= minOffered).slice(0, maxOffered)
  return {
    candidates: offered,
    isAnswer: (offered[0]?.confidence ?? 0) >= minAnswer,
    fine: fine?.label ?? null,
    coarse: seen?.coarse[0]?.label ?? null,
  }
}
