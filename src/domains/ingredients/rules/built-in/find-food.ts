import type { Language } from '#platform/shared/language.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { BuiltInFood } from '../../contract/index.ts'
import { ingredientKey } from '../match-ingredient.ts'
import { languagesFrom, namesByFood } from './food-names.ts'

/** Foods by exact name, then by `ingredientKey`: Ei (egg) is not Eis (ice cream). */
type Index = readonly [byName: ReadonlyMap<string, BuiltInFood>, byKey: ReadonlyMap<string, BuiltInFood>]

function buildIndex(language: Language): Index {
  const [byName, byKey] = [new Map<string, BuiltInFood>(), new Map<string, BuiltInFood>()]
  const claim = (index: Map<string, BuiltInFood>, key: string, food: BuiltInFood) => {
    if (!index.has(key)) index.set(key, food)
  }
  for (const other of languagesFrom(language)) {
    for (const isMain of [true, false]) {
      for (const [food, names] of namesByFood) {
        for (const name of isMain ? names[other].slice(0, 1) : names[other].slice(1)) {
          claim(byName, nameKey(name), food)
          claim(byKey, ingredientKey(name), food)
        }
      }
    }
  }
  return [byName, byKey]
}

const indexes = new Map<Language, Index>()

/**
 * Finds a built-in food or other product by a name in any language, ignoring case, accents and plural. If two languages disagree about a
 * word (Paprika), the reader's wins. Returns null if there is none.
 */
export function findBuiltInFood(name: string, language: Language): BuiltInFood | null {
  const index = indexes.get(language) ?? buildIndex(language)
  indexes.set(language, index)
  const [byName, byKey] = index
  return byName.get(nameKey(name)) ?? byKey.get(ingredientKey(name)) ?? null
}
