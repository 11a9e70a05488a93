import { nameKey } from '#platform/shared/name-key.ts'
import { type CollectionRecipe, type CollectionRecipes, linesOf } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { addValue, type FrontMatter, readFrontMatter, recipeAbout } from './front-matter.ts'
import { servingsInHeading } from './read-servings.ts'
import { isIngredientsHeading, isNotesHeading, isStepsHeading } from './recipe-headings.ts'

const maxLines = 4000
const maxLineLength = 5000

/** Returns a line without its marks: emphasis, links, checkboxes. Names of pictures are lost. */
export const withoutMarkdown = (line: string) =>
  line
    .replace(/!\[[^\][]{0,300}\]\([^()]{0,500}\)/g, '')
    .replace(/\[([^\][]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|[\s(])[*_](\S[^*_]{0,300})[*_](?=[\s).,;:]|$)/g, '$1$2')
    .trim()

/** Below all real headings. */
const boldLevel = 7

interface Line {
  kind: 'heading' | 'bullet' | 'number' | 'text' | 'rule' | 'italic'
  level: number
  text: string
}

function toLine(line: string): Line {
  const [, marks, title] = /^(#{1,6})\s+(.*)$/.exec(line) ?? []
  if (marks !== undefined && title !== undefined)
    return { kind: 'heading', level: marks.length, text: withoutMarkdown(title.replace(/#+\s*$/, '')) }
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return { kind: 'rule', level: 0, text: '' }
  const item = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(.*)$/.exec(line)
  if (item) return { kind: item[1] === undefined ? 'bullet' : 'number', level: 0, text: withoutMarkdown(item[2] ?? '') }
  const bold = /^\s*(?:\*\*|__)([^*_]{1,70})(?:\*\*|__)\s*:?\s*$/.exec(line)?.[1]
  if (bold !== undefined) return { kind: 'heading', level: boldLevel, text: withoutMarkdown(bold) }
  const italic = /^\s*(?:\*([^*]{1,200})\*|_([^_]{1,200})_)\s*$/.test(line)
  return { kind: italic ? 'italic' : 'text', level: 0, text: withoutMarkdown(line) }
}

const parts = ['before', 'ingredients', 'steps', 'notes'] as const
type Part = (typeof parts)[number]

/** Returns the part that a heading begins; null if it is a heading inside one. */
function partOf(text: string): Part | null {
  if (isIngredientsHeading(text)) return 'ingredients'
  if (isStepsHeading(text)) return 'steps'
  return isNotesHeading(text) ? 'notes' : null
}

/** `Serves: 4`, `Prep time: 20 min` before the ingredients. */
const fact =
  /^(serves|servings|yield|portionen|portions|personen|personnes|pour|prep(?:aration)? time|cook(?:ing)? time|total time|time|zeit|vorbereitungszeit|arbeitszeit|kochzeit|backzeit|gesamtzeit|zubereitungszeit|temps de pr[eé]paration|temps de cuisson|temps total|temps|tags|source|quelle|author|url):\s*(\S.*)$/i
/** Keys of other languages by those of front matter. */
const factKeys = new Map(
  [
    ['servings', 'personen personnes pour'],
    ['prep time', 'vorbereitungszeit arbeitszeit temps-de-preparation'],
    ['cook time', 'kochzeit backzeit temps-de-cuisson'],
    ['total time', 'gesamtzeit zubereitungszeit zeit temps-total temps'],
    ['source', 'quelle'],
  ].flatMap(([key = '', names = '']) => names.split(' ').map((name): [string, string] => [name.replaceAll('-', ' '), key])),
)
/** RecipeMD's paragraphs between the title and the ingredients: yields in bold, tags in italics. */
const isTags = (text: string) => text.split(',').every((tag) => tag.trim().length <= 40 && !/[.!?:]/.test(tag))

interface Sections {
  title: string
  rows: Record<Part, string[]>
}

/** Sorts a file's lines by its headings; without headings, rules part them, as in RecipeMD. */
function sectionsOf(lines: readonly Line[]): Sections {
  const rows: Sections['rows'] = { before: [], ingredients: [], steps: [], notes: [] }
  const hasHeadings = lines.some(({ kind, text }) => kind === 'heading' && partOf(text) === 'ingredients')
  let title = ''
  let part: Part = 'before'
  for (const { kind, level, text } of lines) {
    const next = kind === 'heading' ? partOf(text) : null
    if (next !== null) part = next
    else if (kind === 'heading' && level === 1 && title === '') title = text
    else if (kind === 'rule') {
      if (!hasHeadings) part = part === 'before' ? 'ingredients' : 'steps'
    } else if (part === 'before' && kind === 'heading' && level === boldLevel && servingsInHeading(text) !== null) {
      rows.before.push(`Servings: ${text}`)
    } else if (part === 'before' && kind === 'italic' && !hasHeadings && isTags(text)) {
      rows.before.push(`Tags: ${text}`)
    } else if (kind === 'heading' && level <= 2 && part === 'steps') {
      part = 'notes'
      rows.notes.push(text)
    } else if (kind === 'heading') rows[part].push(text.endsWith(':') ? text : `${text}:`)
    else if (text !== '') rows[part].push(text)
  }
  return { title, rows }
}

/** Splits a file at its titles; only if each part has ingredients and steps. */
function splitRecipes(body: readonly string[]): (readonly string[])[] {
  const starts = body.flatMap((line, at) => (/^#\s+\S/.test(line) && partOf(withoutMarkdown(line.slice(1))) === null ? [at] : []))
  if (starts.length < 2) return [body]
  const split = starts.map((from, at) => body.slice(at === 0 ? 0 : from, starts[at + 1]))
  const isWhole = split.every((lines) => {
    const { rows } = sectionsOf(lines.map(toLine))
    return rows.ingredients.length > 0 && rows.steps.length > 0
  })
  return isWhole ? split : [body]
}

/** Reads recipes written in Markdown: a title, then ingredients and steps below headings in one of three languages, or between rules. */
export function readMarkdown(text: string, fileName: string): CollectionRecipes {
  const { matter, rest } = readFrontMatter(linesOf(text).slice(0, maxLines))
  const body = rest.map((line) => line.slice(0, maxLineLength))
  const recipes = splitRecipes(body).flatMap((lines) => readOne(lines, new Map(matter), fileName))
  return { format: 'markdown', recipes, losses: new Set() }
}

function readOne(body: readonly string[], matter: FrontMatter, fileName: string): CollectionRecipe[] {
  const { title, rows } = sectionsOf(body.map(toLine))
  const description: string[] = []
  for (const line of rows.before) {
    const [, key, value] = fact.exec(line) ?? []
    if (key !== undefined && value !== undefined) addValue(matter, factKeys.get(nameKey(key)) ?? key, value)
    else description.push(line)
  }
  const about = recipeAbout(matter)
  const draft = draftOf({
    ...about,
    name: about.name ?? (title === '' ? fileName : title),
    description: about.description === '' ? description.join('\n') : about.description,
    ingredients: rows.ingredients,
    instructions: rows.steps,
    notes: [about.notes, ...rows.notes].filter((part) => part !== '').join('\n'),
  })
  const picture = /!\[[^\][]{0,300}\]\(([^()\s]{1,300})\)/.exec(body.join('\n'))?.[1] ?? null
  // A note without ingredients isn't a recipe.
  return draft.ingredients.length === 0 ? [] : [{ draft, picture: picture !== null && !/^https?:/i.test(picture) ? picture : null }]
}
