import { nameKey } from '#platform/shared/text.ts'
import { ingredientKey } from './match-ingredient.ts'

/** A name as it is searched in. */
export interface IngredientTerm {
  text: string
  key: string
  words: string[]
  isAlias: boolean
}
/** What somebody types, as it is looked for. */
export type IngredientSearch = Omit<IngredientTerm, 'isAlias'>

const fold = (text: string) =>
  nameKey(text)
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{N}%]+/gu, ' ')
    .trim()

export function termOf(name: string, isAlias: boolean): IngredientTerm {
  const text = fold(name)
  return { text, key: ingredientKey(name), words: text.split(' '), isAlias }
}

// Names are at most 120 letters; what is much longer finds nothing.
const longestSearch = 60

/** Null: nothing is found by it. */
export function readSearch(search: string): IngredientSearch | null {
  const text = search.length > 2 * longestSearch ? '' : fold(search)
  return text === '' || text.length > longestSearch ? null : { text, key: ingredientKey(search), words: text.split(' ') }
}

/** Edits (also two letters swapped) from one word to the other, or more than `most`. */
export function distance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, isSwap ? (before[j - 2] ?? 0) + 1 : max + 1))
    }
    before = last
    last = row
  }
  return last[b.length] ?? max + 1
}

// Few people miss a first letter, and it spares comparing with the whole table.
const startsAlike = (a: string, b: string) => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])

/** Typing errors forgiven in a word of this length; short words are too alike. */
const forgiven = (word: string) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0)
export const noMatch = 100
/** From here on a term fits only with typing errors. */
export const misspelt = 10

/** As `forgiven`, for a search that shows what is misspelt only where nothing fits as it is written: 'egs', 'mlik', 'chiken brst'. */
export const forgivenElse = (text: string): number => (text.length >= 11 ? 3 : text.length >= 8 ? 2 : text.length >= 3 ? 1 : 0)

/**
 * How well a term fits, 0 best: exact, prefix, prefix of its words, contained, misspelt by at most `most` letters; a name before another
 * name.
 */
export function fitOf(term: IngredientTerm, search: IngredientSearch, max: number = forgiven(search.text)): number {
  const alias = term.isAlias ? 1 : 0
  if (term.text === search.text) return alias
  if (term.key === search.key) return 2 + alias
  if (term.text.startsWith(search.text)) return 4 + alias
  if (search.words.every((word) => term.words.some((other) => other.startsWith(word)))) return 6 + alias
  if (search.text.length > 2 && term.text.includes(search.text)) return 8 + alias
  if (max === 0) return noMatch
  const near = [term.text, ...term.words].filter((word) => startsAlike(word, search.text))
  const edits = Math.min(...near.map((word) => distance(search.text, word, max)))
  return edits > max ? noMatch : misspelt + 2 * edits + alias
}
