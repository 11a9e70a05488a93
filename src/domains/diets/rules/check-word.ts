import { findBuiltInFood } from '#domains/ingredients/rules/built-in/find-food.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import type { Language } from '#platform/shared/language.ts'
import type { ContentTerm } from '../contract.ts'
import { plainWords } from './built-in/content-words.ts'
import { foodGroups, termWords } from './built-in/word-groups.ts'
import type { Answer } from './check-food.ts'

interface WordCheck {
  /** The food's names. */
  texts: readonly string[]
  remarks: string
  name: string
  /** Whether nothing but preparation is said of it. */
  isPlain: boolean
  /** Whether all that it contains is known. */
  isPure: boolean
  of: (term: ContentTerm) => Answer
  language: Language
}

const hasWord = (text: string, key: string) => key !== '' && ` ${ingredientKey(text)} `.includes(` ${key} `)
/** German joins words: Kiwi is in Kiwimarmelade. */
const hasPart = (text: string, word: string) => word.length >= 5 && plainWords(text).replaceAll(' ', '').includes(word)

/** Foods of several plants or animals, though it is known what they contain. */
const mixes: ReadonlySet<string> = new Set([
  ...[
    'Salad mix',
    'Frozen berries',
    'Frozen fruit',
    'Frozen vegetables',
    'Fruit juice',
    'Juice concentrate',
    'Soda',
    'Tea',
    'Loose tea',
    'Gelatin',
  ],
  ...['Corn tortilla', 'Canned fruit', 'Dried fruit', 'Canned tomato', 'Passata', 'Seitan', 'Frozen fish', 'Flour', 'Tofu', 'Mixed nuts'],
])

/** Returns a built-in food's English name if it is one plant or animal; null otherwise. */
function singleFood(name: string, language: Language): string | null {
  const food = findBuiltInFood(name, language)
  return food && !mixes.has(food.name) ? food.name : null
}

const groupsWith = (key: string) => foodGroups.filter(({ words, members }) => words.has(key) || members.has(key))

/** Returns whether a food is, or contains, an ingredient in someone's own words. */
export function answerOfWord(word: string, { texts, remarks, name, isPlain, isPure, of, language }: WordCheck): Answer {
  const key = ingredientKey(word)
  const plain = plainWords(word).replaceAll(' ', '')
  const wanted = findBuiltInFood(word, language)
  const isIt = (text: string) => {
    if (text === '') return false
    if (hasWord(text, key) || hasPart(text, plain)) return true
    const food = findBuiltInFood(text, language)
    if (food === null) return false
    return food === wanted || [food.name, ...food.aliases].some((one) => wanted !== null && hasWord(one, ingredientKey(wanted.name)))
  }
  if ([...texts, remarks].some(isIt)) return 'contains'
  const names = texts.flatMap((text) => [text, findBuiltInFood(text, language)?.name ?? '']).map(ingredientKey)
  const wantedKeys = [key, ...(wanted ? [ingredientKey(wanted.name)] : [])]
  for (const { words, members } of foodGroups)
    if (wantedKeys.some((one) => words.has(one)) && names.some((one) => members.has(one))) return 'contains'
  const terms = termWords.get(key)
  if (terms) {
    const answers = terms.map(of)
    return answers.includes('contains') ? 'contains' : answers.includes('unknown') || !isPlain ? 'unknown' : 'free'
  }
  const own = findBuiltInFood(name, language)?.name ?? null
  if (!isPlain || !isPure || (own !== null && mixes.has(own))) return 'unknown'
  if (foodGroups.some(({ words }) => words.has(key))) return 'free'
  const other = singleFood(word, language)
  if (other === null) return 'unknown'
  const isRelated = groupsWith(ingredientKey(other)).some(
    ({ words, members, isLoose }) => !isLoose && names.some((one) => words.has(one) || members.has(one)),
  )
  return isRelated ? 'unknown' : 'free'
}
