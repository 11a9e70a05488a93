import { capitalizeName } from '#platform/shared/capitalize-name.ts'
import type { Language } from '#platform/shared/language.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { BuiltInFood } from '../../contract/index.ts'
import { ingredientKey } from '../match-ingredient.ts'
import { namesByFood } from './food-names.ts'

/** A food's name in one language. */
export interface NamedFood {
  name: string
  food: BuiltInFood
}

/** What most households buy, for one that has bought nothing yet. */
const basics = ['Milk', 'Bread', 'Eggs', 'Butter', 'Apples', 'Bananas', 'Potatoes', 'Onions', 'Tomatoes', 'Carrots']

/** Returns foods that have a word that starts with `text` in this language: those that start with it first, then by their length. */
export function suggestFoods(text: string, language: Language, limit: number): NamedFood[] {
  const query = nameKey(text)
  if (query === '') return []
  const found: (NamedFood & { rank: number })[] = []
  for (const [food, names] of namesByFood) {
    const ranked = names[language].flatMap((name, at) => {
      const place = ` ${nameKey(name)}`.indexOf(` ${query}`)
      return place < 0
        ? []
        : [{ name: capitalizeName(name, language), food, rank: (place === 0 ? 0 : 1000) + (at === 0 ? 0 : 20) + name.length }]
    })
    const [best] = ranked.toSorted((a, b) => a.rank - b.rank)
    if (best) found.push(best)
  }
  return found.toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1)).slice(0, limit)
}

/** Returns what most households buy, named in this language. */
export function suggestBasics(language: Language): NamedFood[] {
  const byKey = new Map([...namesByFood].map(([food, names]) => [ingredientKey(food.name), { food, names }] as const))
  return basics.flatMap((english) => {
    const { food, names } = byKey.get(ingredientKey(english)) ?? {}
    // The English main names are singular.
    return food && names ? [{ name: language === 'en' ? english : names[language][0], food }] : []
  })
}

const nouns = new Map<string, string>()
function germanNouns(): ReadonlyMap<string, string> {
  if (nouns.size === 0)
    for (const names of namesByFood.values())
      for (const word of names.de.flatMap((name) => name.split(/[\s-]+/))) if (/^\p{Lu}/u.test(word)) nouns.set(nameKey(word), word)
  return nouns
}

/**
 * Spells a name that was typed in lower case: with a capital, and in German with one for each noun that is part of a built-in name. Returns a
 * name with capitals as it is.
 */
export function spellName(name: string, language: Language): string {
  if (/\p{Lu}/u.test(name)) return name
  const words =
    language === 'de' ? name.replace(/\p{L}+/gu, (word) => (germanNouns().has(nameKey(word)) ? capitalizeName(word, 'de') : word)) : name
  return capitalizeName(words, language)
}
