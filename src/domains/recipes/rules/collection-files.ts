import type { RecipeDraft } from '../contract/recipe.ts'
import { draftOf } from './draft-from-parsed-recipe.ts'
import { isJsonObject, type JsonObject, toUnwrappedList } from './json-ld.ts'
import { parseMinutes } from './parse-duration.ts'
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

/** Mealie: ingredients are lines of text or objects with quantity, unit and food. */
function ofMealie(node: JsonObject): RecipeDraft {
  const line = (one: unknown) => {
    if (!isJsonObject(one)) return text(one)
    const built = words(amount(one['quantity']), nameOf(one['unit']), nameOf(one['food']), text(one['note']))
    return text(one['originalText']) || text(one['display']) || built
  }
  return draftOf({
    name: text(node['name']),
    description: text(node['description']),
    ingredients: toUnwrappedList(node['recipeIngredient']).map(line),
    instructions: toUnwrappedList(node['recipeInstructions']).flatMap((step) => rows(isJsonObject(step) ? step['text'] : step)),
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
  return draftOf({
    name: text(node['name']),
    description: text(node['description']),
    ingredients: steps.flatMap((step) => nodes(step['ingredients']).map(line)),
    instructions: steps.flatMap((step) => rows(step['instruction'])),
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

/** Returns at most `max` recipes of a file, recognized by its data: Mealie, Tandoor, Paprika, or JSON-LD as RecipeSage writes it. */
export function readCollectionFile(data: unknown, max: number): RecipeDraft[] {
  const isOurs = (node: unknown): node is JsonObject => isJsonObject(node) && typeof node['name'] === 'string'
  const of = (node: JsonObject): RecipeDraft | null => {
    if (nodes(node['steps']).length > 0) return ofTandoor(node)
    if (typeof node['directions'] === 'string' || typeof node['ingredients'] === 'string') return ofPaprika(node)
    const isMealie = Array.isArray(node['recipeIngredient']) && ('slug' in node || 'orgURL' in node || 'recipeServings' in node)
    return isMealie ? ofMealie(node) : null
  }
  const input = (Array.isArray(data) ? data : [data]).filter(isOurs)
  const recognized = input.slice(0, max).flatMap((node) => of(node) ?? [])
  const drafts =
    recognized.length > 0 ? recognized : readRecipes([data], null, max).map(({ hasServings: _, ...draft }): RecipeDraft => draft)
  return drafts.filter(({ ingredients, instructions }) => ingredients.length > 0 || instructions.length > 0)
}
