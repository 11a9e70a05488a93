import { classesOf, findElements, hasElement, type PageElement, treeText, walkElements } from './html-tree.ts'
import type { JsonObject } from './json-ld.ts'

/** How a page marks the parts of a recipe in its elements. Properties have schema.org's names. */
interface Vocabulary {
  isRecipe(element: PageElement): boolean
  /** Whether an element is a thing of its own, such as a review, whose properties aren't the recipe's. */
  isThing(element: PageElement): boolean
  propertiesOf(element: PageElement): readonly string[]
}

const words = (text: string | undefined) => (text ?? '').split(/\s+/).filter((word) => word !== '')
const attribute = (element: PageElement, name: string) => element.attributes.get(name)
const isRecipeType = (type: string) => /(?:^|[:/#])recipe$/i.test(type)
const withoutPrefix = (property: string) =>
  property.replace(/^(?:schema:|v:|https?:\/\/schema\.org\/|https?:\/\/rdf\.data-vocabulary\.org\/#)/i, '')

/** https://html.spec.whatwg.org/multipage/microdata.html, with schema.org's or data-vocabulary.org's types. */
const microdata: Vocabulary = {
  isRecipe: (element) => element.attributes.has('itemscope') && words(attribute(element, 'itemtype')).some(isRecipeType),
  isThing: (element) => element.attributes.has('itemscope'),
  propertiesOf: (element) => words(attribute(element, 'itemprop')).map(withoutPrefix),
}

/** https://www.w3.org/TR/rdfa-lite/ */
const rdfa: Vocabulary = {
  isRecipe: (element) => words(attribute(element, 'typeof')).some(isRecipeType),
  isThing: (element) => element.attributes.has('typeof'),
  propertiesOf: (element) => words(attribute(element, 'property')).map(withoutPrefix),
}

/** A vocabulary of class names or ids. */
const byClass = (recipe: RegExp, thing: RegExp, properties: ReadonlyMap<string, string>): Vocabulary => {
  const namesOf = (element: PageElement) => [...classesOf(element), ...words(attribute(element, 'id'))]
  return {
    isRecipe: (element) => namesOf(element).some((name) => recipe.test(name)),
    isThing: (element) => namesOf(element).some((name) => thing.test(name)),
    propertiesOf: (element) => namesOf(element).flatMap((name) => properties.get(name) ?? []),
  }
}

/** https://microformats.org/wiki/h-recipe and its older form hRecipe. */
const microformat = byClass(
  /^h-?recipe$/,
  /^(?:h-card|vcard|h-review|hreview|h-feed)$/,
  new Map([
    ...['p-name', 'fn'].map((name) => [name, 'name'] as const),
    ...['p-ingredient', 'ingredient'].map((name) => [name, 'recipeIngredient'] as const),
    ...['e-instructions', 'instructions', 'instruction'].map((name) => [name, 'recipeInstructions'] as const),
    ...['p-yield', 'yield'].map((name) => [name, 'recipeYield'] as const),
    ...['dt-duration', 'duration'].map((name) => [name, 'totalTime'] as const),
    ['preptime', 'prepTime'],
    ['cooktime', 'cookTime'],
    ...['u-photo', 'photo'].map((name) => [name, 'image'] as const),
    ...['p-summary', 'summary'].map((name) => [name, 'description'] as const),
    ...['p-author', 'author'].map((name) => [name, 'author'] as const),
    ...['p-category', 'tag'].map((name) => [name, 'keywords'] as const),
  ]),
)

/** Class names and ids of recipe plug-ins, for pages on which a plug-in writes no data: name, ingredients, steps, yield. */
const plugIns: readonly (readonly [recipe: RegExp, ...names: readonly [name: string, property: string][]])[] = [
  [
    /^wprm-recipe(?:-container)?$/,
    ['wprm-recipe-name', 'name'],
    ['wprm-recipe-ingredient', 'recipeIngredient'],
    ['wprm-recipe-instruction-text', 'recipeInstructions'],
    ['wprm-recipe-servings', 'recipeYield'],
    ['wprm-recipe-summary', 'description'],
    ['wprm-recipe-image', 'image'],
  ],
  [
    /^tasty-recipes$/,
    ['tasty-recipes-title', 'name'],
    ['tasty-recipes-ingredients', 'recipeIngredient'],
    ['tasty-recipe-ingredients', 'recipeIngredient'],
    ['tasty-recipes-instructions', 'recipeInstructions'],
    ['tasty-recipe-instructions', 'recipeInstructions'],
    ['tasty-recipes-yield', 'recipeYield'],
    ['tasty-recipes-prep-time', 'prepTime'],
    ['tasty-recipes-cook-time', 'cookTime'],
    ['tasty-recipes-total-time', 'totalTime'],
    ['tasty-recipes-image', 'image'],
  ],
  [
    /^mv-create-card$/,
    ['mv-create-title', 'name'],
    ['mv-create-ingredients', 'recipeIngredient'],
    ['mv-create-instructions', 'recipeInstructions'],
    ['mv-create-yield', 'recipeYield'],
    ['mv-create-image', 'image'],
  ],
  [
    /^zlrecipe-container$|^zrdn-recipe-container$/,
    ['zlrecipe-title', 'name'],
    ['zlrecipe-ingredients-list', 'recipeIngredient'],
    ['zlrecipe-instructions-list', 'recipeInstructions'],
    ['zlrecipe-yield', 'recipeYield'],
    ['zrdn-recipe-title', 'name'],
    ['zrdn-ingredients', 'recipeIngredient'],
    ['zrdn-instructions', 'recipeInstructions'],
  ],
  [
    /^easyrecipe$/,
    ['ERSName', 'name'],
    ['ERSIngredients', 'recipeIngredient'],
    ['ERSInstructions', 'recipeInstructions'],
    ['ERSServes', 'recipeYield'],
  ],
  [
    /^jetpack-recipe$/,
    ['jetpack-recipe-title', 'name'],
    ['jetpack-recipe-ingredients', 'recipeIngredient'],
    ['jetpack-recipe-directions', 'recipeInstructions'],
    ['jetpack-recipe-servings', 'recipeYield'],
  ],
  [
    /^wp-block-wpzoom-recipe-card-block-recipe-card$/,
    ['recipe-card-title', 'name'],
    ['recipe-card-ingredients', 'recipeIngredient'],
    ['recipe-card-directions', 'recipeInstructions'],
  ],
  [
    /^cooked-recipe-fullscreen$|^cooked-recipe$|^cooked-recipe-ingredients$/,
    ['cooked-single-ingredient', 'recipeIngredient'],
    ['cooked-single-direction', 'recipeInstructions'],
  ],
]
const review = /^(?:comments?|respond|.*-reviews?|.*-equipment(?:-container)?|.*-nutrition(?:-container)?)$/
const plugInVocabularies = plugIns.map(([recipe, ...names]) => byClass(recipe, review, new Map(names)))

function picture(element: PageElement): string {
  const [image] = /^(?:img|meta|link)$/.test(element.name) ? [element] : findElements(element, ({ name }) => name === 'img')
  const addresses = ['content', 'data-lazy-src', 'data-src', 'src', 'href'].map((name) => image?.attributes.get(name) ?? '')
  return addresses.find((address) => address !== '' && !address.startsWith('data:')) ?? ''
}

const checkbox = /^[\u2610-\u2612\u25a1\u25a2\u2022\u00b7*-]\s*/

const isItem = ({ name }: PageElement) => name === 'li'

/** The rows of a list of ingredients or steps: its innermost list items if it has any, otherwise its lines. */
export function extractListItems(element: PageElement): string[] {
  const items = isItem(element) ? [] : findElements(element, (one) => isItem(one) && !hasElement(one, isItem))
  const rows = items.length > 0 ? items.map((item) => treeText(item).replace(/\n/g, ' ')) : treeText(element).split('\n')
  return rows.map((row) => row.replace(checkbox, '').trim()).filter((row) => row !== '')
}

const isList = /^(?:recipeIngredient|ingredients?|recipeInstructions|instructions|step)$/
const hasRows = (element: PageElement) => !isItem(element) && hasElement(element, ({ name }) => /^(?:li|br|p|tr)$/.test(name))

function readValue(element: PageElement, property: string): string {
  if (property === 'image' || property === 'photo' || property === 'thumbnailUrl') return picture(element)
  const { name, attributes } = element
  const stated =
    attributes.get('content') ?? (name === 'time' ? attributes.get('datetime') : name === 'data' ? attributes.get('value') : undefined)
  if (stated !== undefined && stated.trim() !== '') return stated
  if (property === 'url' || property === 'mainEntityOfPage') return attributes.get('href') ?? ''
  const isOneRow = !isList.test(property) || (/ngredient/.test(property) && !hasRows(element))
  // The amount, unit and name of an ingredient may be blocks of their own.
  return isOneRow ? treeText(element).replace(/\n/g, ' ').replace(checkbox, '') : extractListItems(element).join('\n')
}

/** The properties that `schema-org-recipe.ts` reads, and those of things inside a recipe. */
const known: ReadonlySet<string> = new Set(
  (
    'name headline description recipeIngredient ingredients ingredient recipeInstructions instructions step itemListElement text amount ' +
    'recipeYield yield prepTime cookTime performTime totalTime author recipeCuisine recipeCategory keywords image photo thumbnailUrl url ' +
    'mainEntityOfPage'
  ).split(' '),
)
const typeOf = (element: PageElement) =>
  withoutPrefix((attribute(element, 'itemtype') ?? attribute(element, 'typeof') ?? '').replace(/^.*\//, ''))

function nodeOf(element: PageElement, vocabulary: Vocabulary, type: string, depth = 0): JsonObject {
  const node: Record<string, unknown> = { '@type': type }
  /** Adds the values inside an element and returns their properties. */
  const collect = (parent: PageElement): Set<string> => {
    const found = new Set<string>()
    for (const child of parent.children) {
      if (typeof child === 'string') continue
      const isThing = vocabulary.isThing(child)
      const inside = isThing ? new Set<string>() : collect(child)
      for (const property of vocabulary.propertiesOf(child)) {
        // A list that is marked as a whole and row by row is read row by row.
        if (!known.has(property) || (!isThing && inside.has(property))) continue
        const value = isThing && depth < 8 ? nodeOf(child, vocabulary, typeOf(child), depth + 1) : readValue(child, property)
        if (value === '') continue
        const before = node[property]
        node[property] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value].slice(0, maxValues)
        found.add(property)
      }
      for (const property of inside) found.add(property)
    }
    return found
  }
  collect(element)
  return node
}

const maxValues = 300
const maxRecipes = 20

function recipesIn(page: PageElement, vocabulary: Vocabulary): JsonObject[] {
  const found: JsonObject[] = []
  walkElements(page, (element) => {
    if (found.length >= maxRecipes) return false
    if (!vocabulary.isRecipe(element)) return true
    found.push(nodeOf(element, vocabulary, 'Recipe'))
    return false
  })
  return found
}

/** Returns the recipes that a page's elements declare: microdata, RDFa, h-recipe. */
export const declaredRecipes = (page: PageElement): JsonObject[] =>
  [microdata, rdfa, microformat].flatMap((vocabulary) => recipesIn(page, vocabulary))

/** Returns the recipes that the elements of known recipe plug-ins hold. */
export const plugInRecipes = (page: PageElement): JsonObject[] => plugInVocabularies.flatMap((vocabulary) => recipesIn(page, vocabulary))
