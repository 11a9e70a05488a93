import { ingredientKey } from './match-ingredient.ts'

interface Named {
  readonly id: string
  readonly name: string
  readonly aliases: readonly string[]
  readonly category: string
}

/** Shorter words differ by one letter too often: lime and line, peas and pears. */
const minTypoLength = 7

/** Returns pairs of ingredients that may be one: equal names, the same words in another order, or names of which one long word differs by one letter. */
export function findLikelyDuplicates<I extends Named>(ingredients: readonly I[]): [I, I][] {
  const pairs = new Map<string, [I, I]>()
  const propose = (one: I, other: I) => {
    if (one.id !== other.id) pairs.set([one.id, other.id].toSorted().join(' '), one.id < other.id ? [one, other] : [other, one])
  }
  const proposeByKey = (keysOf: (ingredient: I) => readonly string[], fits: (one: I, other: I) => boolean) => {
    const byKey = new Map<string, I>()
    for (const ingredient of ingredients)
      for (const key of new Set(keysOf(ingredient))) {
        const known = byKey.get(key)
        if (known && fits(known, ingredient)) propose(known, ingredient)
        else if (!known) byKey.set(key, ingredient)
      }
  }
  proposeByKey(
    ({ name, aliases }) => [name, ...aliases].map(wordsKey),
    () => true,
  )
  proposeByKey(({ name }) => typoKeys(ingredientKey(name)), isTypo)
  return [...pairs.values()]
}

/** The words in alphabetical order. */
const wordsKey = (name: string): string => ingredientKey(name).split(' ').toSorted().join(' ')

/** The key itself, and without each of its letters: two keys that differ by one letter share one of these. */
function typoKeys(key: string): string[] {
  if (key.length < minTypoLength || /\d/.test(key)) return []
  return [key, ...Array.from(key, (_, at) => key.slice(0, at) + key.slice(at + 1))]
}

/** Whether a long word of two names differs by one letter, in ingredients that people would file together. */
function isTypo(one: Named, other: Named): boolean {
  const [first, second] = [ingredientKey(one.name).split(' '), ingredientKey(other.name).split(' ')]
  const isFiledTogether = one.category === other.category || one.category === 'Other' || other.category === 'Other'
  if (!isFiledTogether || first.length !== second.length) return false
  const [[left, right] = ['', ''], ...more] = first.flatMap((word, at) => (word === second[at] ? [] : [[word, second[at] ?? ''] as const]))
  const isLong = Math.max(left.length, right.length) >= minTypoLength
  return more.length === 0 && isLong && left[0] === right[0] && differByOneLetter(left, right)
}

/** One letter more, less, other, or two swapped. */
function differByOneLetter(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  const [left, right] = [one.slice(start), other.slice(start)]
  if (left.slice(1) === right.slice(1) || left === right.slice(1) || left.slice(1) === right) return true
  return left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
}
