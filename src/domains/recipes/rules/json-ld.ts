import { readHtml } from './html-text.ts'

/** A JSON-LD node with unknown content. */
export type JsonObject = { readonly [key: string]: unknown }

export const isJsonObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const maxBlocks = 60
/** Objects and lists read at most; a recipe has a few dozen. */
const maxNodes = 50_000
/** Deeper data is no recipe and would exhaust the call stack. */
const maxDepth = 60

/** Returns the content of `<script type="application/ld+json">` elements. */
export function jsonLdBlocks(html: string): string[] {
  const blocks: string[] = []
  let block: string | null = null
  const endBlock = () => {
    if (block !== null && blocks.length < maxBlocks) blocks.push(block)
    block = null
  }
  readHtml(html, {
    text(text) {
      if (block !== null) block += text
    },
    openTag(name, attributes) {
      if (name === 'script' && attributes.get('type')?.toLowerCase().includes('ld+json')) block = ''
    },
    closeTag: endBlock,
  })
  // A page cut off inside the element.
  endBlock()
  return blocks
}

const unwrapped = (text: string) =>
  text
    .trim()
    .replace(/^(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|\/\/\s*<!\[CDATA\[|<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|\/\/\s*\]\]>|\]\]>)\s*;?$/, '')
    .trim()

/** Returns whether lists and objects are nested deeper than in any recipe. Ignores brackets in strings. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isText = false
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]
    if (letter === '"') isText = !isText
    else if (isText) at += letter === '\\' ? 1 : 0
    else if (letter === '{' || letter === '[') depth += 1
    else if (letter === '}' || letter === ']') depth -= 1
    if (depth > maxDepth) return true
  }
  return false
}

/** Parses JSON as found on real pages: with line breaks in strings, trailing commas and entities. Returns undefined if invalid or too deep. */
export function looseJson(text: string): unknown {
  const plain = unwrapped(text)
  if (isTooDeep(plain)) return undefined
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what breaks the JSON
  const oneLine = plain.replace(/[\u0000-\u001f]+/g, ' ')
  for (const attempt of [plain, oneLine, oneLine.replace(/,\s*([}\]])/g, '$1'), oneLine.replace(/&quot;/g, '"').replace(/;$/, '')]) {
    try {
      return JSON.parse(attempt)
    } catch {
      // The next attempt is more tolerant.
    }
  }
  return undefined
}

const prefixes = ['', 'schema:', 'http://schema.org/', 'https://schema.org/']

/** Returns a property under any of its spellings, with `@value` and `@list` unwrapped. */
export function getProperty(node: JsonObject, ...names: string[]): unknown {
  for (const name of names) {
    for (const prefix of prefixes) {
      const value = node[`${prefix}${name}`]
      if (value !== undefined && value !== null) return unwrap(value)
    }
  }
  return undefined
}

function unwrap(value: unknown): unknown {
  if (!isJsonObject(value)) return value
  if ('@value' in value) return value['@value']
  return '@list' in value ? value['@list'] : value
}

export const toUnwrappedList = (value: unknown): unknown[] =>
  value === undefined || value === null ? [] : Array.isArray(value) ? value.flat(4).map(unwrap) : [value]

export function isType(node: JsonObject, type: string): boolean {
  return toUnwrappedList(node['@type'] ?? node['type'])
    .filter((name) => typeof name === 'string')
    .some((name) => name.replace(/^(?:https?:\/\/schema\.org\/|schema:)/i, '').toLowerCase() === type.toLowerCase())
}

export interface RecipeNodes {
  recipes: JsonObject[]
  byId: Map<string, JsonObject>
}

/** Returns every recipe node in the data, and the nodes that others refer to. JSON has no cycles; the number of nodes is limited. */
export function findRecipes(data: readonly unknown[]): RecipeNodes {
  const found: RecipeNodes = { recipes: [], byId: new Map() }
  const waiting: (JsonObject | unknown[])[] = []
  const wait = (values: readonly unknown[]) => {
    for (const value of values) {
      if (waiting.length >= maxNodes) return
      if (isJsonObject(value) || Array.isArray(value)) waiting.push(value)
    }
  }
  wait(data)
  for (let at = 0; at < waiting.length; at += 1) {
    const value = waiting[at] ?? []
    if (Array.isArray(value)) {
      wait(value)
      continue
    }
    const id = value['@id']
    if (typeof id === 'string' && Object.keys(value).length > 1 && !found.byId.has(id)) found.byId.set(id, value)
    if (isType(value, 'Recipe')) found.recipes.push(value)
    wait(Object.values(value))
  }
  return found
}
