import type { Storage } from '#domains/ingredients/contract/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'

// As `nameKey` writes them. “Chest” and “Truhe” alone are too vague.
const words: readonly (readonly [Storage, RegExp])[] = [
  ['FREEZER', /freez|gefrier|tiefkuhl|eisfach|congel/],
  ['FRIDGE', /fridge|refrigerat|kuhlschrank|gemusefach|frigo|crisper|bac a legumes/],
  ['PANTRY', /pantry|cupboard|counter|vorrat|schrank|regal|arbeitsplatte|garde-manger|placard|etagere|plan de travail/],
]

/** Guesses from its name, in any language of the app, how cold a place is; null if the name doesn't say. */
export function guessStorage(name: string): Storage | null {
  const key = nameKey(name)
  return words.find(([, word]) => word.test(key))?.[0] ?? null
}
