import { parseMinutes } from './parse-duration.ts'
import { servingsOf } from './schema-org-recipe.ts'

/** A file's front matter has a few dozen lines. */
const maxLines = 200
const maxValues = 100

/** The values of a file's front matter by key; nested keys are joined by a dot (`time.prep`). Keys are in lower case. */
export type FrontMatter = Map<string, string[]>

const unquoted = (text: string) => text.trim().replace(/^(["'])(.*)\1$/, '$2')
const valuesOf = (text: string): string[] => {
  const isList = text.startsWith('[') && text.endsWith(']')
  return (isList ? text.slice(1, -1).split(',') : [text]).map(unquoted).filter((value) => value !== '')
}

/** Adds a value under a key, which has at most `maxValues`. */
export function addValue(matter: FrontMatter, key: string, value: string): void {
  const name = key.trim().toLowerCase().replace(/[_-]/g, ' ')
  const values = matter.get(name) ?? []
  if (values.length < maxValues) matter.set(name, [...values, ...valuesOf(value.trim())].slice(0, maxValues))
}

/** Takes the block between two `---` off the top of a file. Reads plain keys, lists and one level of nesting. */
export function readFrontMatter(lines: readonly string[]): { matter: FrontMatter; rest: string[] } {
  const matter: FrontMatter = new Map()
  const start = lines.findIndex((line) => line.trim() !== '')
  const end =
    lines[start]?.trim() === '---' ? lines.slice(0, start + maxLines).findIndex((line, at) => at > start && line.trim() === '---') : -1
  if (end < 0) return { matter, rest: [...lines] }
  let parent = ''
  for (const line of lines.slice(start + 1, end)) {
    const [, indent = '', key, value = ''] = /^(\s*)([^\s:#-][^:]{0,60}):(?:\s(.*))?$/.exec(line) ?? []
    const item = /^\s*-\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined) addValue(matter, parent, item)
    else if (key !== undefined) {
      const name = indent === '' || parent === '' ? key : `${parent.split('.')[0]}.${key}`
      if (indent === '') parent = key
      addValue(matter, name, value)
    }
  }
  return { matter, rest: lines.slice(end + 1) }
}

/** Returns what front matter says of a recipe, under the names that Cooklang, RecipeMD and note apps use. */
export function recipeAbout(matter: FrontMatter) {
  const first = (...keys: string[]) => keys.map((key) => matter.get(key)?.[0]).find((value) => value !== undefined)
  const all = (...keys: string[]) => keys.flatMap((key) => matter.get(key) ?? []).flatMap((value) => value.split(','))
  const minutes = (...keys: string[]) => parseMinutes(first(...keys) ?? null)
  const source = first('source.url', 'source url', 'url', 'link', 'source', 'source.name')
  const author = first('author', 'source.author')
  return {
    name: first('title', 'name'),
    description: first('description', 'introduction', 'summary') ?? '',
    labels: all('tags', 'tag', 'keywords', 'category', 'categories', 'course', 'cuisine'),
    servings: servingsOf(first('servings', 'serves', 'yield', 'yields', 'portions', 'portionen') ?? null),
    prepTime: minutes('prep time', 'time.prep', 'preptime', 'preparation time'),
    cookTime: minutes('cook time', 'time.cook', 'cooktime', 'cooking time'),
    totalTime: minutes('total time', 'time required', 'time', 'duration', 'totaltime'),
    sourceUrl: source !== undefined && /^https?:\/\//i.test(source) ? source : null,
    notes: [author, source !== undefined && !/^https?:\/\//i.test(source) ? source : undefined]
      .filter((text) => text !== undefined)
      .join('\n'),
  }
}
