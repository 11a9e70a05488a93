import type { ReadFrom, RecipeDraft } from '../contract/recipe.ts'
import { draftOf, type ReadRecipe, toDraftFromSource, untitled } from './draft-from-parsed-recipe.ts'
import { plainText } from './html-text.ts'
import { findElements, type PageElement, parseTree, treeText } from './html-tree.ts'
import { jsonLdBlocks, looseJson } from './json-ld.ts'
import { declaredRecipes, plugInRecipes } from './page-markup.ts'
import { guessSections } from './page-sections.ts'
import { parseLine } from './parse-line.ts'
import { servingsInHeading, servingsOfLine } from './read-servings.ts'
import { isIngredientsHeading, isNotesHeading, isStepsHeading } from './recipe-headings.ts'
import { pictureAddress, readRecipes, servingsOf } from './schema-org-recipe.ts'

export interface ParsedPage {
  /** Null if nothing shows that the text is a recipe. */
  recipe: RecipeDraft | null
  readFrom: ReadFrom | null
  /** Whether the source says for how many `recipe` is, or `draft` if there is no recipe. */
  hasServings?: boolean
  /** Whether it isn't the page but a question before it: a bot check, a consent wall. */
  isWall?: boolean
  /** What could be read anyway, to complete by hand. */
  draft: RecipeDraft
}

const servingsLine = /^(?:serves|servings?|yields?|makes|portionen|ergibt)\b.{0,40}\d/i
const isHtml = (text: string) => /<(?:html|body|head|script|div|p|ul|ol|li|h[1-6]|span|table|meta)\b/i.test(text)

/** Returns what a page says about itself: its heading or title, description and picture. */
function aboutPage(page: PageElement): { name: string; description: string; image: string | null } {
  const metas = new Map<string, string>()
  const headings: string[] = []
  let title = ''
  for (const element of findElements(page, ({ name }) => /^(?:meta|title|h1)$/.test(name))) {
    if (element.name === 'meta') {
      const key = (element.attributes.get('property') ?? element.attributes.get('name') ?? '').toLowerCase()
      if (!metas.has(key)) metas.set(key, element.attributes.get('content') ?? '')
    } else if (element.name === 'title' && title === '') title = treeText(element)
    else if (element.name === 'h1') headings.push(treeText(element).replace(/\n/g, ' '))
  }
  const stated = metas.get('og:title') || title
  const [heading = ''] = headings
  // A page's only heading is its name, without the site's. On others it may be a logo.
  const isName = headings.length === 1 && heading !== '' && stated.toLowerCase().startsWith(heading.toLowerCase())
  return {
    name: isName ? heading : withoutSite(stated, metas.get('og:site_name') ?? ''),
    description: metas.get('og:description') ?? metas.get('description') ?? '',
    image: metas.get('og:image') ?? null,
  }
}

function withoutSite(title: string, site: string): string {
  const parts = title.split(/\s+[|–—·-]\s+/)
  const last = parts.at(-1) ?? ''
  const isSite = parts.length > 1 && (title.includes(' | ') || (site !== '' && last.toLowerCase().includes(site.toLowerCase())))
  return isSite ? title.slice(0, title.lastIndexOf(last)).replace(/\s+[|–—·-]\s+$/, '') : title
}

/**
 * Returns the servings that a page's text states: in a short line such as "Serves 4", or in the heading of its ingredients. Lines of the
 * recipe's own `rows` count only if they say nothing else.
 */
function servingsOnPage(page: PageElement, rows: readonly string[]): number | null {
  for (const line of treeText(page).split('\n', 20_000)) {
    const servings = line.length > 80 ? null : servingsIn(line)
    if (servings === null) continue
    if (servingsOfLine(line) !== null || isIngredientsHeading(line) || !rows.some((row) => row.includes(line))) return servings
  }
  return null
}

/** Returns the servings of a line, or of the heading of the ingredients; null if it's about something else. */
function servingsIn(line: string): number | null {
  if (isIngredientsHeading(line)) return servingsInHeading(line)
  return servingsOfLine(line) ?? (line.length <= 60 && servingsLine.test(line) ? servingsOf(line) : null)
}

const numbered = /^(?:step\s*)?\d{1,2}[.):]\s+(?=\D)/i

/** A long recipe has two hundred. */
const maxRows = 2000

/** Reads pasted text: a recipe if it has headings such as "Ingredients" or "Method" (in three languages), otherwise a draft. */
function readPlain(text: string): ParsedPage {
  const lines = plainText(text).split('\n', maxRows)
  const rows = { ingredients: [] as string[], instructions: [] as string[], notes: [] as string[], before: [] as string[] }
  let part: keyof typeof rows = 'before'
  let servings: number | null = null
  const seen = new Set<string>()
  for (const line of lines) {
    if (part === 'before' || part === 'notes' || isIngredientsHeading(line)) servings ??= servingsIn(line)
    if (isIngredientsHeading(line)) part = 'ingredients'
    else if (isStepsHeading(line)) part = 'instructions'
    else if (isNotesHeading(line)) part = 'notes'
    else {
      const own = part === 'ingredients' ? servingsOfLine(line) : null
      servings ??= own
      if (own === null) rows[part].push(part === 'instructions' ? line.replace(numbered, '') : line)
      continue
    }
    seen.add(part)
  }
  const [name = '', ...rest] = rows.before
  const isRecipe = seen.has('ingredients') && seen.has('instructions') && rows.ingredients.length > 0 && rows.instructions.length > 0
  const about = { name, servings, labels: [] }
  if (isRecipe) {
    const recipe = toDraftFromSource({
      ...about,
      description: rest.filter((line) => servingsIn(line) === null).join('\n'),
      ingredients: rows.ingredients,
      instructions: rows.instructions,
      notes: rows.notes.join('\n'),
    })
    return found(recipe, 'markup')
  }
  const guessed = [...rest, ...rows.ingredients]
  const isIngredient = (line: string) => line.length < 120 && parseLine(line).quantity !== null && parseLine(line).sure
  return {
    recipe: null,
    readFrom: null,
    draft: draftOf({
      ...about,
      ingredients: guessed.filter(isIngredient),
      instructions: rows.instructions,
      notes: [...guessed.filter((line) => !isIngredient(line)), ...rows.notes].join('\n'),
    }),
    hasServings: servings !== null,
  }
}

/** Round-ups list a few dozen. */
const maxOnPage = 100
const partsOf = ({ ingredients, instructions }: RecipeDraft) => Math.min(ingredients.length, 1) + Math.min(instructions.length, 1)
/** Returns the first recipe with the most of both ingredients and steps. */
const fullest = (drafts: readonly ReadRecipe[]): ReadRecipe | undefined => drafts.toSorted((a, b) => partsOf(b) - partsOf(a))[0]

/**
 * Reads a web page: the recipe in its data (JSON-LD, microdata, RDFa, h-recipe) or in the elements of a recipe plug-in. What these lack is
 * taken from lists below headings such as "Ingredients". Invents nothing.
 */
export function parseRecipePage(html: string, address: string | null): ParsedPage {
  const page = parseTree(html)
  const data = fullest([
    ...readRecipes(jsonLdBlocks(html).map(looseJson), address, maxOnPage),
    ...readRecipes(declaredRecipes(page), address, maxOnPage),
  ])
  if (data && partsOf(data) === 2) return found(completed(data, page), 'data')
  const marked = fullest([...(data ? [data] : []), ...readRecipes(plugInRecipes(page), address, maxOnPage)])
  if (marked && partsOf(marked) === 2) return found(completed(marked, page), 'markup')
  const { name, description, image } = aboutPage(page)
  const sections = guessSections(page)
  const guess = toDraftFromSource({
    name,
    description,
    ...sections,
    labels: [],
    servings: servingsOnPage(page, [...sections.ingredients, ...sections.instructions]),
    sourceUrl: address,
    imageUrl: image === null ? null : pictureAddress(image, address),
  })
  const draft = marked ? withMissingParts(completed(marked, page), guess) : guess
  if (partsOf(draft) === 2) return found(draft, 'headings')
  // Data with only one part is still a recipe; a list found by its heading alone isn't.
  if (marked) return found(draft, marked === data ? 'data' : 'markup')
  return { ...found(draft, 'headings'), recipe: null, readFrom: null, isWall: isWall(page) }
}

const withMissingParts = (recipe: ReadRecipe, { ingredients, instructions }: ReadRecipe): ReadRecipe => ({
  ...recipe,
  ingredients: recipe.ingredients.length > 0 ? recipe.ingredients : ingredients,
  instructions: recipe.instructions.length > 0 ? recipe.instructions : instructions,
})

const wallTitle =
  /^(?:just a moment|attention required|access denied|access to this page|are you (?:a )?(?:robot|human)|robot check|security (?:check|verification)|checking your browser|pardon our interruption|verify(?:ing)? (?:that )?you(?:'|’)?(?: a)?re (?:a )?human|one more step|before you continue|bevor du (?:fortf[aä]hrst|weitermachst)|avant de continuer|blocked)\b|captcha|ddos protection/i
function isWall(page: PageElement): boolean {
  const [title] = findElements(page, ({ name }) => name === 'title')
  return title !== undefined && wallTitle.test(treeText(title))
}

const found = ({ hasServings, ...recipe }: ReadRecipe, readFrom: ReadFrom): ParsedPage => ({ recipe, readFrom, hasServings, draft: recipe })
/** Takes the name and the servings from the page's text if the recipe's data lacks them. */
function completed(recipe: ReadRecipe, page: PageElement): ReadRecipe {
  const name = recipe.name === untitled ? draftOf({ ...recipe, labels: [], name: aboutPage(page).name }).name : recipe.name
  const servings = recipe.hasServings ? recipe.servings : servingsOnPage(page, [...recipe.ingredients, ...recipe.instructions])
  return servings === null ? { ...recipe, name } : { ...recipe, name, servings, hasServings: true }
}

/** Reads pasted text: a page's source, bare JSON-LD, or a recipe's text. */
export function readPastedRecipe(text: string): ParsedPage {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    const [recipe] = readRecipes([looseJson(trimmed)], null)
    if (recipe) return found(recipe, 'data')
  }
  if (!isHtml(trimmed)) return readPlain(trimmed)
  const page = parseRecipePage(trimmed, null)
  if (page.recipe) return page
  const plain = readPlain(trimmed)
  if (plain.recipe) return plain
  return {
    ...plain,
    draft: page.draft.name === untitled ? plain.draft : { ...plain.draft, name: page.draft.name, description: page.draft.description },
  }
}
