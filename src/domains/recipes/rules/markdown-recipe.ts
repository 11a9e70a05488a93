import { type CollectionRecipes, linesOf } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { addValue, readFrontMatter, recipeAbout } from './front-matter.ts'
import { isIngredientsHeading, isNotesHeading, isStepsHeading } from './recipe-headings.ts'

const maxLines = 4000
const maxLineLength = 5000

/** Returns a line without its marks: emphasis, links, checkboxes. Names of pictures are lost. */
const plain = (line: string) =>
  line
    .replace(/!\[[^\][]{0,300}\]\([^()]{0,500}\)/g, '')
    .replace(/\[([^\][]{0,300})\]\([^()]{0,500}\)/g, '$1')
    .replace(/^\[[ xX]\]\s+/, '')
    .replace(/\*\*|__|`/g, '')
    .replace(/(^|[\s(])[*_](\S[^*_]{0,300})[*_](?=[\s).,;:]|$)/g, '$1$2')
    .trim()

interface Line {
  kind: 'heading' | 'bullet' | 'number' | 'text' | 'rule'
  level: number
  text: string
}

function toLine(line: string): Line {
  const [, marks, title] = /^(#{1,6})\s+(.*)$/.exec(line) ?? []
  if (marks !== undefined && title !== undefined) return { kind: 'heading', level: marks.length, text: plain(title.replace(/#+\s*$/, '')) }
  if (/^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/.test(line)) return { kind: 'rule', level: 0, text: '' }
  const item = /^\s*(?:[-*+•]|(\d{1,3})[.)])\s+(.*)$/.exec(line)
  if (item) return { kind: item[1] === undefined ? 'bullet' : 'number', level: 0, text: plain(item[2] ?? '') }
  const bold = /^\s*(?:\*\*|__)([^*_]{1,70})(?:\*\*|__)\s*:?\s*$/.exec(line)?.[1]
  if (bold !== undefined) return { kind: 'heading', level: 7, text: plain(bold) }
  return { kind: 'text', level: 0, text: plain(line) }
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
  /^(serves|servings|yield|portionen|pour|prep(?:aration)? time|cook(?:ing)? time|total time|time|tags|source|author|url):\s*(\S.*)$/i

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
    } else if (kind === 'heading' && level <= 2 && part === 'steps') {
      part = 'notes'
      rows.notes.push(text)
    } else if (kind === 'heading') rows[part].push(text.endsWith(':') ? text : `${text}:`)
    else if (text !== '') rows[part].push(text)
  }
  return { title, rows }
}

/** Reads a recipe written in Markdown: a title, then ingredients and steps below headings in one of three languages, or between rules. */
export function readMarkdown(text: string, fileName: string): CollectionRecipes {
  const { matter, rest } = readFrontMatter(linesOf(text).slice(0, maxLines))
  const body = rest.map((line) => line.slice(0, maxLineLength))
  const { title, rows } = sectionsOf(body.map(toLine))
  const description: string[] = []
  for (const line of rows.before) {
    const [, key, value] = fact.exec(line) ?? []
    if (key !== undefined && value !== undefined) addValue(matter, key, value)
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
  return {
    format: 'markdown',
    // A note without ingredients isn't a recipe.
    recipes: draft.ingredients.length === 0 ? [] : [{ draft, picture: picture !== null && !/^https?:/i.test(picture) ? picture : null }],
    losses: new Set(),
  }
}
