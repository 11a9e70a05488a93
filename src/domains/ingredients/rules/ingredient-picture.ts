import { nameKey } from '#platform/shared/name-key.ts'
import { isFoodCategory } from '../contract/index.ts'
import { pictureNameTable } from './ingredient-picture-names.ts'

const pictureByCategory: Record<string, string> = {
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
  'Health & Beauty': 'spray',
  Household: 'paper',
  Pets: 'paw',
}
/** Of what isn't food, whose words name a scent or a flavor: coconut soap, chicken cat food. */
const nonFoodPictures = new Set(['baby', 'paper', 'paw', 'spray'])

const pictureByName = new Map<string, string>()
for (const line of pictureNameTable.trim().split('\n')) {
  const at = line.indexOf(': ')
  for (const name of line.slice(at + 2).split(', ')) {
    if (!pictureByName.has(name)) pictureByName.set(name, line.slice(0, at))
  }
}
const maxWords = Math.max(...[...pictureByName.keys()].map((name) => name.split(' ').length))
// Longest first: “reis” (rice) ends with “eis” (ice cream).
const compoundEnds = [...pictureByName.keys()].filter(
  (name) => /^([a-z]{4,}|eis|ol)$/.test(name) && !/^(ente|enten|most|plat|rose|lard|gelee|ginger)$/.test(name),
)
compoundEnds.sort((a, b) => b.length - a.length)

/** French words that name the thing and come first: “sauce tomate”, “beurre demi-sel”. */
const headWords = new Set(
  'sauce lait sucre beurre courge poulet radis persil eau boisson plat pain creme jus farine riz vin chips'.split(' '),
)

/** Words that separate a thing from its contents or origin. */
const linkWords = new Set(
  'de d du des au aux a en avec sans pour with mit in im aus von vom of for from ohne without auf zum mild et und and'.split(' '),
)

const wordsOf = (name: string): string[] =>
  nameKey(name)
    .replaceAll('œ', 'oe')
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

function singulars(word: string): string[] {
  const forms = [word]
  if (word.endsWith('ies')) forms.push(`${word.slice(0, -3)}y`)
  if (/[snxe]$/.test(word) && word.length > 3) forms.push(word.slice(0, -1))
  if (/(es|en|er)$/.test(word) && word.length > 4) forms.push(word.slice(0, -2))
  return forms
}

/** The category decides between the meanings of a word: “pommes”, “piment”. */
const pictureNamed = (name: string, category: string) => pictureByName.get(`${name} (${category})`) ?? pictureByName.get(name)

/** Matches the end of a compound (“Apfelsaft”), else its beginning (“Knoblauchpulver”). */
function ofCompound(word: string): string | undefined {
  const forms = singulars(word)
  const end = compoundEnds.find((name) => forms.some((form) => form.length > name.length + 2 && form.endsWith(name)))
  const match = end ?? compoundEnds.find((name) => name.length > 4 && word.startsWith(name))
  return match && pictureByName.get(match)
}

function ofPhrase(part: readonly string[], category: string): string | undefined {
  const before = part.slice(0, -1)
  const last = part.at(-1) ?? ''
  for (const start of [before, before.map((word) => singulars(word).at(-1) ?? word)]) {
    for (const one of singulars(last)) {
      const picture = pictureNamed([...start, one].join(' '), category)
      if (picture) return picture
    }
  }
  return before.length === 0 ? ofCompound(last) : undefined
}

/** Returns the last match that starts before `limit`, the longest of those with the same end. */
function lastMatch(all: readonly string[], limit: number, category: string): string | undefined {
  for (let end = all.length; end > 0; end--) {
    for (let start = Math.max(0, end - maxWords); start < Math.min(end, limit); start++) {
      const picture = ofPhrase(all.slice(start, end), category)
      if (picture) return picture
    }
  }
  return undefined
}

function firstMatch(all: readonly string[], category: string): string | undefined {
  for (let end = Math.min(all.length, maxWords); end > 0; end--) {
    const picture = ofPhrase(all.slice(0, end), category)
    if (picture) return picture
  }
  return undefined
}

const pictureCache = new Map<string, string | null>()

/** Returns a symbol of `food-pictures.svg` by the English, German or French name, else by category. Returns null if there is none. */
export function ingredientPictureOf(name: string, category: string): string | null {
  const key = `${category}\n${name}`
  const cached = pictureCache.get(key)
  if (cached !== undefined) return cached
  if (pictureCache.size > 5000) pictureCache.clear()
  const all = wordsOf(name).slice(0, 20)
  const link = all.findIndex((word, at) => at > 0 && linkWords.has(word))
  const named =
    (headWords.has(all[0] ?? '') ? firstMatch(all, category) : undefined) ??
    (link > 0 ? lastMatch(all, link, category) : undefined) ??
    lastMatch(all, all.length, category)
  const isMeant = named !== undefined && (isFoodCategory(category) || nonFoodPictures.has(named))
  const picture = (isMeant ? named : pictureByCategory[category]) ?? null
  pictureCache.set(key, picture)
  return picture
}
