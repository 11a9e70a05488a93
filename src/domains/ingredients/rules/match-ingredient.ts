import { boundedCache } from '#platform/shared/bounded-cache.ts'
import { nameKey } from '#platform/shared/name-key.ts'

/**
 * Returns the same key for singular and plural: tomato(es), berry/berries, leaf/leaves. The key may be no word (cheese → chees), because
 * keys are only compared.
 */
function wordKey(word: string): string {
  if (word.length < 3) return word
  const singular = word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
  const stem = singular.endsWith('e') ? singular.slice(0, -1) : singular
  if (stem.endsWith('y')) return `${stem.slice(0, -1)}i`
  return stem.endsWith('f') ? `${stem.slice(0, -1)}v` : stem
}

/** The same short names come again and again, and a key takes microseconds. */
const shortKeys = boundedCache<string, string>(20_000)
const maxShortLength = 60

/** Returns the key for matching names: like `nameKey`, without punctuation, equal for singular and plural. */
export const ingredientKey = (name: string): string =>
  name.length <= maxShortLength ? shortKeys.getOrCreate(name, makeKey) : makeKey(name)

function makeKey(name: string): string {
  const words = nameKey(name)
    .replace(/['’]/g, '')
    .replace(/&/g, ' and ')
    .split(/[^\p{L}\p{N}%]+/u)
  const key = words
    .filter((word) => word !== '')
    .map(wordKey)
    .join(' ')
  // A name of symbols only, such as 🍋.
  return key || nameKey(name) || name.trim()
}

interface Named {
  name: string
  aliases: readonly string[]
}

/** Returns a lookup by name, then by alias. The first ingredient with a name wins. */
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
 * Finds an ingredient by name, then by alias, ignoring case, accents, punctuation and plural. A misspelled name matches nothing, so that
 * two ingredients are never merged by mistake.
 */
export function matchIngredient<F extends Named>(name: string, ingredients: readonly F[]): F | null {
  return indexIngredients(ingredients)(name)
}
