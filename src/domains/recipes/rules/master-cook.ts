import type { CollectionLoss } from '../contract/import.ts'
import { type CollectionRecipes, collapse, linesOf, withoutPicture } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { plainText } from './html-text.ts'
import { parseMinutes } from './parse-duration.ts'
import { servingsOf } from './schema-org-recipe.ts'

const isStart = (line: string) => /^\s{0,80}\*\s{1,8}Exported\s{1,4}from\s{1,4}MasterCook/i.test(line)
/** Returns whether a text is MasterCook's text export (`.mxp`). */
export const isMasterCookText = (text: string): boolean => /^[ \t]{0,80}\*[ \t]{1,8}Exported[ \t]{1,4}from[ \t]{1,4}MasterCook/im.test(text)
/** Returns whether a text is MasterCook's own dialect of XML (`.mx2`). */
export const isMasterCookXml = (text: string): boolean => /<mx2[\s>]|<RcpE[\s>]/i.test(text.slice(0, 20_000))

const footer = /^\s{0,40}(?:- ){6}/
const columns = /^(.{8}) {2}(.{12}) {2}(\S.*)$/
/** From this length on, a line was wrapped, and the next one continues it. */
const wrappedFrom = 52

/** Returns ingredient lines as text; a wrapped line is joined with the next. */
function ingredientsOf(lines: readonly string[]): string[] {
  const found: string[] = []
  let wasWrapped = false
  for (const line of lines) {
    const [, amount = '', unit = '', food = line] = columns.exec(line) ?? []
    const isRest = amount.trim() === '' && unit.trim() === '' && wasWrapped && found.length > 0
    const written = collapse(`${amount} ${unit} ${food.replace(/\s+--\s+/, ', ')}`)
    if (isRest) found.push(`${found.pop()} ${written}`)
    else found.push(written)
    wasWrapped = line.length >= wrappedFrom
  }
  return found
}

interface TextParts {
  head: string[]
  ingredients: string[]
  steps: string[]
  after: string[]
}

/** A row of the table of ingredients: an amount, a measure and a food in columns. */
const isTableRow = (line: string) => /^(?=[\s\d./,-]{8} {2})/.test(line) && columns.test(line)

/** Parts of a recipe in the text export: a head, a table of ingredients, the steps, and remarks below a line of dashes. */
function partsOf(lines: readonly string[]): TextParts {
  const parts: TextParts = { head: [], ingredients: [], steps: [], after: [] }
  let part: keyof TextParts = 'head'
  for (const [at, line] of lines.entries()) {
    if (part === 'head' && /^-{4,}\s+-{4,}/.test(line)) part = 'ingredients'
    else if (part === 'ingredients' && line.trim() === '' && parts.ingredients.length > 0)
      part = isTableRow(lines.slice(at, at + 20).find((next) => next.trim() !== '') ?? '') ? part : 'steps'
    else if (part !== 'after' && footer.test(line)) part = 'after'
    else parts[part].push(line)
  }
  return parts
}

function paragraphs(lines: readonly string[]): string[] {
  const found: string[] = []
  let text = ''
  for (const line of [...lines, '']) {
    if (line.trim() !== '') text += ` ${line.trim()}`
    else if (text !== '') {
      found.push(collapse(text))
      text = ''
    }
  }
  return found
}

function readTextRecipe(lines: readonly string[], losses: Set<CollectionLoss>) {
  const { head, ingredients, steps, after } = partsOf(lines)
  const name = head.find((line) => line.trim() !== '')?.trim() ?? ''
  const all = head.join('\n')
  const value = (label: string) => new RegExp(`^${label}\\s{0,8}:[ \\t]*(.{0,200})`, 'im').exec(all)?.[1]?.trim() ?? ''
  const categoriesAt = head.findIndex((line) => /^Categories\s{0,8}:/i.test(line))
  const categories = categoriesAt < 0 ? [] : head.slice(categoriesAt, categoriesAt + 12)
  const labels = categories
    .filter((line) => /^(?:Categories\s{0,8}:|\s{12})/i.test(line) && !/Amount\s+Measure/i.test(line))
    .flatMap((line) => line.replace(/^Categories\s{0,8}:/i, '').split(/\s{2,}/))
  const [serves = ''] = value('Serving Size').split(/\s{2,}/)
  const notes = after.filter((line) => {
    const isNutrition = /^\s*(?:Nutr\. Assoc|Per Serving|Serving Ideas)/i.test(line)
    if (/^\s*Per Serving/i.test(line)) losses.add('nutrition')
    return !isNutrition
  })
  const author = value('Recipe By')
  return draftOf({
    name,
    labels,
    ingredients: ingredientsOf(ingredients),
    instructions: paragraphs(steps),
    servings: servingsOf(serves),
    prepTime: parseMinutes(/Preparation Time\s{0,4}:\s{0,4}(\d{1,2}:\d{2})/i.exec(all)?.[1] ?? null),
    notes: [author, ...paragraphs(notes).map((note) => note.replace(/^NOTES\s*:\s*/i, ''))].filter((note) => note !== '').join('\n'),
  })
}

/** Reads at most `max` recipes of a text export. */
export function readMasterCookText(text: string, max: number): CollectionRecipes {
  const recipes: string[][] = []
  for (const line of linesOf(text)) {
    if (isStart(line)) {
      if (recipes.length >= max) break
      recipes.push([])
    } else recipes.at(-1)?.push(line.slice(0, 2000))
  }
  const losses = new Set<CollectionLoss>()
  return { format: 'masterCook', recipes: recipes.map((lines) => withoutPicture(readTextRecipe(lines, losses))), losses }
}

/** An element's start and the text after it. Names have at most ten letters, so that reading is linear. */
const tag = /<(\/?[A-Za-z][A-Za-z0-9]{0,9})(?![A-Za-z0-9])([^<>]{0,3000})>([^<]*)/g
/** Values may contain quotes that aren't escaped, so they end at the next attribute. */
const attribute =
  /(name|unit|qty|author|img|elapsed|value)="([\s\S]{0,300}?)"(?=\s+(?:name|unit|qty|author|img|code|elapsed|value)=|\s*\/?$)/g

const attributesOf = (text: string) => new Map([...text.matchAll(attribute)].map(([, name = '', value = '']) => [name, plainText(value)]))

function readXmlRecipe(text: string, losses: Set<CollectionLoss>) {
  const texts = new Map<string, string[]>()
  const attributes = new Map<string, Map<string, string>>()
  const ingredients: string[] = []
  for (const [, name = '', inside = '', after = ''] of text.matchAll(tag)) {
    const element = name.toLowerCase()
    const content = plainText(after)
    if (element === 'ingr') {
      const own = attributesOf(inside)
      ingredients.push(collapse(`${own.get('qty') ?? ''} ${own.get('unit') ?? ''} ${own.get('name') ?? ''}`))
    } else if (element === 'iprp' && content !== '' && ingredients.length > 0)
      ingredients.push(`${ingredients.pop()}, ${collapse(content)}`)
    else if (content !== '') {
      const known = texts.get(element)
      if (known) known.push(content)
      else texts.set(element, [content])
    }
    if (/^(?:rcpe|serv|prpt|ttim|yield)$/.test(element) && !attributes.has(element)) attributes.set(element, attributesOf(inside))
  }
  if (texts.has('nutr')) losses.add('nutrition')
  const head = attributes.get('rcpe')
  const author = head?.get('author') ?? ''
  const one = (element: string) => texts.get(element)?.join('\n') ?? ''
  return draftOf({
    name: head?.get('name') ?? '',
    description: one('desc'),
    labels: texts.get('catt') ?? [],
    ingredients,
    instructions: (texts.get('dirt') ?? []).flatMap((step) => step.split('\n')),
    servings: servingsOf(attributes.get('serv')?.get('qty') ?? attributes.get('yield')?.get('qty') ?? null),
    prepTime: parseMinutes(attributes.get('prpt')?.get('elapsed') ?? null),
    totalTime: parseMinutes(attributes.get('ttim')?.get('elapsed') ?? null),
    notes: [author, one('note'), one('srce'), one('wine')].filter((part) => part !== '').join('\n'),
  })
}

/** Reads at most `max` recipes of a MasterCook XML file, which is rarely well-formed. */
export function readMasterCookXml(text: string, max: number): CollectionRecipes {
  const losses = new Set<CollectionLoss>()
  const starts = [...text.matchAll(/<RcpE[\s>]/gi)].slice(0, max + 1).map(({ index }) => index)
  const recipes = starts.slice(0, max).map((from, at) => withoutPicture(readXmlRecipe(text.slice(from, starts[at + 1]), losses)))
  return { format: 'masterCook', recipes, losses }
}
