import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { matchPrint, type NamedIngredient, type PrintedLine, shareOfWords } from './match-print.ts'

/** A name the picture model gives, and the share of such answers that are right. */
export interface Guess {
  label: string
  p: number
}
export interface Guesses {
  fine: Guess[]
  coarse: Guess[]
  /** Which coarse name a fine one belongs to. */
  coarseOf(fine: string): string
}

export interface Evidence {
  /** Null: nobody looked at the picture. */
  guesses: Guesses | null
  /** The household's own photo that is nearest to this one, and how likely it shows the same. */
  nearest: { ingredientId: string; p: number } | null
  lines: readonly PrintedLine[]
  /** The household's own first: of one name only the first is found. */
  ingredients: readonly NamedIngredient[]
}

export interface Candidate {
  /** Null: the household has no such food yet. */
  id: string | null
  name: string
  confidence: number
}

export interface Fused {
  /** Best first; none when nothing is likely enough to be offered. */
  candidates: Candidate[]
  /** Likely enough to be the answer. */
  isAnswer: boolean
  fine: string | null
  coarse: string | null
}

/** From here on a candidate is an answer; below, it is only offered. */
export const minAnswer = 0.5
const minOffered = 0.2
const maxOffered = 4
/** How much the words of a name, all found in print, raise its share: by e to this. */
const wordsRaise = 3
/**
 * A picture that looks less than this like any food at all shows none, and what it looks like most is not even offered. Of 296 validation photos
 * every one looked at least 0.63 like food; of 210 drawn scenes and 25 photos of other things none more than 0.36.
 */
const minFood = 0.5
/** Below this the fine name is a coin's toss, and the coarse one is answered. */
const minFine = 0.5

/** What the model's names are called in a kitchen, where that is not the name itself. */
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
/** The kitchen’s name of a label of the model. */
export const kitchenName = (label: string) => kitchenNames[label] ?? plain(label)

/** Guesses in the light of the print: names whose words are printed gain on the others. */
export function weighByPrint(guesses: Guesses, lines: readonly PrintedLine[]): { fine: Guess[]; coarse: Guess[] } {
  const raised = guesses.fine.map(({ label, p }) => ({
    label,
    p: p * Math.exp(lines.length === 0 ? 0 : wordsRaise * shareOfWords(plain(label), lines)),
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

const shareOfFood = ({ fine }: Guesses) => fine.reduce((sum, { p }) => sum + p, 0)

class Candidates {
  readonly #all = new Map<string, Candidate>()

  /** Two signs of the same food make it likelier than either. */
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

/** What a photo without a known code shows, from the picture, the print and the household's own photos. Never a food that nothing speaks for. */
export function fuse({ guesses, nearest, lines, ingredients }: Evidence): Fused {
  const byName = new Map<string, NamedIngredient>()
  for (const ingredient of ingredients) {
    for (const name of [ingredient.name, ...ingredient.aliases]) {
      const key = ingredientKey(name)
      if (!byName.has(key)) byName.set(key, ingredient)
    }
  }
  const ingredientNamed = (name: string): NamedIngredient | undefined => byName.get(ingredientKey(name))
  const candidates = new Candidates()
  const seen = guesses && shareOfFood(guesses) >= minFood ? weighByPrint(guesses, lines) : null
  const [fine] = seen?.fine ?? []
  const own = fine && ingredientNamed(plain(fine.label))
  for (const [place, { label, p }] of (seen?.coarse.slice(0, maxOffered) ?? []).entries()) {
    const name = kitchenName(label)
    // a household that keeps the sort as a food is answered with it; any other with the kind, which is likelier than any one sort of it
    if (place === 0 && own?.id && fine && fine.p >= minFine) candidates.add(own, fine.p)
    else candidates.add(ingredientNamed(name) ?? { id: null, name }, p)
  }
  for (const { ingredient, p } of matchPrint(lines, ingredients).slice(0, maxOffered)) candidates.add(ingredient, p)
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
