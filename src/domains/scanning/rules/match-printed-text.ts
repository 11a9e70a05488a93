import { editDistance } from '#domains/ingredients/rules/ingredient-search.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { mentionsShelfLife } from './read-date.ts'

/** An ingredient to look for in print. `id` is null if the household doesn't have it yet. */
export interface NamedIngredient {
  id: string | null
  name: string
  aliases: readonly string[]
}

/** A line of print; lines come in reading order. */
export interface PrintedLine {
  text: string
  /** Height of the letters, in any unit shared by all lines. */
  height: number
}

export interface PrintMatch<F extends NamedIngredient> {
  ingredient: F
  /** 0 to 1. Print alone is never certain: a package also names its contents and serving suggestions. */
  p: number
}

/** The upper limit for print alone. */
const maxTrusted = 0.75
const trust = { words: 1, overLines: 0.9, joined: 0.85, nearly: 0.7 } as const
/** From a word like this on, the package lists its contents. */
const listStart = /^(ingredient|zutat|ingredienti|contains|enthalt|composition|valeurs|nutrition|nahrwert|allerg)/
const listWeight = 0.3
const minJoinedLength = 5
const maxLines = 60
const maxLetters = 200

interface Word {
  text: string
  line: number
}
interface Sheet {
  words: Word[]
  /** Per line: its letters without separators, and the offsets at which words start or end. */
  letters: { text: string; edges: Set<number> }[]
  /** Per line: how much it counts; 1 for the largest print. */
  weight: number[]
}

function readSheet(lines: readonly PrintedLine[]): Sheet {
  const relevant = lines.slice(0, maxLines).filter(({ text }) => !mentionsShelfLife(text))
  const tallest = Math.max(1, ...relevant.map(({ height }) => height))
  const words: Word[] = []
  const letters: Sheet['letters'] = []
  const weight: number[] = []
  let isList = false
  for (const [line, { text, height }] of relevant.entries()) {
    const plain = nameKey(text.slice(0, maxLetters))
    isList ||= listStart.test(plain)
    const share = Math.min(1, height / tallest / 0.6)
    weight.push((0.4 + 0.6 * share) * (isList ? listWeight : 1))
    for (const word of ingredientKey(plain).split(' ')) words.push({ text: word, line })
    const edges = new Set([0])
    let joined = ''
    for (const word of plain.split(/[^\p{L}\p{N}%]+/u).filter(Boolean)) {
      joined += word
      edges.add(joined.length)
    }
    letters.push({ text: joined, edges })
  }
  return { words, letters, weight }
}

const maxTyposIn = (word: string) => (word.length >= 9 ? 2 : word.length >= 6 ? 1 : 0)
function likeness(printed: string, target: string): number {
  if (printed === target) return trust.words
  const max = maxTyposIn(target)
  return max > 0 && printed[0] === target[0] && editDistance(printed, target, max) <= max ? trust.nearly : 0
}

interface Hit {
  quality: number
  /** Range of words or letters; a hit inside a longer one is ignored. */
  from: number
  to: number
  line: number
  kind: 'words' | 'letters'
}

/** Finds the words of a name in sequence, also across a line break. */
function wordHits(target: readonly string[], { words, weight }: Sheet): Hit[] {
  const hits: Hit[] = []
  for (let from = 0; from + target.length <= words.length; from += 1) {
    let quality = 1
    for (const [step, word] of target.entries()) {
      quality = Math.min(quality, likeness(words[from + step]?.text ?? '', word))
      if (quality === 0) break
    }
    const [first, last] = [words[from], words[from + target.length - 1]]
    if (quality === 0 || !first || !last || last.line > first.line + 1) continue
    const over = last.line === first.line ? 1 : trust.overLines
    hits.push({ quality: quality * over * (weight[first.line] ?? 0), from, to: from + target.length, line: first.line, kind: 'words' })
  }
  return hits
}

/** Finds a name in text that was read without spaces, at the start or end of a word. */
function joinedHits(name: string, { letters, weight }: Sheet): Hit[] {
  if (name.length < minJoinedLength) return []
  const hits: Hit[] = []
  for (const [line, { text, edges }] of letters.entries()) {
    const from = text.indexOf(name)
    if (from < 0 || !(edges.has(from) || edges.has(from + name.length))) continue
    hits.push({ quality: trust.joined * (weight[line] ?? 0), from, to: from + name.length, line, kind: 'letters' })
  }
  return hits
}

const isWithin = (inner: Hit, outer: Hit) =>
  inner.kind === outer.kind &&
  (inner.kind === 'words' || inner.line === outer.line) &&
  inner.from >= outer.from &&
  inner.to <= outer.to &&
  inner.to - inner.from < outer.to - outer.from

const removeSeparators = (name: string) => nameKey(name).replace(/[^\p{L}\p{N}%]+/gu, '')

/**
 * Returns the ingredients a package names, most plainly printed first. Matches whole words, long words with a typo or two, and words run
 * together; "butter" in "buttermilk" doesn't count. If several ingredients share a name, the first one gets it.
 */
export function matchPrintedText<F extends NamedIngredient>(lines: readonly PrintedLine[], ingredients: readonly F[]): PrintMatch<F>[] {
  const sheet = readSheet(lines)
  const hits: { ingredient: F; hit: Hit }[] = []
  const taken = new Set<string>()
  for (const ingredient of ingredients) {
    for (const name of [ingredient.name, ...ingredient.aliases]) {
      const key = ingredientKey(name)
      if (key.length < 3 || taken.has(key)) continue
      taken.add(key)
      for (const hit of [...wordHits(key.split(' '), sheet), ...joinedHits(removeSeparators(name), sheet)]) hits.push({ ingredient, hit })
    }
  }
  const best = new Map<F, number>()
  for (const { ingredient, hit } of hits) {
    if (hits.some((other) => isWithin(hit, other.hit))) continue
    best.set(ingredient, Math.max(best.get(ingredient) ?? 0, hit.quality * maxTrusted))
  }
  return [...best]
    .map(([ingredient, p]) => ({ ingredient, p }))
    .toSorted((a, b) => b.p - a.p || b.ingredient.name.length - a.ingredient.name.length)
}

/** Returns how much of a name is printed, 0 to 1, by its letters. */
export function measurePrintedFraction(name: string, lines: readonly PrintedLine[]): number {
  const { words, letters } = readSheet(lines)
  const target = ingredientKey(name).split(' ')
  const total = target.reduce((sum, word) => sum + word.length, 0)
  const there = target.reduce((sum, word) => {
    const isThere =
      words.some(({ text }) => likeness(text, word) > 0) ||
      (word.length >= minJoinedLength && letters.some(({ text }) => text.includes(word)))
    return sum + (isThere ? word.length : 0)
  }, 0)
  return total === 0 ? 0 : there / total
}
