import { nameKey } from '#platform/shared/name-key.ts'
import { ingredientKey } from './match-ingredient.ts'

/** A name prepared for searching. */
export interface IngredientTerm {
  text: string
  key: string
  words: string[]
  isAlias: boolean
}
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

const maxSearchLength = 60

/** Returns null if the search is empty or too long. */
export function readSearch(search: string): IngredientSearch | null {
  const text = search.length > 2 * maxSearchLength ? '' : fold(search)
  return text === '' || text.length > maxSearchLength ? null : { text, key: ingredientKey(search), words: text.split(' ') }
}

/** Returns the edit distance, counting a swap of two letters as one edit, or more than `max`. */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const change = (last[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, change, isSwap ? (beforeLast[j - 2] ?? 0) + 1 : max + 1))
    }
    beforeLast = last
    last = row
  }
  return last[b.length] ?? max + 1
}

// Typos in the first letter are rare, and skipping them avoids most comparisons.
const startsAlike = (a: string, b: string) => a[0] === b[0] || (a[0] === b[1] && a[1] === b[0])

/** Returns the maximum number of typos in a word. Short words are too similar to correct. */
const maxEditsFor = (word: string) => (word.length >= 8 ? 2 : word.length >= 5 ? 1 : 0)
export const noMatch = 100
/** Fits from here on have typos. */
export const misspelledFit = 10

/** Like `maxEditsFor`, for searches that allow typos only if nothing else matches: 'egs', 'mlik', 'chiken brst'. */
export const maxEditsFallback = (text: string): number => (text.length >= 11 ? 3 : text.length >= 8 ? 2 : text.length >= 3 ? 1 : 0)

/** Scores a match, 0 best: exact, prefix, prefixes of words, contained, then up to `max` typos. A name scores better than an alias. */
export function matchPenalty(term: IngredientTerm, search: IngredientSearch, max: number = maxEditsFor(search.text)): number {
  const alias = term.isAlias ? 1 : 0
  if (term.text === search.text) return alias
  if (term.key === search.key) return 2 + alias
  if (term.text.startsWith(search.text)) return 4 + alias
  if (search.words.every((word) => term.words.some((other) => other.startsWith(word)))) return 6 + alias
  if (search.text.length > 2 && term.text.includes(search.text)) return 8 + alias
  if (max === 0) return noMatch
  const near = [term.text, ...term.words].filter((word) => startsAlike(word, search.text))
  const edits = Math.min(...near.map((word) => editDistance(search.text, word, max)))
  return edits > max ? noMatch : misspelledFit + 2 * edits + alias
}
