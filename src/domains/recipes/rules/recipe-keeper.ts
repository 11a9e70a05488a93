import type { CollectionLoss } from '../contract/import.ts'
import type { CollectionRecipe, CollectionRecipes } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { findElements, type PageElement, parseTree, treeText } from './html-tree.ts'
import { parseMinutes } from './parse-duration.ts'
import { servingsOf } from './schema-org-recipe.ts'

/** Returns whether a page is the list of recipes that Recipe Keeper exports. */
export const isRecipeKeeper = (text: string): boolean => text.includes('recipe-details') && text.includes('itemprop="recipeDirections"')

function readRecipe(html: string, losses: Set<CollectionLoss>): CollectionRecipe {
  const page = parseTree(html)
  const marked = findElements(page, ({ attributes }) => attributes.has('itemprop'))
  const all = (name: string): PageElement[] => marked.filter(({ attributes }) => attributes.get('itemprop') === name)
  const contentOf = (element: PageElement) => element.attributes.get('content') ?? treeText(element)
  const values = (...names: string[]) => names.flatMap((name) => all(name).map(contentOf)).filter((value) => value !== '')
  const one = (name: string) => values(name)[0] ?? ''
  const rows = (name: string) => values(name).flatMap((value) => value.split('\n'))
  const stars = Number(one('recipeRating'))
  const source = one('recipeSource')
  const address = findElements(page, ({ name, attributes }) => name === 'a' && attributes.has('href'))[0]?.attributes.get('href') ?? source
  const pictures = findElements(page, ({ name, attributes }) => name === 'img' && attributes.has('src'))
  const sources = new Set(pictures.map(({ attributes }) => attributes.get('src') ?? ''))
  if (sources.size > 1) losses.add('photos')
  if (
    marked.some(
      ({ attributes }) => /^recipeNut/.test(attributes.get('itemprop') ?? '') && Number.parseFloat(attributes.get('content') ?? '') > 0,
    )
  )
    losses.add('nutrition')
  const draft = draftOf({
    name: one('name'),
    labels: values('recipeCourse', 'recipeCategory', 'recipeCollection').flatMap((label) => label.split(',')),
    ingredients: rows('recipeIngredients'),
    instructions: rows('recipeDirections').map((step) => step.replace(/^\d{1,2}[.)]\s*/, '')),
    servings: servingsOf(one('recipeYield') || null),
    prepTime: parseMinutes(one('prepTime') || null),
    cookTime: parseMinutes(one('cookTime') || null),
    rating: Number.isInteger(stars) && stars > 0 && stars <= 5 ? stars : null,
    notes: [...rows('recipeNotes'), /^https?:/i.test(source) ? '' : source].filter((note) => note !== '').join('\n'),
    sourceUrl: /^https?:/i.test(address) ? address : null,
  })
  return { draft, picture: pictures[0]?.attributes.get('src') ?? null }
}

/** Reads at most `max` recipes of Recipe Keeper's `recipes.html`, each by itself, because a page may have only so many elements. */
export function readRecipeKeeper(text: string, max: number): CollectionRecipes {
  const losses = new Set<CollectionLoss>()
  const starts = [...text.matchAll(/<div[^<>]{0,200}class="[^"<>]{0,100}recipe-details/gi)].slice(0, max + 1).map(({ index }) => index)
  const recipes = starts.slice(0, max).map((from, at) => readRecipe(text.slice(from, starts[at + 1]), losses))
  return { format: 'recipeKeeper', recipes, losses }
}
