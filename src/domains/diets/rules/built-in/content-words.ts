import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { ContentTerm } from '../../contract.ts'

/**
 * Words that say what a food contains, in English, German and French: `chopped hazelnuts` contains nuts. They never say that something
 * isn't contained. `word*` also matches the beginning of a word, `*word*` any part: German joins words.
 */
const words: Readonly<Partial<Record<ContentTerm, string>>> = {
  nuts: `nut, hazelnut, almond, walnut, cashew, pecan, pistachio, macadamia, brazil nut, praline, marzipan, frangipane, nougat,
    nuss, nusse, *haselnuss*, *haselnusse*, *mandel*, *walnuss*, *walnusse*, *cashew*, *pistazie*, *pekannuss*, *paranuss*, nussmischung,
    noix, noisette, amande, pistache, cajou, massepain, pralin`,
  peanuts: 'peanut, groundnut, satay, *erdnuss*, *erdnusse*, cacahuete, cacahouete, arachide',
  milk: `milk, butter, cream, cheese, yogurt, yoghurt, whey, milch, butter, sahne, schlagsahne, rahm, kase, joghurt, molke, schmand, quark,
    vollmilch, buttermilch, frischkase, lait, beurre, creme, fromage, yaourt, cheddar, gouda, mascarpone, gruyere, emmental`,
  eggs: 'egg, yolk, mayonnaise, mayo, ei, eier, eigelb, eiweiss, eidotter, oeuf',
  fish: `fish, salmon, tuna, cod, anchovy, sardine, mackerel, trout, herring, *lachs*, *thunfisch*, *forelle*, hering*, sardelle*, kabeljau,
    *fisch*, poisson, saumon, thon, anchois, cabillaud, truite, hareng, maquereau`,
  crustaceans:
    'shrimp, prawn, crab, lobster, crayfish, langoustine, scampi, *garnele*, krabbe*, hummer, crevette, crabe, homard, langouste',
  molluscs:
    'mussel, oyster, clam, squid, octopus, calamari, scallop, cockle, *muschel*, auster*, tintenfisch*, moule, huitre, calamar, poulpe',
  soybeans: 'soy, soya, soybean, tofu, tempeh, edamame, miso, *soja*',
  gluten: `wheat, spelt, barley, rye, semolina, couscous, bulgur, seitan, breadcrumb, panko, oat, spaghetti, macaroni, baguette, bread,
    *weizen*, dinkel*, gerste*, roggen*, hafer*, griess, paniermehl, semmelbrosel, brot, brotchen, ble, orge, seigle, epeautre, avoine, pain`,
  celery: 'celery, celeriac, *sellerie*, celeri',
  mustard: 'mustard, *senf*, moutarde',
  sesame: 'sesame, tahini, *sesam*',
  sulphites: 'sulphite, sulfite, sulfit',
  lupin: 'lupin, *lupine*',
  meat: `meat, chicken, turkey, duck, lamb, sausage, salami, huhn, *hahnchen*, *huhner*, pute*, *fleisch*, *wurst*, wurstchen, lamm*, ente,
    viande, poulet, dinde, canard, agneau, saucisse`,
  pork: 'pork, bacon, ham, lard, prosciutto, pancetta, chorizo, *schwein*, speck, *schinken*, porc, jambon, lardon',
  beef: 'beef, veal, *rindfleisch*, *rinder*, kalb*, boeuf, veau',
  gelatin: 'gelatin, gelatine, *gelatine*',
  honey: 'honey, honig, miel',
  alcohol: 'wine, beer, rum, brandy, vodka, whisky, whiskey, liqueur, wein, weisswein, rotwein, bier, likor, vin, biere, rhum, cognac',
}

/** Names in which such a word means something else. */
const misleading = [
  'noix de coco, noix de muscade, noix de saint jacques, noix de veau, muskatnuss, kokosnuss, coco nut, butter bean, butter lettuce',
  'butternut, cream of tartar, oyster mushroom, austernpilz, austernseitling, austernpilze, austernseitlinge, buchweizen, ble noir',
  'beef tomato, fleischtomate, fleischtomaten, fruchtfleisch, leberkase, free range, ei ersatz, milchreis, creme de cassis, pain d epices',
  'wine vinegar, vinaigre de vin, weinessig, cider vinegar, mandelentzug, ginger ale, root beer, fish free, water chestnut',
].flatMap((list) => list.split(', ').map((phrase) => phrase.split(' ').map(ingredientKey)))

/** Returns the words that aren't part of a misleading name. */
function withoutMisleading(words: readonly string[]): string[] {
  const keys = words.map(ingredientKey)
  const left: string[] = []
  for (let at = 0; at < words.length; at++) {
    const phrase = misleading.find((parts) => parts.every((part, n) => keys[at + n] === part))
    if (phrase) at += phrase.length - 1
    else left.push(words[at] ?? '')
  }
  return left
}

/** A name with one of these promises that something isn't in it; whether it is true, the label says. */
const promises = /\b(?:free|vegan\w*|vegetari\w*|plant|meatless|imitation|without|ohne|sans|\w*frei\w*|pflanz\w*|vegetal\w*)\b/
/** Plants whose milk, cream and butter aren't dairy. */
const plants =
  /\b(?:coconut|almond|oat|soya?|rice|cashew|peanut|nut|hazelnut|cocoa|shea|apple|\w*(?:kokos|mandel|hafer|soja|reis|erdnuss|kakao|nuss)\w*|coco|amande|avoine|riz|noisette|cacahuete|arachide|cacao)\b/

type Matcher = readonly [term: ContentTerm, matches: (word: string) => boolean]

const exact = new Map<string, ContentTerm[]>()
const phrases: (readonly [phrase: string, term: ContentTerm])[] = []
const parts: Matcher[] = []
for (const [term, list] of Object.entries(words) as [ContentTerm, string][]) {
  for (const word of list.split(/,\s*/)) {
    if (word.startsWith('*')) parts.push([term, (text) => text.includes(word.slice(1, -1))])
    else if (word.endsWith('*')) parts.push([term, (text) => text.startsWith(word.slice(0, -1))])
    else if (word.includes(' ')) phrases.push([` ${ingredientKey(word)} `, term])
    else exact.set(ingredientKey(word), [...(exact.get(ingredientKey(word)) ?? []), term])
  }
}

/** Returns a text's words, without accents and punctuation. */
export const plainWords = (text: string): string =>
  nameKey(text)
    .replace(/œ/g, 'oe')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Returns what the words of a name or a remark say that is contained. */
export function termsInWords(text: string): ReadonlySet<ContentTerm> {
  const found = new Set<ContentTerm>()
  const left = withoutMisleading(plainWords(text).split(' '))
  const plain = ` ${left.join(' ')} `
  if (promises.test(plain)) return found
  for (const word of left) {
    for (const term of exact.get(ingredientKey(word)) ?? []) found.add(term)
    for (const [term, matches] of parts) if (matches(word)) found.add(term)
    if (word.startsWith('tintenfisch')) found.delete('fish')
  }
  const keys = ` ${ingredientKey(plain)} `
  for (const [phrase, term] of phrases) if (keys.includes(phrase)) found.add(term)
  if (plants.test(plain)) found.delete('milk')
  return found
}
