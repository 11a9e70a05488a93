import type { RecipeDraft } from '../contract/recipe.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { plainText, readHtml } from './html-text.ts'
import { looseJson } from './json-ld.ts'
import { parseLine } from './parse-line.ts'
import { readPageRecipe, readRecipes, servingsOf } from './schema-org-recipe.ts'

export interface ReadPage {
  /** Null if nothing shows that the text is a recipe. */
  recipe: RecipeDraft | null
  /** What could be read anyway, to complete by hand. */
  draft: RecipeDraft
}

const ingredientHeads = /^(?:ingredients?|zutaten|ingr[eé]dients?|you(?:'|’)?ll need|what you need)\b[^.]{0,60}$/i
const stepHeads =
  /^(?:instructions?|directions?|method|preparation|steps?|how to make(?: it)?|zubereitung|anleitung|so geht(?:'|’)?s|pr[eé]paration|[eé]tapes?)\b[^.]{0,40}$/i
const noteHeads = /^(?:notes?|tips?|nutrition|hinweise?|n[aä]hrwerte|astuces?|conseils?)\b[^.]{0,40}$/i
const servingsLine = /^(?:serves|servings?|yields?|makes|portionen|f[uü]r|pour)\b.{0,40}\d/i
const isHtml = (text: string) => /<(?:html|body|head|script|div|p|ul|ol|li|h[1-6]|span|table|meta)\b/i.test(text)

/** Returns title and description from a page's head. */
function headOf(html: string): { title: string; description: string } {
  const metas = new Map<string, string>()
  let title: string | null = null
  let isTitle = false
  readHtml(html.slice(0, 200_000), {
    text(text) {
      if (isTitle && title !== null && title.length < 500) title += text.slice(0, 500)
    },
    openTag(name, attributes) {
      if (name === 'title' && title === null) {
        title = ''
        isTitle = true
      } else if (name === 'meta') {
        const key = (attributes.get('property') ?? attributes.get('name') ?? '').toLowerCase()
        if (!metas.has(key)) metas.set(key, attributes.get('content') ?? '')
      }
    },
    closeTag() {
      isTitle = false
    },
  })
  return {
    title: metas.get('og:title') || (title ?? ''),
    description: metas.get('og:description') ?? metas.get('description') ?? '',
  }
}

const head = (line: string, pattern: RegExp) => line.length <= 70 && pattern.test(line.replace(/[:：]\s*$/, ''))
const numbered = /^(?:step\s*)?\d{1,2}[.):]\s+(?=\D)/i

/** A long recipe has two hundred. */
const maxRows = 2000

/** Reads pasted text: a recipe if it has headings such as "Ingredients" or "Method" (in three languages), otherwise a draft. */
function readPlain(text: string): ReadPage {
  const lines = plainText(text).split('\n', maxRows)
  const found = { ingredients: [] as string[], instructions: [] as string[], notes: [] as string[], before: [] as string[] }
  let part: keyof typeof found = 'before'
  let servings: number | null = null
  const seen = new Set<string>()
  for (const line of lines) {
    if (head(line, ingredientHeads)) part = 'ingredients'
    else if (head(line, stepHeads)) part = 'instructions'
    else if (head(line, noteHeads)) part = 'notes'
    else {
      if (servings === null && servingsLine.test(line) && part !== 'instructions') servings = servingsOf(line)
      found[part].push(part === 'instructions' ? line.replace(numbered, '') : line)
      continue
    }
    seen.add(part)
  }
  const [name = '', ...rest] = found.before
  const isRecipe = seen.has('ingredients') && seen.has('instructions') && found.ingredients.length > 0 && found.instructions.length > 0
  const about = { name, servings, labels: [] }
  if (isRecipe) {
    const recipe = draftOf({
      ...about,
      description: rest.filter((line) => !servingsLine.test(line)).join('\n'),
      ingredients: found.ingredients,
      instructions: found.instructions,
      notes: found.notes.join('\n'),
    })
    return { recipe, draft: recipe }
  }
  const guessed = [...rest, ...found.ingredients]
  const isIngredient = (line: string) => line.length < 120 && parseLine(line).quantity !== null && parseLine(line).sure
  return {
    recipe: null,
    draft: draftOf({
      ...about,
      ingredients: guessed.filter(isIngredient),
      instructions: found.instructions,
      notes: [...guessed.filter((line) => !isIngredient(line)), ...found.notes].join('\n'),
    }),
  }
}

/** Reads a web page: its schema.org recipe, or its title and description as a draft. Invents nothing. */
export function readPage(html: string, address: string | null): ReadPage {
  const recipe = readPageRecipe(html, address)
  if (recipe) return { recipe, draft: recipe }
  const { title, description } = headOf(html)
  return { recipe: null, draft: draftOf({ name: title, description, ingredients: [], instructions: [], labels: [], sourceUrl: address }) }
}

/** Reads pasted text: a page's source, bare JSON-LD, or a recipe's text. */
export function readPastedRecipe(text: string): ReadPage {
  const trimmed = text.trim()
  if (/^[[{]/.test(trimmed)) {
    const [recipe] = readRecipes([looseJson(trimmed)], null)
    if (recipe) return { recipe, draft: recipe }
  }
  if (!isHtml(trimmed)) return readPlain(trimmed)
  const page = readPage(trimmed, null)
  if (page.recipe) return page
  const plain = readPlain(trimmed)
  if (plain.recipe) return plain
  return {
    recipe: null,
    draft:
      page.draft.name === 'Untitled recipe' ? plain.draft : { ...plain.draft, name: page.draft.name, description: page.draft.description },
  }
}
