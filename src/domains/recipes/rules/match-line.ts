import { foodKey } from '#domains/ingredients/rules/match-ingredient.ts'

export interface Matchable {
  id: string
  name: string
  aliases: readonly string[]
}

/** Answers the household's food that a line's food means, and whether somebody said so; null: none. */
export type LineMatcher = (food: string) => { id: string; isConfirmed: boolean } | null

/** Words before a food that make it no other food. */
const trimmings = new Set(
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

/** What comes from the tap and is in every kitchen. */
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
    'warmes wasser',
    'kaltes wasser',
  ].map(foodKey),
)
export const isFree = (food: string) => free.has(foodKey(food))

/** A line's food without the words that make it no other food: `fresh basil` → `basil`. */
function trimmed(food: string): string | null {
  const words = food.split(' ')
  let at = 0
  while (at < words.length - 1 && trimmings.has((words[at] ?? '').toLowerCase())) at += 1
  return at === 0 ? null : words.slice(at).join(' ')
}

/**
 * Finds the household's foods for lines: what was confirmed before, then name or alias, then the same built-in food under another
 * name (`known` answers its key), each also without words like "fresh". Never by a mere likeness: a wrong food is worse than none.
 */
export function lineMatcher(
  foods: readonly Matchable[],
  confirmed: ReadonlyMap<string, string | null>,
  known: (name: string) => string | null,
): LineMatcher {
  const byName = new Map<string, string>()
  const byKnown = new Map<string, string>()
  const claim = (index: Map<string, string>, key: string | null, id: string) => {
    if (key !== null && !index.has(key)) index.set(key, id)
  }
  for (const { id, name } of foods) claim(byName, foodKey(name), id)
  for (const { id, aliases } of foods) for (const alias of aliases) claim(byName, foodKey(alias), id)
  for (const { id, name } of foods) claim(byKnown, known(name), id)
  const seen = new Map<string, ReturnType<LineMatcher>>()

  const find = (food: string): string | null => {
    const built = known(food)
    return byName.get(foodKey(food)) ?? (built === null ? null : (byKnown.get(built) ?? null))
  }
  return (food) => {
    let match = seen.get(food)
    if (match === undefined) {
      const said = confirmed.get(foodKey(food))
      const short = trimmed(food)
      const id = said === undefined ? (find(food) ?? (short === null ? null : find(short))) : said
      match = id === null ? null : { id, isConfirmed: said !== undefined }
      seen.set(food, match)
    }
    return match
  }
}
