import { nameKey } from '#platform/contract/text.ts'
import type { Food } from '../../contract.ts'
import { foodKey, indexFoods } from '../../rules/match-food.ts'
import { foods } from '../catalogue/foods.ts'

const find = indexFoods(foods)

/** The built-in food of exactly this name or other name (case, accents, singular and plural aside), or null. */
export function findFood(name: string): Food | null {
  return find(name)
}

const fold = (text: string) =>
  nameKey(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()

interface Term {
  food: Food
  text: string
  key: string
  words: string[]
  isAlias: boolean
}
const terms: Term[] = foods.flatMap((food) =>
  [food.name, ...food.aliases].map((name, at) => {
    const text = fold(name)
    return { food, text, key: foodKey(name), words: text.split(' '), isAlias: at > 0 }
  }),
)

/** Edits (also two letters swapped) from one word to the other, or more than `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, isSwap ? (before[j - 2] ?? 0) + 1 : most + 1))
    }
    before = last
    last = row
  }
  return last[b.length] ?? most + 1
}

// Few people miss a first letter, and it spares comparing with the whole table.
const startsAlike = (a: string, b: string) => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])

/** Typing errors forgiven in a word of this length; short words are too alike. */
const forgiven = (word: string) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0)
const noMatch = 100

/** How well a term fits, 0 best: exact, prefix, prefix of its words, contained, misspelt; a name before another name. */
function rank(term: Term, search: { text: string; key: string; words: string[] }): number {
  const alias = term.isAlias ? 1 : 0
  if (term.text === search.text) return alias
  if (term.key === search.key) return 2 + alias
  if (term.text.startsWith(search.text)) return 4 + alias
  if (search.words.every((word) => term.words.some((other) => other.startsWith(word)))) return 6 + alias
  if (search.text.length > 2 && term.text.includes(search.text)) return 8 + alias
  const most = forgiven(search.text)
  if (most === 0) return noMatch
  const near = [term.text, ...term.words].filter((word) => startsAlike(word, search.text))
  const edits = Math.min(...near.map((word) => distance(search.text, word, most)))
  return edits > most ? noMatch : 10 + 2 * edits + alias
}

// Names are at most 120 letters; what is much longer than any of the table finds nothing.
const longestSearch = 60

/** The built-in foods that fit what a person types, best first; each once, by whichever of its names fits best. */
export function searchFoods(search: string, limit = 10): Food[] {
  const text = search.length > 2 * longestSearch ? '' : fold(search)
  if (text === '' || text.length > longestSearch) return []
  const wanted = { text, key: foodKey(search), words: text.split(' ') }
  const best = new Map<Food, number>()
  for (const term of terms) {
    const fit = rank(term, wanted)
    if (fit < (best.get(term.food) ?? noMatch)) best.set(term.food, fit)
  }
  return [...best]
    .toSorted(([a, fitA], [b, fitB]) => fitA - fitB || a.name.length - b.name.length || (a.name < b.name ? -1 : 1))
    .slice(0, limit)
    .map(([food]) => food)
}
