import { parseQuantityAt, splitNumberAndUnit } from '#domains/inventory/rules/parse-quantity.ts'
import { draftOf } from '#domains/recipes/rules/draft-from-parsed-recipe.ts'
import { isJsonObject, type JsonObject, toUnwrappedList } from '#domains/recipes/rules/json-ld.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { createPlan, type ImportPlan, type PlanData } from './import-plan.ts'
import { noteOf, numberOf, optional, readName, roundAmount, shortName, textOf } from './parse-cell.ts'

const nodes = (value: unknown): JsonObject[] => toUnwrappedList(value).filter(isJsonObject)
const minutes = (value: unknown) => Math.min(10_080, Math.max(0, Math.round(numberOf(value) ?? 0)))

/** True for a KitchenOwl household, or its items or recipes alone. */
export function isKitchenOwl(data: unknown): data is JsonObject {
  if (!isJsonObject(data)) return false
  const entries = [...nodes(data['items']), ...nodes(data['recipes'])]
  if (entries.length === 0 || !entries.every((one) => typeof one['name'] === 'string')) return false
  const hasRecipeItems = nodes(data['recipes']).every((one) => Array.isArray(one['items']))
  return hasRecipeItems && !entries.some((one) => 'recipeIngredient' in one || 'slug' in one)
}

/** Plans the import of foods, recipes and list items. KitchenOwl's own export has the names of the lists but not their items. */
export function planFromKitchenOwl(data: JsonObject): ImportPlan {
  const rows: ImportPlan['rows'] = []
  for (const [at, item] of nodes(data['items']).entries()) {
    const [name, place] = [readName(item['name']), `items ${at + 1}`]
    const label = item['category']
    const category = shortName(isJsonObject(label) ? label['name'] : label, 40)
    rows.push(
      name === null
        ? { kind: 'food', place, name: textOf(item['name']).slice(0, 120), refused: 'no_name' }
        : {
            kind: 'food',
            place,
            name,
            key: `kitchenowl item ${nameKey(name)}`,
            data: { name, ...(category === null ? {} : { category }) },
          },
    )
  }
  // The first is the one that every household has.
  for (const [at, list] of nodes(data['shoppinglists']).entries())
    for (const item of nodes(list['items'])) {
      const name = readName(item['name'])
      const place = `shoppinglists ${textOf(list['name']).slice(0, 60)}`
      if (name === null) rows.push({ kind: 'list', place, name: '', refused: 'no_name' })
      else
        rows.push({
          kind: 'list',
          place,
          name,
          key: `kitchenowl list ${textOf(list['name'])} ${nameKey(name)}`,
          data: { food: name, ...amountOrNote(item['description']), ...optional('list', at === 0 ? null : shortName(list['name'], 60)) },
        })
    }
  for (const [at, recipe] of nodes(data['recipes']).entries()) rows.push(recipeRow(recipe, `recipes ${at + 1}`))
  return createPlan('kitchenowl', rows)
}

/** Reads what KitchenOwl shows below an item's name: an amount if it is nothing else, otherwise a note. */
function amountOrNote(description: unknown): Pick<PlanData['list'], 'quantity' | 'unit' | 'note'> {
  const tokens = textOf(description).split(/\s+/).flatMap(splitNumberAndUnit)
  const read = parseQuantityAt(tokens, 0)
  const quantity = read?.length === tokens.length ? roundAmount(read.quantity) : null
  return quantity === null ? optional('note', noteOf(description)) : { quantity, unit: read?.unit ?? 'each' }
}

function recipeRow(recipe: JsonObject, place: string): ImportPlan['rows'][number] {
  const name = readName(recipe['name'])
  if (name === null) return { kind: 'recipe', place, name: '', refused: 'no_name' }
  const source = textOf(recipe['source'])
  const [prep, cook, total] = [minutes(recipe['prep_time']), minutes(recipe['cook_time']), minutes(recipe['time'])]
  const draft = draftOf({
    name,
    ingredients: nodes(recipe['items']).map((item) => {
      const line = [textOf(item['description']), textOf(item['name'])].filter(Boolean).join(' ')
      return item['optional'] === true ? `${line} (optional)` : line
    }),
    // KitchenOwl keeps the method in the description, as Markdown.
    instructions: stepsOf(textOf(recipe['description'])),
    labels: toUnwrappedList(recipe['tags']).map((tag) => textOf(isJsonObject(tag) ? tag['name'] : tag)),
    prepTime: prep,
    cookTime: cook > 0 || prep > 0 ? cook : null,
    totalTime: total,
    servings: Math.min(500, Math.max(1, Math.round(numberOf(recipe['yields']) || 4))),
    sourceUrl: source,
    notes: /^https?:/.test(source) ? '' : source,
  })
  if (draft.ingredients.length + draft.instructions.length === 0) return { kind: 'recipe', place, name, refused: 'nothing_in_it' }
  return { kind: 'recipe', place, name, key: `kitchenowl recipe ${nameKey(name)}`, data: draft }
}

/** Returns the lines without Markdown list, quote and heading markers. */
const stepsOf = (markdown: string): string[] =>
  markdown
    .slice(0, 200_000)
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s{0,8}(?:#{1,6}\s+|[-*+]\s+|\d{1,3}[.)]\s+|>\s?)/, '').replace(/\*\*|__/g, ''))
    .filter((line) => line.trim() !== '')
