import { say } from '#platform/shared/say.ts'
import { nameKey } from '#platform/shared/text.ts'
import { categories } from '../contract/index.ts'

const ours = new Set<string>(categories)

/** An aisle in the reader's language; one that a household named itself is as it named it. */
export const aisleLabel = (category: string): string => (ours.has(category) ? say(category) : category)

/** The aisle somebody means: one of ours however it is called in their language, else one of their own. */
export const aisleOf = (typed: string): string => {
  const key = nameKey(typed)
  return categories.find((category) => nameKey(say(category)) === key || nameKey(category) === key) ?? typed.trim()
}

/** Our aisles as they are offered to the reader. */
export const aislesToOffer = (): string[] => categories.map((category) => say(category))
