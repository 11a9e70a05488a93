import type { CollectionFormat, CollectionLoss } from '../contract/import.ts'
import type { RecipeDraft } from '../contract/recipe.ts'
import { type CollectionRecipes, withoutPicture } from './collection-recipes.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { findRecipes, isJsonObject, type JsonObject, toUnwrappedList } from './json-ld.ts'
import { withoutMarkdown } from './markdown-recipe.ts'
import { parseMinutes } from './parse-duration.ts'
import { parseLine } from './parse-line.ts'
import { parseNumberAt, writeFractions } from './parse-number.ts'
import { readRecipes, servingsOf } from './schema-org-recipe.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '')
const nodes = (value: unknown): JsonObject[] => toUnwrappedList(value).filter(isJsonObject)
const nameOf = (value: unknown) => (isJsonObject(value) ? text(value['name']) || text(value['label']) : text(value))
const names = (value: unknown) =>
  toUnwrappedList(value)
    .map(nameOf)
    .filter((name) => name !== '')
const rows = (value: unknown) => text(value).split(/\r?\n/)
const words = (...parts: string[]) => parts.filter((part) => part.trim() !== '').join(' ')
const stars = (value: unknown) => (typeof value === 'number' && value > 0 && value <= 5 ? Math.round(value * 10) / 10 : null)
const amount = (value: unknown) =>
  typeof value === 'number' && value > 0
    ? String(Math.round(value * 1000) / 1000)
    : typeof value === 'string' && Number(value) > 0
      ? String(Number(value))
      : ''

/** A section's name before the row that begins it. */
const withSection = (name: unknown, list: readonly string[]) => (text(name).trim() === '' ? list : [`${text(name).trim()}:`, ...list])

/** Returns whether a line states another quantity than the one it was read from, as after an edit. */
function isEdited(written: string, quantity: unknown): boolean {
  if (typeof quantity !== 'number' || quantity <= 0) return false
  const figure = parseNumberAt(writeFractions(written).trim().split(/\s+/), 0)?.value
  const read = parseLine(written).quantity
  return read !== null && ![read, figure].some((value) => value !== undefined && Math.abs(value - quantity) < 0.01)
}

/** Returns a line as it was typed, unless its amount was edited since. */
function mealieLine(one: JsonObject): string {
  const built = words(amount(one['quantity']), nameOf(one['unit']), nameOf(one['food']), text(one['note']))
  const [written, display] = [text(one['originalText']), text(one['display'])]
  // Without a food, the note is the whole line and the quantity a default.
  const isLoose = !isJsonObject(one['food']) && (display === '' || display.endsWith(written))
  return written === '' || (!isLoose && isEdited(written, one['quantity'])) ? display || built : written
}

/** Mealie: ingredients are lines of text or objects with quantity, unit and food. */
function ofMealie(node: JsonObject): RecipeDraft {
  const line = (one: unknown) => (isJsonObject(one) ? withSection(one['title'], [mealieLine(one)]) : [text(one)])
  return draftOf({
    name: text(node['name']),
    description: text(node['description']),
    ingredients: toUnwrappedList(node['recipeIngredient']).flatMap(line),
    instructions: toUnwrappedList(node['recipeInstructions']).flatMap((step) =>
      isJsonObject(step) ? withSection(step['title'], rows(step['text'])) : rows(step),
    ),
    labels: [...names(node['recipeCategory']), ...names(node['tags'])],
    prepTime: parseMinutes(node['prepTime']),
    cookTime: parseMinutes(node['performTime']) ?? parseMinutes(node['cookTime']),
    totalTime: parseMinutes(node['totalTime']),
    servings: servingsOf(node['recipeServings']) ?? servingsOf(node['recipeYield']),
    rating: stars(node['rating']),
    notes: nodes(node['notes'])
      .map((note) => words(text(note['title']), text(note['text'])))
      .join('\n'),
    sourceUrl: text(node['orgURL']) || null,
  })
}

/** Writes out the placeholders of a step in Tandoor: `{{ ingredients[0] }}` and `{{ scale(250) }}`. */
const fillTemplate = (row: string, amounts: readonly string[]) =>
  row.replace(/\{\{([^{}]{0,80})\}\}/g, (_whole, inside: string) => {
    const place = /ingredients\[(\d{1,3})\]/.exec(inside)?.[1]
    return place === undefined ? (/scale\(([\d.]{1,12})\)/.exec(inside)?.[1] ?? '') : (amounts[Number(place)] ?? '')
  })

/** Tandoor: each step has its ingredients. */
function ofTandoor(node: JsonObject): RecipeDraft {
  const steps = nodes(node['steps'])
  const line = (one: JsonObject) => {
    if (one['is_header'] === true) return `${text(one['note']) || nameOf(one['food'])}:`
    const note = text(one['note'])
    return (
      words(one['no_amount'] === true ? '' : amount(one['amount']), nameOf(one['unit']), nameOf(one['food'])) +
      (note === '' ? '' : `, ${note}`)
    )
  }
  const instructions = (step: JsonObject) => {
    const amounts = nodes(step['ingredients']).map((one) => words(amount(one['amount']), nameOf(one['unit']), nameOf(one['food'])))
    return withSection(
      step['name'],
      rows(step['instruction']).map((row) => withoutMarkdown(fillTemplate(row, amounts).replace(/^#{1,6}\s+/, ''))),
    )
  }
  return draftOf({
    name: text(node['name']),
    description: text(node['description']),
    ingredients: steps.flatMap((step) => nodes(step['ingredients']).map(line)),
    instructions: steps.flatMap(instructions),
    labels: names(node['keywords']),
    prepTime: parseMinutes(node['working_time']),
    cookTime: parseMinutes(node['waiting_time']),
    servings: servingsOf(node['servings']),
    sourceUrl: text(node['source_url']) || null,
  })
}

/** Paprika: multi-line texts. */
function ofPaprika(node: JsonObject): RecipeDraft {
  return draftOf({
    name: text(node['name']),
    description: text(node['description']),
    ingredients: rows(node['ingredients']),
    instructions: rows(node['directions']),
    labels: names(node['categories']),
    prepTime: parseMinutes(node['prep_time']),
    cookTime: parseMinutes(node['cook_time']),
    totalTime: parseMinutes(node['total_time']),
    servings: servingsOf(node['servings']),
    rating: stars(node['rating']),
    notes: [text(node['notes']), text(node['source'])].filter((part) => part !== '').join('\n'),
    sourceUrl: text(node['source_url']) || null,
    imageUrl: text(node['image_url']) || null,
  })
}

/** Returns the base64 picture inside a Paprika file; empty if there is none. */
export const embeddedPicture = (data: unknown): string => (isJsonObject(data) ? text(data['photo_data']) : '')

/** Lists in JSON whose program isn’t known, such as `{"recipes": […]}`. */
const wrappers = ['recipes', 'data', 'items', 'results'] as const
/** Any other JSON with a name, ingredients and steps under common keys; ingredients and steps are texts or objects. */
function ofOtherJson(node: JsonObject): RecipeDraft | null {
  const any = (...keys: string[]) => keys.map((key) => node[key]).find((value) => value !== undefined && value !== null)
  const listOf = (value: unknown): string[] =>
    typeof value === 'string'
      ? rows(value)
      : toUnwrappedList(value)
          .slice(0, maxParts)
          .flatMap((one) => rows(lineOf(one)))
  const lineOf = (one: unknown): string => {
    if (!isJsonObject(one)) return text(one)
    const whole =
      text(one['text']) ||
      text(one['original']) ||
      text(one['display']) ||
      text(one['description']) ||
      text(one['instruction']) ||
      text(one['step'])
    const quantity = one['amount'] ?? one['quantity'] ?? one['value']
    const parts: JsonObject = isJsonObject(quantity) ? quantity : { amount: quantity }
    return (
      whole ||
      words(
        text(parts['amount'] ?? parts['value']),
        nameOf(one['unit'] ?? one['unitText'] ?? parts['unit'] ?? parts['unitText'] ?? parts['quantityType']),
        nameOf(one['food']) || nameOf(one['ingredient']) || text(one['name']),
      )
    )
  }
  const ingredients = listOf(any('ingredients', 'recipeIngredient', 'zutaten'))
  const instructions = listOf(any('instructions', 'directions', 'steps', 'method', 'recipeInstructions'))
  if (ingredients.length === 0 || instructions.length === 0) return null
  const tags = ['tags', 'categories', 'category', 'cuisine', 'course', 'keywords'].flatMap((key) => names(node[key]))
  const address = text(any('sourceUrl', 'source_url', 'url', 'source', 'link'))
  return draftOf({
    name: text(any('name', 'title')),
    description: text(any('description', 'summary')),
    ingredients,
    instructions,
    labels: tags.flatMap((tag) => tag.split(',')),
    prepTime: parseMinutes(any('prepTime', 'prep_time', 'prepMinutes') ?? null),
    cookTime: parseMinutes(any('cookTime', 'cook_time', 'cookMinutes') ?? null),
    totalTime: parseMinutes(any('totalTime', 'total_time') ?? null),
    servings: servingsOf(any('servings', 'yield', 'yields', 'serves', 'portions') ?? null),
    rating: stars(node['rating']),
    notes: toUnwrappedList(any('notes', 'note')).map(nameOf).join('\n'),
    sourceUrl: /^https?:/i.test(address) ? address : null,
    imageUrl: text(any('imageUrl', 'image_url', 'image', 'photo')) || null,
  })
}
const maxParts = 300

const isFilled = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.length > 0
    : isJsonObject(value)
      ? Object.entries(value).some(([key, one]) => !key.startsWith('@') && one !== null && one !== '')
      : typeof value === 'string' && value.trim() !== ''
const lossKeys: Readonly<Record<Exclude<CollectionLoss, 'stepAmounts' | 'longLists' | 'otherFiles'>, readonly string[]>> = {
  nutrition: ['nutrition', 'nutritional_info', 'nutritionalInfo'],
  tools: ['tools', 'tool', 'equipment'],
  comments: ['comments', 'comment'],
  photos: ['photos', 'images'],
  stepTimes: [],
}

/** Returns what recipes in JSON have and Larder doesn’t keep. */
function lossesOf(recipes: readonly JsonObject[]): Set<CollectionLoss> {
  const losses = new Set<CollectionLoss>()
  for (const node of recipes) {
    for (const [loss, keys] of Object.entries(lossKeys)) if (keys.some((key) => isFilled(node[key]))) losses.add(loss as CollectionLoss)
    const steps = nodes(node['steps']).slice(0, maxParts)
    if (steps.some(({ time }) => typeof time === 'number' && time > 0)) losses.add('stepTimes')
    if (steps.filter(({ ingredients }) => isFilled(ingredients)).length > 1) losses.add('stepAmounts')
  }
  return losses
}

/** Returns a recipe and what wrote it; null if nothing tells. */
function recognize(node: JsonObject): { format: CollectionFormat; draft: RecipeDraft } | null {
  if (nodes(node['steps']).some((step) => typeof step['instruction'] === 'string')) return { format: 'tandoor', draft: ofTandoor(node) }
  const isText = typeof node['directions'] === 'string' || typeof node['ingredients'] === 'string'
  if (isText && typeof node['name'] === 'string') return { format: 'paprika', draft: ofPaprika(node) }
  const isMealie = Array.isArray(node['recipeIngredient']) && ('slug' in node || 'orgURL' in node || 'recipeServings' in node)
  return isMealie ? { format: 'mealie', draft: ofMealie(node) } : null
}

const hasParts = ({ ingredients, instructions }: RecipeDraft) => ingredients.length > 0 || instructions.length > 0

/**
 * Returns at most `max` recipes of a JSON file, recognized by its data: Mealie, Tandoor, Paprika, schema.org data as RecipeSage, Nextcloud
 * Cookbook and Larder write it, or other JSON with a name, ingredients and steps.
 */
export function readCollectionFile(data: unknown, max: number): CollectionRecipes {
  const isOurs = (node: unknown): node is JsonObject =>
    isJsonObject(node) && (typeof node['name'] === 'string' || typeof node['title'] === 'string')
  const listed = (Array.isArray(data) ? data : [data]).slice(0, max)
  const input = listed.filter(isOurs)
  const recognized = input.flatMap((node) => recognize(node) ?? [])
  const [first] = recognized
  if (first)
    return toResult(
      first.format,
      recognized.map(({ draft }) => draft),
      input,
    )
  const declared = readRecipes([data], null, max).map(({ hasServings: _, ...draft }): RecipeDraft => draft)
  if (declared.length > 0) return toResult('schemaOrg', declared, findRecipes([data]).recipes.slice(0, max))
  const wrapped = isJsonObject(data) ? wrappers.map((key) => data[key]).find(Array.isArray) : undefined
  const others = (Array.isArray(wrapped) ? wrapped.slice(0, max) : listed).filter(isOurs)
  return toResult(
    'json',
    others.flatMap((node) => ofOtherJson(node) ?? []),
    others,
  )
}

const toResult = (format: CollectionFormat, drafts: readonly RecipeDraft[], nodesOf: readonly JsonObject[]): CollectionRecipes => ({
  format,
  recipes: drafts.filter(hasParts).map(withoutPicture),
  losses: lossesOf(nodesOf),
})
