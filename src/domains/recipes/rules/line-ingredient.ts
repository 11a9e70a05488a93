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
  'small medium large extra-large jumbo big medium-sized small-sized large-sized fat',
  'grosse gross grosser grosses grossen kleine kleiner kleines kleinen klein mittelgrosse mittelgrosser mittelgrosses mittelgrossen mittlere mittlerer m.-grosse dicke',
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
    .replace(/' /g, "'")
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
    const isJoint = start > 0 && /^(?:and|&|und|et)$/i.test(first) && isPreparation(second)
    if (!isFresh && !isJoint && (keepsDeeds ? !isOnlySize : !isPreparation(first))) break
    // "frisch" alone says what to buy: fresh thyme.
    if (key(first) === 'frisch' && !isFresh) break
    start += isFresh && afterFreshly.has(key(second)) ? 2 : 1
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

const opening = /(?:of the |of |each (?:of )?|de la |de l'|des |du |de |d'|von |vom |the |le |la |les |l')\s*/iy

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

/** Returns the food and the line's remarks. `inPack`: a can precedes it, so "chopped" is part of its name. */
export function readLineIngredient(text: string, input: readonly string[], inPack: boolean): LineIngredient {
  const notes = input.filter((note) => note !== '')
  let rest = withoutBrackets(tidy(text), notes)
  const isEach = /^each /i.test(rest)
  rest = rest.slice(openingEnd(rest))
  const cut = remark.exec(` ${rest}`)
  const isAtStart = cut?.index === 0
  const after = cut && !isAtStart ? rest.slice(cut.index) : ''
  if (after !== '') rest = rest.slice(0, cut?.index)
  const [head, tail] = splitAtComma(trimPunctuation(rest))
  const stripped = stripEnds(trimPunctuation(head), notes, inPack)
  const two = firstOfTwo(stripped, isEach)
  const food = trimPunctuation(two ? two.food : stripped)
  const preparation = [...notes, two?.rest ?? '', tail, after]
    .map(trimPunctuation)
    .filter((part) => part !== '')
    .join(', ')
  const isOdd = / (?:and|und|et|&) /i.test(food) && !/half and half|mac/i.test(food)
  return { food, preparation, sure: food !== '' && two === null && !isOdd && food.split(' ').length <= 6 && !isAtStart }
}
