import { distance } from '#domains/ingredients/rules/find-ingredient.ts'
import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/text.ts'
import { saysHowLong } from './read-date.ts'

/** A food as it may be printed; `id` null: the household has none of it yet. */
export interface NamedIngredient {
  id: string | null
  name: string
  aliases: readonly string[]
}

/** A line of print in reading order. */
export interface PrintedLine {
  text: string
  /** Of its letters, in any unit that is the same for all lines. */
  height: number
}

export interface PrintMatch<F extends NamedIngredient> {
  ingredient: F
  /** 0 to 1, how plainly the pack names it. Print alone is never sure: a pack also names what is in it and what goes with it. */
  p: number
}

/** The most that print alone is trusted. */
const maxTrusted = 0.75
const trust = { words: 1, overLines: 0.9, glued: 0.85, nearly: 0.7 } as const
/** From such a word on a pack lists what is in it. */
const listBegins = /^(ingredient|zutat|ingredienti|contains|enthalt|composition|valeurs|nutrition|nahrwert|allerg)/
const afterList = 0.3
const minGlued = 5
const maxLines = 60
const maxLetters = 200

interface Word {
  text: string
  line: number
}
interface Sheet {
  words: Word[]
  /** Per line, its letters without what stands between words, and where words begin and end in them. */
  letters: { text: string; edges: Set<number> }[]
  /** Per line, how much of the attention it calls for: 1 for the largest print. */
  weight: number[]
}

function readSheet(lines: readonly PrintedLine[]): Sheet {
  const kept = lines.slice(0, maxLines).filter(({ text }) => !saysHowLong(text))
  const tallest = Math.max(1, ...kept.map(({ height }) => height))
  const words: Word[] = []
  const letters: Sheet['letters'] = []
  const weight: number[] = []
  let isList = false
  for (const [line, { text, height }] of kept.entries()) {
    const plain = nameKey(text.slice(0, maxLetters))
    isList ||= listBegins.test(plain)
    const share = Math.min(1, height / tallest / 0.6)
    weight.push((0.4 + 0.6 * share) * (isList ? afterList : 1))
    for (const word of ingredientKey(plain).split(' ')) words.push({ text: word, line })
    const edges = new Set([0])
    let glued = ''
    for (const word of plain.split(/[^\p{L}\p{N}%]+/u).filter(Boolean)) {
      glued += word
      edges.add(glued.length)
    }
    letters.push({ text: glued, edges })
  }
  return { words, letters, weight }
}

const forgiven = (word: string) => (word.length >= 9 ? 2 : word.length >= 6 ? 1 : 0)
function likeness(printed: string, wanted: string): number {
  if (printed === wanted) return trust.words
  const max = forgiven(wanted)
  return max > 0 && printed[0] === wanted[0] && distance(printed, wanted, max) <= max ? trust.nearly : 0
}

interface Hit {
  quality: number
  /** Words or letters of the sheet it rests on: a hit within a longer one says nothing of its own. */
  from: number
  to: number
  line: number
  kind: 'words' | 'letters'
}

/** Where the words of a name stand one after the other, also over the end of a line. */
function wordHits(wanted: readonly string[], { words, weight }: Sheet): Hit[] {
  const hits: Hit[] = []
  for (let from = 0; from + wanted.length <= words.length; from += 1) {
    let quality = 1
    for (const [step, word] of wanted.entries()) {
      quality = Math.min(quality, likeness(words[from + step]?.text ?? '', word))
      if (quality === 0) break
    }
    const [first, last] = [words[from], words[from + wanted.length - 1]]
    if (quality === 0 || !first || !last || last.line > first.line + 1) continue
    const over = last.line === first.line ? 1 : trust.overLines
    hits.push({ quality: quality * over * (weight[first.line] ?? 0), from, to: from + wanted.length, line: first.line, kind: 'words' })
  }
  return hits
}

/** Where a name stands in letters that were read without the spaces between them, at the beginning or the end of a word. */
function gluedHits(name: string, { letters, weight }: Sheet): Hit[] {
  if (name.length < minGlued) return []
  const hits: Hit[] = []
  for (const [line, { text, edges }] of letters.entries()) {
    const from = text.indexOf(name)
    if (from < 0 || !(edges.has(from) || edges.has(from + name.length))) continue
    hits.push({ quality: trust.glued * (weight[line] ?? 0), from, to: from + name.length, line, kind: 'letters' })
  }
  return hits
}

const isWithin = (inner: Hit, outer: Hit) =>
  inner.kind === outer.kind &&
  (inner.kind === 'words' || inner.line === outer.line) &&
  inner.from >= outer.from &&
  inner.to <= outer.to &&
  inner.to - inner.from < outer.to - outer.from

const squeezed = (name: string) => nameKey(name).replace(/[^\p{L}\p{N}%]+/gu, '')

/**
 * The foods that a pack's print names, the plainest first. Words count whole, misread by a letter or two when long, or glued together;
 * large print more than small; "butter" in "buttermilk" not at all. Of a household's food and a built-in one of the same name list the
 * household's first: the first keeps the name.
 */
export function matchPrint<F extends NamedIngredient>(lines: readonly PrintedLine[], ingredients: readonly F[]): PrintMatch<F>[] {
  const sheet = readSheet(lines)
  const hits: { ingredient: F; hit: Hit }[] = []
  const taken = new Set<string>()
  for (const ingredient of ingredients) {
    for (const name of [ingredient.name, ...ingredient.aliases]) {
      const key = ingredientKey(name)
      if (key.length < 3 || taken.has(key)) continue
      taken.add(key)
      for (const hit of [...wordHits(key.split(' '), sheet), ...gluedHits(squeezed(name), sheet)]) hits.push({ ingredient, hit })
    }
  }
  const best = new Map<F, number>()
  for (const { ingredient, hit } of hits) {
    if (hits.some((other) => isWithin(hit, other.hit))) continue
    best.set(ingredient, Math.max(best.get(ingredient) ?? 0, hit.quality * maxTrusted))
  }
  return [...best]
    .map(([ingredient, p]) => ({ ingredient: ingredient, p }))
    .toSorted((a, b) => b.p - a.p || b.ingredient.name.length - a.ingredient.name.length)
}

/** How much of a name's words stand in the print, 0 to 1, by their letters. */
export function shareOfWords(name: string, lines: readonly PrintedLine[]): number {
  const { words, letters } = readSheet(lines)
  const wanted = ingredientKey(name).split(' ')
  const total = wanted.reduce((sum, word) => sum + word.length, 0)
  const there = wanted.reduce((sum, word) => {
    const isThere =
      words.some(({ text }) => likeness(text, word) > 0) || (word.length >= minGlued && letters.some(({ text }) => text.includes(word)))
    return sum + (isThere ? word.length : 0)
  }, 0)
  return total === 0 ? 0 : there / total
}
