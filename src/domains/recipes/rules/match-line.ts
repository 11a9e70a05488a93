import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/name-key.ts'

export interface Matchable {
  id: string
  name: string
  aliases: readonly string[]
}

/** Returns the household's ingredient that a line's food refers to and whether a user confirmed it; null if there is none. */
export type LineMatcher = (ingredient: string) => { id: string; isConfirmed: boolean } | null

/** Words before a food that don't change which food it is. */
const neutralWords = new Set(
  [
    'fresh',
    'freshly',
    'organic',
    'raw',
    'ripe',
    'free-range',
    'large',
    'medium',
    'small',
    'good-quality',
    'quality',
    'low-sodium',
    'reduced-sodium',
    'unsalted',
  ].concat([
    'extra-virgin',
    'extra',
    'virgin',
    'whole',
    'fine',
    'frische',
    'frischer',
    'frisches',
    'frischen',
    'bio',
    'frais',
    'fraiche',
    'fraîche',
    'hot',
    'cold',
    'warm',
    'boneless',
    'skinless',
  ]),
)

/** Always available: tap water. */
const free = new Set(
  [
    'water',
    'tap water',
    'boiling water',
    'cold water',
    'warm water',
    'hot water',
    'pasta water',
    'ice',
    'ice cube',
    'wasser',
    'eau',
    'leitungswasser',
    'nudelwasser',
    'kochwasser',
    'eiswasser',
    'eiswurfel',
    'glacon',
    'glaçons',
    'eau du robinet',
    'eau de cuisson',
    'eau de cuisson des pates',
  ].map(ingredientKey),
)
/** How warm the water is doesn't matter: `kochendes Wasser`, `ice-cold water`, `eau bouillante`. */
const temperatures = new Set(
  [
    'boiling cold ice-cold iced ice hot warm lukewarm tepid chilled just-boiled cool',
    'kochend kochendes kochendem heisses heissem warmes warmem lauwarmes lauwarmem kaltes kaltem eiskaltes',
    'bouillante chaude tiede froide glacee fraiche',
  ].flatMap((list) => list.split(' ')),
)
export function isTapWater(ingredient: string): boolean {
  if (free.has(ingredientKey(ingredient))) return true
  if (!/water|wasser|eau/i.test(ingredient)) return false
  const rest = nameKey(ingredient)
    .split(' ')
    .filter((word) => !temperatures.has(word))
  return rest.length === 1 && /^(?:water|wasser|eau)$/.test(rest[0] ?? '')
}

/** Returns a line's food without such words: `fresh basil` → `basil`; null if that changes nothing. */
function trimmed(ingredient: string): string | null {
  const words = ingredient.split(' ')
  let at = 0
  while (at < words.length - 1 && neutralWords.has((words[at] ?? '').toLowerCase())) at += 1
  return at === 0 ? null : words.slice(at).join(' ')
}

/**
 * Matches lines to the household's ingredients: confirmed names first, then names and aliases, then another name of the same built-in food
 * (`known` returns its key), each also without words like "fresh". Never by similarity: a wrong ingredient is worse than none.
 */
export function createLineMatcher(
  ingredients: readonly Matchable[],
  confirmed: ReadonlyMap<string, string | null>,
  known: (name: string) => string | null,
): LineMatcher {
  const byName = new Map<string, string>()
  const byKnown = new Map<string, string>()
  const claim = (index: Map<string, string>, key: string | null, id: string) => {
    if (key !== null && !index.has(key)) index.set(key, id)
  }
  for (const { id, name } of ingredients) claim(byName, ingredientKey(name), id)
  for (const { id, aliases } of ingredients) for (const alias of aliases) claim(byName, ingredientKey(alias), id)
  for (const { id, name } of ingredients) claim(byKnown, known(name), id)
  const seen = new Map<string, ReturnType<LineMatcher>>()

  const find = (ingredient: string): string | null => {
    const built = known(ingredient)
    return byName.get(ingredientKey(ingredient)) ?? (built === null ? null : (byKnown.get(built) ?? null))
  }
  return (ingredient) => {
    let match = seen.get(ingredient)
    if (match === undefined) {
      const confirmedId = confirmed.get(ingredientKey(ingredient))
      const short = trimmed(ingredient)
      const id = confirmedId === undefined ? (find(ingredient) ?? (short === null ? null : find(short))) : confirmedId
      match = id === null ? null : { id, isConfirmed: confirmedId !== undefined }
      seen.set(ingredient, match)
    }
    return match
  }
}
