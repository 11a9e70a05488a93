import { nameKey } from '#platform/shared/text.ts'

/**
 * One form for singular and plural: tomato(es), berry/berries, cookie(s), leaf/leaves, radish(es). It is a key, not a word:
 * only equality counts, so it may cut a singular too (cheese → chees), as long as the plural is cut alike.
 */
function wordKey(word: string): string {
  if (word.length < 3) return word
  const one = word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  const stem = one.endsWith('e') ? one.slice(0, -1) : one
  if (stem.endsWith('y')) return `${stem.slice(0, -1)}i`
  return stem.endsWith('f') ? `${stem.slice(0, -1)}v` : stem
}

/** The form in which foods are found by name: as `nameKey`, without punctuation, singular or plural alike. */
export function ingredientKey(name: string): string {
  const words = nameKey(name)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}%]+/u)
  const key = words
    .filter((word) => word !== '')
    .map(wordKey)
    .join(' ')
  // A name made of signs only is still a name, even of a sign that folds to nothing.
  return key || nameKey(name) || name.trim()
}

interface Named {
  name: string
  aliases: readonly string[]
}

/** A look-up by exact name, then by alias; the first food that claims a name keeps it. */
export function indexIngredients<F extends Named>(ingredients: readonly F[]): (name: string) => F | null {
  const index = new Map<string, F>()
  const claim = (name: string, ingredient: F) => {
    const key = ingredientKey(name)
    if (key !== '' && !index.has(key)) index.set(key, ingredient)
  }
  for (const ingredient of ingredients) claim(ingredient.name, ingredient)
  for (const ingredient of ingredients) for (const alias of ingredient.aliases) claim(alias, ingredient)
  return (name) => index.get(ingredientKey(name)) ?? null
}

/**
 * The food that a name means: equal up to case, accents, punctuation and singular or plural, a name before an alias.
 * A misspelt name matches nothing here: two foods are never merged on a guess.
 */
export function matchIngredient<F extends Named>(name: string, ingredients: readonly F[]): F | null {
  return indexIngredients(ingredients)(name)
}
