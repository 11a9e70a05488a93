import { nameKey } from '#platform/shared/name-key.ts'
import { say } from '#platform/shared/say.ts'
import { categories } from '../contract/index.ts'

const builtIn = new Set<string>(categories)

/** Translates a built-in category. Returns a household's own category unchanged. */
export const categoryLabel = (category: string): string => (builtIn.has(category) ? say(category) : category)

/** Returns the built-in category with this English or translated name, else the trimmed text. */
export const categoryOf = (typed: string): string => {
  const key = nameKey(typed)
  return categories.find((category) => nameKey(say(category)) === key || nameKey(category) === key) ?? typed.trim()
}

export const categorySuggestions = (): string[] => categories.map((category) => say(category))
