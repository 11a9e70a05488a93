import { nameKey } from '#platform/shared/text.ts'
import { words } from './ingredient-picture-names.ts'

/** The picture of an aisle, for foods that have none of their own. */
const ofAisle: Record<string, string> = {
  Produce: 'leaf',
  Bakery: 'bread',
  Meat: 'steak',
  Seafood: 'fish',
  Deli: 'salami',
  'Dairy & Eggs': 'milk',
  Frozen: 'snow',
  'Grains & Pasta': 'grain',
  Baking: 'flour',
  'Canned Goods': 'can',
  'Condiments & Sauces': 'squeeze',
  'Spices & Herbs': 'mortar',
  'Oils & Vinegars': 'oil',
  'Snacks & Sweets': 'cookie',
  Breakfast: 'cereal',
  Beverages: 'juice',
  'Plant Proteins': 'tofu',
  Baby: 'baby',
  Household: 'paper',
}

const known = new Map<string, string>()
let longest = 1
for (const line of words.trim().split('\n')) {
  const at = line.indexOf(': ')
  for (const name of line.slice(at + 2).split(', ')) {
    // The first picture that claims a name keeps it.
    if (!known.has(name)) known.set(name, line.slice(0, at))
    longest = Math.max(longest, name.split(' ').length)
  }
}
// Long ends first: "reis" is no "eis".
const ends = [...known.keys()].filter(
  (name) => /^([a-z]{4,}|eis|ol)$/.test(name) && !/^(ente|enten|most|plat|rose|lard|gelee|ginger)$/.test(name),
)
ends.sort((a, b) => b.length - a.length)

/** In French what a thing is comes first: "sauce tomate", "beurre demi-sel". */
const heads = new Set('sauce lait sucre beurre courge poulet radis persil eau boisson plat pain creme jus farine riz vin chips'.split(' '))

/** What a thing is stands before these words, what is in it or where it is from after them. */
const joints = new Set(
  'de d du des au aux a en avec sans pour with mit in im aus von vom of for from ohne without auf zum mild et und and'.split(' '),
)

const wordsOf = (name: string): string[] =>
  nameKey(name)
    .replaceAll('œ', 'oe')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

function singulars(word: string): string[] {
  const found = [word]
  if (word.endsWith('ies')) found.push(`${word.slice(0, -3)}y`)
  if (/[snxe]$/.test(word) && word.length > 3) found.push(word.slice(0, -1))
  if (/(es|en|er)$/.test(word) && word.length > 4) found.push(word.slice(0, -2))
  return found
}

/** The pictures of single words and of phrases, where a word may mean another thing in another aisle: "pommes", "piment". */
const named = (name: string, category: string) => known.get(`${name} (${category})`) ?? known.get(name)

/** Of a compound its end says what it is, "Apfelsaft"; else its beginning, "Knoblauchpulver". */
function ofCompound(word: string): string | undefined {
  const forms = singulars(word)
  const end = ends.find((name) => forms.some((form) => form.length > name.length + 2 && form.endsWith(name)))
  const found = end ?? ends.find((name) => name.length > 4 && word.startsWith(name))
  return found && known.get(found)
}

function ofPhrase(part: readonly string[], category: string): string | undefined {
  const before = part.slice(0, -1)
  const last = part.at(-1) ?? ''
  for (const start of [before, before.map((word) => singulars(word).at(-1) ?? word)]) {
    for (const one of singulars(last)) {
      const picture = named([...start, one].join(' '), category)
      if (picture) return picture
    }
  }
  return before.length === 0 ? ofCompound(last) : undefined
}

/** What is named last among what begins before `cut`; of several that end there, the longest. */
function lastNamed(all: readonly string[], cut: number, category: string): string | undefined {
  for (let end = all.length; end > 0; end--) {
    for (let start = Math.max(0, end - longest); start < Math.min(end, cut); start++) {
      const picture = ofPhrase(all.slice(start, end), category)
      if (picture) return picture
    }
  }
  return undefined
}

function firstNamed(all: readonly string[], category: string): string | undefined {
  for (let end = Math.min(all.length, longest); end > 0; end--) {
    const picture = ofPhrase(all.slice(0, end), category)
    if (picture) return picture
  }
  return undefined
}

const chosen = new Map<string, string | null>()

/**
 * The picture of a food: by its name in English, German or French, else that of its aisle.
 * @returns a symbol of `foods.svg`, or null for what nothing is known of
 */
export function ingredientPictureOf(name: string, category: string): string | null {
  const key = `${category}\n${name}`
  const before = chosen.get(key)
  if (before !== undefined) return before
  if (chosen.size > 5000) chosen.clear()
  const all = wordsOf(name).slice(0, 20)
  const joint = all.findIndex((word, at) => at > 0 && joints.has(word))
  const picture =
    (heads.has(all[0] ?? '') ? firstNamed(all, category) : undefined) ??
    (joint > 0 ? lastNamed(all, joint, category) : undefined) ??
    lastNamed(all, all.length, category) ??
    ofAisle[category] ??
    null
  chosen.set(key, picture)
  return picture
}
