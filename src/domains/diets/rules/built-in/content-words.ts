import { ingredientKey } from '#domains/ingredients/rules/match-ingredient.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import type { ContentTerm } from '../../contract.ts'
import type { KnownContents } from './food-contents.ts'
import { isPreparation } from './preparation-words.ts'

/**
 * Words that say what a food contains, in English, German and French: `chopped hazelnuts` contains nuts. They never say that something
 * isn't contained. `word*` also matches the beginning of a word, `*word*` any part: German joins words.
 */
const words: Readonly<Partial<Record<ContentTerm, string>>> = {
  nuts: `nut, hazelnut, almond, walnut, cashew, pecan, pistachio, macadamia, brazil nut, praline, marzipan, frangipane, nougat,
    nuss, nusse, *haselnuss*, *haselnusse*, *mandel*, *walnuss*, *walnusse*, *cashew*, *pistazie*, *pekannuss*, *paranuss*, nussmischung,
    nussen, pesto, nutella, noix, noisette, amande, pistache, cajou, massepain, pralin`,
  peanuts: 'peanut, groundnut, satay, *erdnuss*, *erdnusse*, cacahuete, cacahouete, arachide',
  milk: `milk, butter, cream, cheese, yogurt, yoghurt, whey, milch, butter, sahne, schlagsahne, rahm, kase, joghurt, molke, schmand, quark,
    *milch*, *rahm*, *sahne*, *butter*, *kase*, *joghurt*, *quark*, topfen, obers, lait, beurre, beurrer, buttered, creme, fromage, yaourt, cheddar,
    gouda, mascarpone, gruyere, emmental, emmentaler, parmesan, parmigiano, pecorino, feta, mozzarella, ricotta, ghee, bechamel, brie,
    camembert, kefir, skyr, halloumi, paneer, gorgonzola, roquefort, pesto, custard`,
  eggs: 'egg, yolk, mayonnaise, mayo, ei, eier, *eigelb*, *eiweiss*, eidotter, eierlikor, omelette, meringue, oeuf',
  fish: `fish, salmon, tuna, cod, anchovy, sardine, mackerel, trout, herring, *lachs*, *thunfisch*, *forelle*, hering*, sardelle*, kabeljau,
    worcestershire, *fisch*, poisson, saumon, thon, anchois, cabillaud, truite, hareng, maquereau`,
  crustaceans:
    'shrimp, prawn, crab, lobster, crayfish, langoustine, scampi, *garnele*, krabbe*, hummer, flusskrebs*, ecrevisse, crevette, crabe, homard, langouste',
  molluscs:
    'mussel, oyster, clam, squid, octopus, calamari, scallop, cockle, *muschel*, auster*, tintenfisch*, oktopus*, pulpo, snail, escargot, schnecken, moule, huitre, calamar, poulpe',
  soybeans: 'soy, soya, soybean, tofu, tempeh, edamame, miso, *soja*',
  gluten: `wheat, spelt, barley, rye, semolina, couscous, bulgur, seitan, breadcrumb, panko, oat, spaghetti, macaroni, baguette, bread,
    gluten, flour, pasta, noodle, gnocchi, lasagne, lasagna, orzo, udon, ramen, filo, pastry, cracker, *weizen*, mehl, weissmehl, *nudel*, *brot*,
    teigwaren, farine, pates, nouille, chapelure, semoule, boulgour, dinkel*, gerste*, roggen*, hafer*, griess, paniermehl, semmelbrosel, brot, brotchen, ble, orge, seigle, epeautre, avoine, pain`,
  celery: 'celery, celeriac, *sellerie*, celeri',
  mustard: 'mustard, *senf*, moutarde',
  sesame: 'sesame, tahini, *sesam*',
  sulphites: 'sulphite, sulfite, sulfit',
  lupin: 'lupin, *lupine*',
  meat: `meat, chicken, turkey, duck, lamb, sausage, salami, pepperoni, hackfleisch, huhn, *hahnchen*, *huhner*, pute*, *fleisch*, *wurst*, wurstchen, lamm*, ente,
    viande, poulet, dinde, canard, agneau, saucisse`,
  pork: 'pork, bacon, ham, lard, prosciutto, pancetta, chorizo, guanciale, *schwein*, speck, *schinken*, schmalz, saindoux, porc, jambon, lardon',
  beef: 'beef, veal, *rindfleisch*, *rinder*, kalb*, boeuf, veau',
  gelatin: 'gelatin, gelatine, *gelatine*',
  honey: 'honey, honig, miel',
  alcohol: `alcohol, wine, beer, rum, brandy, vodka, whisky, whiskey, liqueur, sherry, marsala, sake, mirin, cidre, port, wein, weisswein,
    rotwein, bier, *likor*, alkohol, alcool, vin, biere, rhum, cognac`,
}

/** Names in which such a word means something else. */
const misleading = [
  'noix de coco, noix de muscade, noix de saint jacques, noix de veau, muskatnuss, kokosnuss, coco nut, butter bean, butter lettuce',
  'butternut, cream of tartar, oyster mushroom, austernpilz, austernseitling, austernpilze, austernseitlinge, buchweizen, ble noir',
  'beef tomato, fleischtomate, fleischtomaten, fruchtfleisch, leberkase, free range, ei ersatz, milchreis, creme de cassis, pain d epices',
  'palatschinken, butterschmalz, noix de beurre, rice flour, rice noodle, reismehl, reisnudel, reisnudeln, glasnudel, glasnudeln, farine de riz',
  'butterbirne, butterkurbis, buttersalat, butternuss, butternusskurbis, butterbohne, butterbohnen, creme de marrons, farine de mais, maismehl',
  'farine de sarrasin, farine de pois chiche, chickpea flour, potato flour, corn flour, coconut flour, almond flour, buckwheat flour',
  'milchner, nusskurbis, kokosmehl, semoule de mais, pain d epices sans gluten, mincemeat, sweetmeat, hamburger, brotfrucht',
  'wine vinegar, vinaigre de vin, weinessig, cider vinegar, mandelentzug, ginger ale, root beer, fish free, water chestnut',
].flatMap((list) => list.split(', ').map((phrase) => phrase.split(' ').map(ingredientKey)))

/** Plants whose milk, cream and butter aren't dairy. */
const plant =
  /^(?:coconut|almond|oat|soya?|rice|cashew|peanut|nut|hazelnut|cocoa|shea|apple|pea|coco|amande|avoine|riz|noisette|cacahuete|arachide|cacao|soja|marron|chataigne|\w*(?:kokos|mandel|hafer|soja|reis|erdnuss|kakao|haselnuss|cashew|erbsen)\w*)s?$/
const dairy = /^(?:milk|drink|cream|butter|yogh?urt|cheese|milch|sahne|creme|lait|beurre|kase|joghurt|fromage|yaourt)$/
/** Says that the next food isn't in it. Whether that's true of a product, the label says. */
const without = /^(?:without|ohne|sans|no|non|kein|keine|keinen|minus)$/
const vegan = /^(?:vegan\w*|vegetari\w*|vegetal\w*|veggie|plant|meatless|imitation|pflanz\w*|\w*ersatz|substitute)$/
const animal: readonly ContentTerm[] = [
  ...(['milk', 'eggs', 'fish', 'crustaceans', 'molluscs', 'meat', 'pork', 'beef', 'gelatin', 'rennet', 'honey'] as const),
]

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

function termsOfWord(word: string): ReadonlySet<ContentTerm> {
  const found = new Set(exact.get(ingredientKey(word)))
  for (const [term, matches] of parts) if (matches(word)) found.add(term)
  if (word.startsWith('tintenfisch')) found.delete('fish')
  if (plant.test(word)) found.delete('milk')
  return found
}

/** What a table says of a food by its name; undefined if it has none. */
export type Lookup = (name: string) => KnownContents | undefined

/** What a name or a remark says. */
export interface TextContents extends KnownContents {
  /** Words that are neither foods nor preparation. */
  isOpen: boolean
  /** How many foods it names. */
  foods: number
}

interface Options {
  lookup?: Lookup
  /** Keys of words that say nothing new. */
  except?: ReadonlySet<string>
  isName?: boolean
}

/** What one part of a text says: promises and plants count in it alone. */
class Part {
  readonly contains = new Set<ContentTerm>()
  readonly unknown = new Set<ContentTerm>()
  private readonly promised = new Set<ContentTerm>()
  isOpen = false
  foods = 0
  private readonly words: readonly string[]
  private readonly options: Options

  constructor(words: readonly string[], options: Options) {
    this.words = words
    this.options = options
    for (let at = 0; at < words.length; ) at += this.read(at)
    const keys = ` ${ingredientKey(words.join(' '))} `
    for (const [phrase, term] of phrases) if (keys.includes(phrase)) this.contains.add(term)
    const seeds = words.some((word) => /^seeds?$/.test(word)) && !words.some((word) => /^(?:removed|discarded|out|without|no)$/.test(word))
    if (seeds && this.foods === 0) for (const term of ['sesame', 'mustard'] as const) this.unknown.add(term)
    for (const term of this.promised) if (this.contains.delete(term)) this.unknown.add(term)
  }

  /** Reads from a word; returns how many it read. */
  private read(at: number): number {
    const word = this.words[at] ?? ''
    if (without.test(word) || ((word === 'free' || word === 'frei') && /^(?:from|of|von)$/.test(this.words[at + 1] ?? '')))
      return this.promise(at)
    if (vegan.test(word)) for (const term of animal) this.promised.add(term)
    const [stem = '', free] = /frei(?:e[nrsm]?)?$/.test(word)
      ? [word.replace(/frei(?:e[nrsm]?)?$/, ''), 'free']
      : [word, this.words[at + 1]]
    if (free === 'free' && (stem !== word || word !== 'free')) {
      const terms = termsOfWord(stem)
      for (const term of terms) this.promised.add(term)
      if (terms.size > 0 || stem === 'laktose' || stem === 'lactose' || stem === 'dairy') return stem === word ? 2 : 1
    }
    return this.dairyOfPlant(at) || this.food(at) || this.single(word, at)
  }

  private promise(at: number): number {
    const isConjunction = (n: number) => /^(?:and|or|und|oder|et|ou|ni)$/.test(this.words[n] ?? '')
    let next = at + 1
    while (next < this.words.length && isPreparation(this.words[next] ?? '') && !isConjunction(next)) next++
    if (isConjunction(next)) next--
    for (const term of termsOfWord(this.words[next] ?? '')) this.promised.add(term)
    while (isConjunction(next + 1) && next + 2 < this.words.length) {
      next += 2
      // Without skin and walnuts may be with walnuts.
      const terms = [...termsOfWord(this.words[next] ?? ''), ...(this.options.lookup?.(this.words[next] ?? '')?.contains ?? [])]
      for (const term of terms) this.unknown.add(term)
    }
    return next + 1 - at
  }

  /** Coconut milk, lait d'amande. The plant counts, the rest is unknown. */
  private dairyOfPlant(at: number): number {
    const [word = '', next = '', last = ''] = this.words.slice(at, at + 3)
    const [of, count] =
      plant.test(word) && dairy.test(next) ? [word, 2] : dairy.test(word) && /^(?:de|d|of)$/.test(next) ? [last, 3] : ['', 0]
    if (!plant.test(of) || this.isKnown(at, count)) return 0
    if (!this.food(at, [count])) {
      for (const term of termsOfWord(of)) this.contains.add(term)
      this.unknown.add('milk')
      this.isOpen = true
    }
    return count
  }

  private isKnown(at: number, count: number): boolean {
    const { except } = this.options
    return except !== undefined && this.words.slice(at, at + count).every((word) => except.has(ingredientKey(word)))
  }

  private food(at: number, counts: readonly number[] = [4, 3, 2, 1]): number {
    const phrase = misleading.find((keys) => keys.every((key, n) => ingredientKey(this.words[at + n] ?? '') === key))
    for (const count of counts) {
      if (at + count > this.words.length || count < (phrase?.length ?? 0)) continue
      const name = this.words.slice(at, at + count).join(' ')
      if (count === 1 && isPreparation(name, this.options.isName)) continue
      const contents = this.options.lookup?.(name)
      if (!contents) continue
      this.foods++
      if (this.isKnown(at, count)) return count
      const said = new Set(name.split(' ').flatMap((word) => [...termsOfWord(word)]))
      for (const term of contents.contains) this.contains.add(term)
      for (const term of contents.unknown) this[said.has(term) ? 'contains' : 'unknown'].add(term)
      if (name.split(' ').some((word) => vegan.test(word))) for (const term of animal) this.promised.add(term)
      return count
    }
    if (phrase && !phrase.every((key) => isPreparation(key))) this.isOpen = true
    return phrase?.length ?? 0
  }

  private single(word: string, at: number): number {
    if (isPreparation(word, this.options.isName) || this.isKnown(at, 1)) return 1
    for (const term of termsOfWord(word)) this.contains.add(term)
    this.isOpen = true
    return 1
  }
}

/** Where a promise, such as `without nuts`, ends. */
const breaks = /[,;()[\]/:.!+|–—]| - |\b(?:with|topped|mit|avec|but|aber|plus)\b/

/** Returns what a name or a remark says, from a table where one is given and from words that name foods. */
export function readText(text: string, options: Options = {}): TextContents {
  const read = nameKey(text)
    .replace(/\b(?:low|full|reduced|excess|non)[- ]fat\b/g, ' ')
    .split(breaks)
    .map((part) => new Part(plainWords(part).split(' ').filter(Boolean), options))
  const contains = new Set(read.flatMap((part) => [...part.contains]))
  return {
    contains,
    unknown: new Set(read.flatMap((part) => [...part.unknown]).filter((term) => !contains.has(term))),
    isOpen: read.some((part) => part.isOpen),
    foods: read.reduce((sum, part) => sum + part.foods, 0),
  }
}
