import { nameKey } from '#platform/shared/name-key.ts'

const words = (...texts: string[]) => new Set(texts.join(' ').split(' '))

/** Words for preparation, which are not part of the food's name. Folded as `nameKey` does. */
const preparations = words(
  'chopped diced minced sliced grated shredded crushed peeled unpeeled seeded deseeded cored cubed halved quartered melted softened sifted beaten packed',
  'drained undrained rinsed divided cooked thawed defrosted mashed pressed juiced zested trimmed washed cleaned pitted stoned deveined shelled hulled',
  'julienned crumbled torn separated squeezed whisked warmed chilled cooled boneless skinless boned skinned bone-in skin-on skin-off snipped picked',
  'scrubbed blanched toasted slivered chunked stemmed destemmed deboned shucked soaked lukewarm warm cold hot boiling finely roughly coarsely thinly',
  'thickly freshly lightly firmly loosely tightly well very ripe overripe diagonally lengthwise crosswise',
  'gehackt gehackte gehackter gehackten gehacktes gewurfelt gewurfelte gewurfelter gewurfelten gerieben geriebene geriebener geriebenen geriebenes',
  'geschalt geschalte geschalter geschalten geschaltes gepresst gepresste gepresster gepressten gepresstes gehobelt gehobelte gekocht gekochte gekochter gekochten',
  'geschmolzen geschmolzene zerlassen zerlassene weich weiche entkernt entkernte abgetropft abgetropfte zerdruckt zerdruckte geschnitten geschnittene',
  'gesiebt gesiebtes verquirlt verquirlte lauwarm lauwarme lauwarmes lauwarmer kalt kalte kaltes warmes warme heiss heisses fein feine grob frisch gewaschen zimmerwarm zimmerwarme',
  'fondu fondue mou hache hachee haches hachees rape rapee rapes rapees emince emincee eminces emincees coupe coupee coupes coupees pele pelee peles pelees',
  'epluche epluchee epluches epluchees ecrase ecrasee ecrases ecrasees presse pressee presses cisele ciselee ciseles ciselees concasse concassee concasses concassees',
  'battu battue battus cuit cuite cuits cuites tamise tamisee lave lavee laves lavees finement grossierement egoutte egouttee egouttes egouttees ramolli',
  'bien mur mure murs mures denoyaute denoyautee denoyautes denoyautees effeuille effeuillee effeuilles effeuillees',
  'emiette emiettee emiettes emiettees grille grillee grilles grillees moulu moulue essore essoree essores essorees',
  'tiede froid froide chaud chaude fraichement moulu',
)
const portions = words(
  'small medium large extra-large jumbo big medium-sized small-sized large-sized medium-size small-size large-size sm md med lg xl fat',
  'gr kl mittelgr mittl grosse gross grosser grosses grossen kleine kleiner kleines kleinen klein mittelgrosse mittelgrosser mittelgrosses mittelgrossen mittlere mittlerer m.-grosse dicke',
  'gros grosses petit petite petits petites grand grande grandes moyen moyenne moyens moyennes beau belle beaux belles',
)
/** Only after "freshly": ground beef is a food of its own. */
const afterFreshly = words('ground gemahlen gemahlene gemahlener gemahlenen cracked milled')
const freshly = words('freshly frisch fraichement')
/** Foods whose name includes what looks like a preparation. */
const namesWithPreparation = [
  /^(?:chopped|diced|crushed|peeled|whole peeled) tomato/,
  /^(?:gehackte|geschalte|passierte) (?:tomaten|mandeln|haselnusse|nusse)/,
  /^(?:crushed red pepper|shredded coconut|sliced bread|pressed cheese|hot (?:sauce|dogs?|chocolate|pepper)|cold cuts|petits? (?:pois|beurre|suisse|epeautre)|frischkase|grated cheese|soaked oats|fat[ -]free)/,
  /^(?:blanched|slivered|toasted) almond/,
  /^(?:minced|diced|pulled) (?:beef|pork|lamb|turkey|chicken|veal|meat|steak)/,
  /^tomates (?:pelees|concassees)/,
  /^(?:viande|bœuf|boeuf|steak|porc|veau|agneau|dinde)s? hache/,
  /^toasted sesame oil/,
  /^(?:gekochte[rns]? schinken|(?:cafe|poivre) moulu)/,
]

const key = (word: string) => nameKey(word).replace(/[.,;:]+$/, '')
const isPreparation = (word: string) => preparations.has(key(word)) || portions.has(key(word))
/** The longest such name in words. */
const maxNamedWords = 3
function isNamed(words: readonly string[], start = 0): boolean {
  const text = nameKey(words.slice(start, start + maxNamedWords).join(' '))
  return namesWithPreparation.some((pattern) => pattern.test(text))
}

/** Where the food ends and remarks begin, in three languages. Matched after a space. */
const remarks = [
  'to taste|as needed|as required|as desired|if needed|if desired|if necessary|if using|to serve|to garnish|to finish|to cover|to coat|to drizzle|to grease|for [a-z]|optional|at room temp|cut |torn |broken |plus |such as |about |approx|preferably |divided|or |with (?:skin|juice|bones?|tops|the |their |its )|without |from |in (?:rings|slices|half|halves|wedges|cubes|strips|chunks|pieces|quarters)|into |left |removed|reserved|on the |of your choice|each |mixed with |dissolved in |dusted with ',
  'zum |zur |nach |für |oder |in (?:Scheiben|Würfel|Würfeln|Ringe|Ringen|Streifen|Stücke|Stücken|Spalten)|aus de[rmn] |evtl|eventuell|gegebenenfalls|bei Zimmertemp|à \\d|je \\d|davon|optional|wahlweise',
  'pour |ou |selon |au goût|à goût|du moulin|à température|en (?:dés|rondelles|morceaux|lamelles|cubes|tranches|quartiers|lanières|julienne)|facultatif|environ |à convenance|de taille |non trait|bio$',
  '\\+ |- |– ',
].join('|')
const remark = new RegExp(` (?:${remarks})`, 'i')

export interface LineIngredient {
  food: string
  preparation: string
  /** False if the line names two foods, or none that can be identified. */
  sure: boolean
}

const salt = /^(?:sea salt|kosher salt|fine salt|table salt|coarse salt|salt|meersalz|salz|jodsalz|sel|sel fin|gros sel|fleur de sel)$/
const tidy = (text: string) =>
  text
    .replace(/\s+([,;:)])/g, '$1')
    .replace(/\(\s+/g, '(')
    .replace(/\b([dl])' /gi, "$1'")
    .replace(/\s+/g, ' ')
    .trim()
const edges = new Set(' ,;:.-–+/*')
/** Trims the text and removes punctuation at its ends. */
function trimPunctuation(text: string): string {
  const tidied = tidy(text)
  let [start, end] = [0, tidied.length]
  while (start < end && edges.has(tidied.charAt(start))) start += 1
  while (end > start && edges.has(tidied.charAt(end - 1))) end -= 1
  return tidied.slice(start, end)
}

/** Moves text in brackets to `notes`. */
function withoutBrackets(text: string, notes: string[]): string {
  let rest = ''
  let depth = 0
  let inside = ''
  for (const letter of text) {
    if (letter === '(' || letter === '[') depth += 1
    else if (letter === ')' || letter === ']') {
      if (depth === 1) {
        notes.push(trimPunctuation(inside))
        inside = ''
      }
      depth = Math.max(0, depth - 1)
    } else if (depth > 0) inside += letter
    else rest += letter
  }
  if (depth > 0) notes.push(trimPunctuation(inside))
  return rest.replace(/\s+/g, ' ')
}

/** `boneless, skinless chicken`: a comma between words that aren't food doesn't end it. */
function splitAtComma(text: string): [food: string, after: string] {
  const parts = text.split(/\s*[,;]\s+|\s*;\s*/)
  let taken = 0
  while (
    taken < parts.length - 1 &&
    (parts[taken] ?? '').split(' ').every((word) => word === '' || isPreparation(word) || afterFreshly.has(key(word)))
  )
    taken += 1
  return [parts.slice(0, taken + 1).join(' '), parts.slice(taken + 1).join(', ')]
}

function stripEnds(text: string, notes: string[], keepsDeeds: boolean): string {
  const list = text.split(' ').filter((word) => word !== '')
  let [start, end] = [0, list.length]
  while (end - start > 1 && !isNamed(list, start)) {
    const [first = '', second = ''] = [list[start], list[start + 1]]
    const isFresh = freshly.has(key(first)) && (afterFreshly.has(key(second)) || isPreparation(second))
    const isOnlySize = portions.has(key(first))
    const isJoint = start > 0 && (/^(?:and|&|und|et)$/i.test(first) ? isPreparation(second) : /^but$/i.test(first))
    if (!isFresh && !isJoint && (keepsDeeds ? !isOnlySize : !isPreparation(first))) break
    // "frisch" alone says what to buy: fresh thyme.
    if (key(first) === 'frisch' && !isFresh) break
    // ripe but firm bananas
    start += (isFresh && afterFreshly.has(key(second))) || (isJoint && /^but$/i.test(first)) ? 2 : 1
  }
  const isWhole = isNamed(list, start)
  while (end - start > 1 && !isWhole) {
    const last = list[end - 1] ?? ''
    const isJoint = end < list.length && /^(?:and|&|und|et)$/i.test(last)
    if (!isJoint && !isPreparation(last)) break
    end -= 1
  }
  for (const part of [list.slice(0, start).join(' '), list.slice(end).join(' ')]) if (part !== '') notes.push(part)
  return list.slice(start, end).join(' ')
}

const opening = /(?:of the |of |each:? (?:of )?|de la |de l'|des |du |de |d'|von |vom |the |le |la |les |l')\s*/iy

/** Returns the index after the articles and prepositions before the food. */
function openingEnd(text: string): number {
  let at = 0
  for (opening.lastIndex = 0; opening.test(text); ) at = opening.lastIndex
  return at
}

/** Splits a line with two foods; the first one counts. */
function firstOfTwo(food: string, isEach: boolean): { food: string; rest: string } | null {
  const [, first = '', joint = '', second = ''] = /^(.+?)\s+(and|&|und|et|\+)\s+(.+)$/i.exec(food) ?? []
  if (first === '') return null
  const isSalt = salt.test(nameKey(first)) || isEach || /^(?:pepper|pfeffer|poivre|black pepper)$/.test(nameKey(first))
  return isSalt ? { food: first, rest: `${joint} ${second}` } : null
}

/** Words that say which kind; what they belong to may follow a second one: `fresh or frozen cranberries`. Folded. */
const kinds = words(
  'fresh frozen dried canned tinned whole low-fat lowfat full-fat fat-free nonfat reduced-fat skim skimmed semi-skimmed 1% 2% red yellow green white brown black orange purple pink',
  'light dark plain regular salted unsalted sweet sweetened unsweetened hot mild spicy fine coarse dry active instant smoked raw virgin extra-virgin ripe baby thick thin long short',
  'soft hard firm silken crunchy smooth creamy strong ground crushed toasted roasted uncooked homemade store-bought organic natural pure kosher sea table flaky wholemeal wholewheat',
  'whole-wheat sharp aged curly flat-leaf flat-leafed italian greek dijon english russet waxy savoy napa',
  'rote roter rotes roten gelbe gelber gelbes gelben grune gruner grunes grunen weisse weisser weisses weissen braune brauner brauner schwarze schwarzer helle heller dunkle dunkler',
  'frische frischer frisches frischen gefrorene tiefgekuhlte getrocknete getrockneter susse suss saure saurer scharfe scharfer milde milder geraucherte feine feiner grobe grober',
)
/** Nouns that come in kinds named after foods: `chicken or vegetable stock`. */
const kindsOf = new Map(
  (
    [
      ['stock broth bouillon', 'chicken beef vegetable veggie fish veal turkey mushroom seafood lamb bone'],
      ['juice juices', 'lemon lime orange apple pineapple grapefruit cranberry tomato grape pear cherry'],
      [
        'oil',
        'olive sunflower canola rapeseed vegetable peanut groundnut corn coconut avocado sesame grapeseed safflower soybean walnut hazelnut neutral',
      ],
      ['vinegar', 'cider wine rice malt sherry balsamic champagne apple'],
      ['milk', 'almond soy oat coconut rice cow goat'],
      ['sugar', 'caster granulated icing powdered cane coconut demerara muscovado golden confectioners turbinado'],
      ['flour', 'bread cake all-purpose wheat spelt rye rice almond self-raising self-rising gluten-free pastry buckwheat oat'],
      ['cheese', 'cheddar parmesan swiss gruyere cream goat feta mozzarella jack pecorino cottage ricotta romano provolone gouda'],
      ['rice', 'basmati jasmine long-grain short-grain arborio carnaroli'],
      ['beans', 'kidney pinto cannellini navy broad northern butter borlotti haricot'],
      ['seeds', 'sesame poppy sunflower pumpkin caraway cumin fennel'],
      ['cream', 'heavy whipping double single sour'],
      ['yogurt yoghurt', 'greek plain natural soy'],
      ['tomatoes tomato', 'cherry grape plum roma vine'],
      ['syrup', 'maple agave corn rice'],
      ['butter', 'peanut almond cashew'],
    ] as const
  ).flatMap(([nouns, names]) => nouns.split(' ').map((noun): [string, ReadonlySet<string>] => [noun, words(names)])),
)
/** Second parts of German compounds: `Rinder- oder Schweinehack`. */
const compound =
  /(?:hackfleisch|hack|fleisch|bruhe|fond|saft|ol|milch|mehl|zucker|kase|nusse|kerne|kohl|salz|essig|wein|sahne|bohnen|linsen|nudeln|filets?|brust|keulen?|schinken|wurst|pfeffer|paprika|zwiebeln?|tomaten|kartoffeln)$/

/**
 * Completes the first of two alternatives that share a noun: `chicken` before `or vegetable stock` is `chicken stock`. Returns null if it is
 * complete, or if `after` is no alternative; `sure: false` if a compound can't be completed.
 */
function completeAlternative(before: string, after: string): { food: string; sure: boolean } | null {
  const [, joint, second = ''] = /^(or|oder)\s+([^,;(]+)/i.exec(after.trimStart()) ?? []
  if (joint === undefined || / (?:and|or|oder|und) /i.test(second)) return null
  const [left, right] = [before, second].map((text) => text.split(' ').filter((word) => word !== '')) as [string[], string[]]
  const last = left.at(-1) ?? ''
  if (last === '-' || last.endsWith('-')) {
    const ending = compound.exec(key(right.at(-1) ?? ''))?.[0]
    const stem = before.trimEnd().replace(/\s*-$/, '')
    return ending === undefined ? { food: stem, sure: false } : { food: `${stem}${(right.at(-1) ?? '').slice(-ending.length)}`, sure: true }
  }
  // 2 large or 3 medium onions
  if (left.every((word) => portions.has(key(word))) && /^\d/.test(second)) {
    const counted = right.slice(1).filter((word) => !portions.has(key(word)))
    return counted.length > 0 ? { food: [...left, ...counted].join(' '), sure: true } : null
  }
  const noun = key(right.at(-1) ?? '')
  const named = kindsOf.get(noun)
  const isKind = (word: string) => kinds.has(key(word)) || named?.has(key(word)) === true
  const isShared = left.length > 0 && left.every((word) => isKind(word) || isPreparation(word)) && isKind(last) && isKind(right[0] ?? '')
  const shared = right.slice(right.findIndex((word) => !isKind(word)))
  return isShared && right.some((word) => !isKind(word)) ? { food: [...left, ...shared].join(' '), sure: true } : null
}

/** Returns the food and the line's remarks. `inPack`: a can precedes it, so "chopped" is part of its name. */
export function splitFoodFromRemarks(text: string, input: readonly string[], inPack: boolean): LineIngredient {
  const notes = input.filter((note) => note !== '')
  let rest = withoutBrackets(tidy(text), notes)
  const isEach = /^each:? /i.test(rest)
  rest = rest.slice(openingEnd(rest))
  const cut = remark.exec(` ${rest}`)
  const isAtStart = cut?.index === 0
  const after = cut && !isAtStart ? rest.slice(cut.index) : ''
  const alternative = after === '' ? null : completeAlternative(rest.slice(0, cut?.index), after)
  if (after !== '') rest = alternative?.food ?? rest.slice(0, cut?.index)
  const [head, tail] = splitAtComma(trimPunctuation(rest))
  const stripped = stripEnds(trimPunctuation(head), notes, inPack)
  const two = firstOfTwo(stripped, isEach)
  const food = trimPunctuation(two ? two.food : stripped)
  const preparation = [...notes, two?.rest ?? '', tail, after]
    .map(trimPunctuation)
    .filter((part) => part !== '')
    .join(', ')
  const isOdd = / (?:and|und|et|&) /i.test(food) && !/half and half|mac/i.test(food)
  return {
    food,
    preparation,
    sure:
      food !== '' &&
      two === null &&
      !(isEach && tail !== '') &&
      !isOdd &&
      alternative?.sure !== false &&
      food.split(' ').length <= 6 &&
      !isAtStart,
  }
}
