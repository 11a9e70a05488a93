import { nameKey } from '#platform/shared/name-key.ts'

/** Spellings in English, German and French, folded as `nameKey` does, without a final period. */
const spellings: Record<string, string> = {
  g: 'g gr gm gms gram grams gramme grammes gramm',
  kg: 'kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes kilogramm',
  oz: 'oz ozs ounce ounces once onces',
  lb: 'lb lbs pound pounds',
  ml: 'ml mls millilitre millilitres milliliter milliliters',
  cl: 'cl centilitre centilitres centiliter',
  dl: 'dl decilitre decilitres deciliter deciliters deziliter',
  l: 'l lt ltr litre litres liter liters',
  tsp: 'tsp tsps teaspoon teaspoons teaspoonful teaspoonfuls tl teeloffel kl kaffeeloffel teel tspn cac c.a.c c.c cc',
  tbsp: 'tbsp tbsps tbs tbl tblsp tablespoon tablespoons tablespoonful tablespoonfuls el essloffel essl tb tbspn tbspns cas c.a.s c.s cs',
  cup: 'cup cups tasse tassen tasses',
  fl_oz: 'floz',
  pint: 'pint pints pt pts pinte pintes',
  quart: 'quart quarts qt qts',
  gal: 'gallon gallons gal',
  clove: 'clove cloves zehe zehen gousse gousses',
  pinch: 'pinch pinches prise prisen pincee pincees messerspitze messerspitzen msp',
  bunch: 'bunch bunches bund bunde bd botte bottes bouquet bouquets',
  handful: 'handful handfuls handfull handvoll poignee poignees',
  dash: 'dash dashes splash splashes schuss spritzer spr trait traits',
  drop: 'drop drops tropfen goutte gouttes',
  drizzle: 'drizzle',
  knob: 'knob knobs',
  sprig: 'sprig sprigs zweig zweige brin brins',
  leaf: 'leaf leaves blatt blatter blattchen feuille feuilles',
  slice: 'slice slices rasher rashers scheibe scheiben tranche tranches rondelle rondelles strip strips',
  stalk: 'stalk stalks rib ribs stange stangen stangel stg stiel stiele branche branches spear spears',
  stick: 'stick sticks baton batons',
  head: 'head heads kopf kopfe tete tetes bulb bulbs knolle knollen',
  ear: 'ear ears epi epis',
  can: 'can cans tin tins dose dosen boite boites conserve',
  jar: 'jar jars glas glaser pot pots bocal bocaux',
  bottle: 'bottle bottles flasche flaschen bouteille bouteilles',
  package:
    'package packages packet packets pack packs pkg pkgs pkt sachet sachets packung packungen paket pakete pk pck packchen paquet paquets beutel envelope envelopes',
  bag: 'bag bags tute tuten sac sacs',
  tub: 'tub tubs becher barquette barquettes carton cartons container containers',
  box: 'box boxes schachtel punnet punnets',
  glass: 'glass glasses verre verres',
  cube: 'cube cubes wurfel',
  roll: 'roll rolls rolle rollen rouleau rouleaux',
  loaf: 'loaf loaves laib',
  block: 'block blocks bloc',
  sheet: 'sheet sheets',
  bar: 'bar bars tafel tafeln tablette tablettes',
  ball: 'ball balls kugel kugeln boule boules',
  ladle: 'ladle ladles louche louches kelle kellen',
  piece: 'piece pieces pc pcs stuck stucke stk morceau morceaux square squares wedge wedges chunk chunks',
  each: 'each ea',
}
/** Spoons, cups and pinches of languages whose foods the parser doesn't know. A line with one is unsure. */
const foreign = new Map(
  Object.entries({
    tbsp: 'msk spsk spiseskefuld spiseskje eetlepel eetlepels cucharada cucharadas cucchiaio cucchiai lyzka lyzki lyzek łyzka łyzki łyzek lzice lzici lzic lyzica lyzice evokanal rkl ruokalusikallinen',
    tsp: 'tsk teskefuld teskje theelepel theelepels cucharadita cucharaditas cucchiaino cucchiaini lyzeczka lyzeczki lyzeczek łyzeczka łyzeczki łyzeczek lzicka lzicky lzicek lyzicka lyzicky teaskanal',
    cup: 'taza tazas xicara xicaras tazza tazze kopje kopjes szklanka szklanki hrnek hrnky csesze',
    pinch: 'krm nypa pizca pizcas pitada pizzico snufje szczypta spetka csipet',
  }).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])),
)
/** Half a kilogram in German and French. */
const pounds = new Set(['pfund', 'pfd', 'livre', 'livres'])
const units = new Map(Object.entries(spellings).flatMap(([unit, words]) => words.split(' ').map((word): [string, string] => [word, unit])))

/** Milliliters or grams in one unit, for units that can be added to each other. */
const sizes: Record<string, { family: 'mass' | 'volume'; size: number }> = {
  g: { family: 'mass', size: 1 },
  kg: { family: 'mass', size: 1000 },
  oz: { family: 'mass', size: 28.349523125 },
  lb: { family: 'mass', size: 453.59237 },
  ml: { family: 'volume', size: 1 },
  cl: { family: 'volume', size: 10 },
  dl: { family: 'volume', size: 100 },
  l: { family: 'volume', size: 1000 },
  tsp: { family: 'volume', size: 4.92892159375 },
  tbsp: { family: 'volume', size: 14.78676478125 },
  fl_oz: { family: 'volume', size: 29.5735295625 },
  cup: { family: 'volume', size: 236.5882365 },
  pint: { family: 'volume', size: 473.176473 },
  quart: { family: 'volume', size: 946.352946 },
  gal: { family: 'volume', size: 3785.411784 },
}

const containers = new Set(['can', 'jar', 'bottle', 'package', 'bag', 'tub', 'box', 'glass', 'block', 'bar', 'ball', 'loaf', 'roll'])

export const isMeasure = (unit: string) => unit in sizes
export const isContainer = (unit: string) => containers.has(unit)

/** Converts between measures of a family; null between families and for other units. */
export function convertMeasure(quantity: number, from: string, to: string): number | null {
  const [a, b] = [sizes[from], sizes[to]]
  return a && b && a.family === b.family ? (quantity * a.size) / b.size : null
}

/** Returns a word folded, without a final period or colon. */
export function plainWord(token = ''): string {
  const key = nameKey(token)
  return key.length > 1 && /[.:]$/.test(key) ? key.slice(0, -1) : key
}

export interface ReadUnit {
  unit: string
  /** Factor to `unit`: a Pfund is 500 g. */
  times: number
  length: number
  /** Whether it's a word of a language that the parser doesn't speak. */
  isForeign?: boolean
}

const one = (unit: string, length = 1, times = 1): ReadUnit => ({ unit, times, length })

/** `c. à s.`, `c.à soupe`, `cuillères à café`, `c. s.` */
const frenchSpoon =
  /^(?:(?:c|cuil|cuill|cuillere|cuilleres|cuilleree|cuillerees)(?:\. ?| )a(?:\. ?| )(soupe|s|table|cafe|c|the|dessert|d)|c\.? (s|c))(?:[. ]|$)/
/** The spoon's size by its first letter: of soup, the table, coffee, tea or dessert. */
const frenchSpoons: Record<string, ReadUnit> = {
  s: { unit: 'tbsp', times: 1, length: 0 },
  ta: { unit: 'tbsp', times: 1, length: 0 },
  c: { unit: 'tsp', times: 1, length: 0 },
  th: { unit: 'tsp', times: 1, length: 0 },
  d: { unit: 'tsp', times: 2, length: 0 },
}

/** Returns the unit at a word that is one only together with the next: `tasse à café`, `Hand voll`, `dose de safran`. */
function readPhrase(word: string, next: string, third: string): ReadUnit | null {
  if (/^tasses?$/.test(word) && next === 'a') return third === 'cafe' ? one('ml', 3, 100) : third === 'the' ? one('cup', 3) : null
  if (word === 'hand' && next === 'voll') return one('handful', 2)
  return /^doses?$/.test(word) && /^(?:de|d')$/.test(next) ? one('package') : null
}

/** Ends of words for what is weighed or poured, never large or small. "Karfiol" is a cauliflower, "Schüssel" a bowl. */
const weighed =
  /(?:salz|zucker|hefe|pulver|natron|safran|gelatine|mehl|\Bstarke|butter|essig|honig|senf|zimt|pfeffer|salt|sugar|yeast|flour|powder|sucre|levure|farine|poudre|(?<!karfi)ol|\b(?:sel|oil|huile))$/

/**
 * Returns whether a token is short for "große" or "kleine", in German: `1 gr. Zwiebel`, `2 kl. Dosen`. After ten or more, before "de" and
 * before something weighed or poured, `gr.` is a gram and `kl.` a spoon; in capitals, `KL.` is a spoon.
 */
export function isShortSize(tokens: readonly string[], at: number): boolean {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (token !== 'kl.' && token !== 'gr.' && token !== 'Gr.' && token !== 'Kl.') return false
  if (weighed.test(plainWord(after))) return false
  if (token.startsWith('k') || token.startsWith('K')) return true
  return before !== undefined && /^\d(?:\/\d{1,2})?$/.test(before) && !/^(?:de|du|d'|of)$/i.test(after ?? '')
}

/** Returns the unit at token `at`; null if there is none. A single letter is a tablespoon, teaspoon or cup by its case, as in American cookbooks. */
export function readUnitAt(tokens: readonly string[], at: number): ReadUnit | null {
  const token = tokens[at]
  if (token === undefined) return null
  if (isShortSize(tokens, at)) return null
  const spelling = token.replace(/\.$/, '')
  if (spelling === 'T') return one('tbsp')
  if (spelling === 't') return one('tsp')
  const word = plainWord(token)
  const next = plainWord(tokens[at + 1])
  const spoon = /^c/.test(word) ? frenchSpoon.exec(`${word} ${next} ${plainWord(tokens[at + 2])}`) : null
  const kind = spoon?.[1] ?? spoon?.[2] ?? ''
  const size = frenchSpoons[kind.startsWith('t') ? kind.slice(0, 2) : kind.charAt(0)]
  if (spoon && size) return { ...size, length: spoon[0].trimEnd().split(' ').length }
  const phrase = readPhrase(word, next, plainWord(tokens[at + 2]))
  if (phrase) return phrase
  if (word === 'c') return one('cup')
  if ((word === 'fl' && /^(?:oz|ounces?)$/.test(next)) || (word === 'fluid' && /^(?:oz|ounces?)$/.test(next))) return one('fl_oz', 2)
  if (word === 'filet' && /^(?:d'|de|du)$/.test(next))
    return /^(?:huile|citron|vinaigre|jus|lait)$/.test(plainWord(tokens[at + 2])) ? one('drizzle') : null
  if (word === 'noix') return next === 'de' && /^(?:beurre|margarine)$/.test(plainWord(tokens[at + 2])) ? one('knob') : null
  if (word === 'bouquet' && next === 'garni') return null
  if (/^gousses?$/.test(word) && /^vanille$/.test(plainWord(tokens[at + 2]))) return null
  if (pounds.has(word)) return one('g', 1, 500)
  if (/^(?:dsp|dsps|dessertspoons?|dessertspoonfuls?)$/.test(word)) return one('tsp', 1, 2)
  // Short in German, and words of their own without the period.
  if (/^(?:Be|Fl)\.$/.test(token)) return one(token === 'Be.' ? 'tub' : 'bottle')
  if (/^jiggers?$/.test(word)) return one('fl_oz', 1, 1.5)
  // A cut of meat.
  if (word === 'strip' && /^(?:steaks?|loin)$/.test(next)) return null
  const spoonful = /^colh(?:er|eres)$/.test(word) && next === 'de' ? /^(?:(sopa)|cha)$/.exec(plainWord(tokens[at + 2])) : null
  if (spoonful) return { ...one(spoonful[1] ? 'tbsp' : 'tsp', 3), isForeign: true }
  const abroad = foreign.get(word)
  if (abroad !== undefined) return { ...one(abroad), isForeign: true }
  const unit = units.get(word)
  return unit === undefined ? null : one(unit)
}

/** Returns whether a word is a unit, to split `14-oz` but not `5-spice`. */
export const isUnitWord = (word: string) => readUnitAt([word], 0) !== null
