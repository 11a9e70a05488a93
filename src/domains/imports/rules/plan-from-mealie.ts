import { readCollectionFile } from '#domains/recipes/rules/collection-files.ts'
import { isJsonObject, type JsonObject, toUnwrappedList } from '#domains/recipes/rules/json-ld.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { createPlan, type ImportPlan } from './import-plan.ts'
import { isYes, noteOf, numberOf, optional, readName, roundAmount, shortName, textOf, unitOf } from './parse-cell.ts'

const nodes = (value: unknown): JsonObject[] => toUnwrappedList(value).filter(isJsonObject)
const byId = (rows: readonly JsonObject[]) => new Map(rows.map((row) => [textOf(row['id']), row]))
const inOrder = (rows: readonly JsonObject[]) => rows.toSorted((a, b) => (numberOf(a['position']) ?? 0) - (numberOf(b['position']) ?? 0))

/** Joins the tables of Mealie's database into recipes as its API returns them. */
function joinRecipes(data: JsonObject): JsonObject[] {
  const [ingredients, units] = [byId(nodes(data['ingredient_foods'])), byId(nodes(data['ingredient_units']))]
  const lines = Map.groupBy(nodes(data['recipes_ingredients']), (row) => textOf(row['recipe_id']))
  const steps = Map.groupBy(nodes(data['recipe_instructions']), (row) => textOf(row['recipe_id']))
  const notes = Map.groupBy(nodes(data['notes']), (row) => textOf(row['recipe_id']))
  return nodes(data['recipes']).map((row): JsonObject => {
    const id = textOf(row['id'])
    return {
      id,
      slug: row['slug'] ?? '',
      name: row['name'],
      description: row['description'],
      recipeYield: row['recipe_yield'],
      recipeServings: row['recipe_servings'],
      prepTime: row['prep_time'],
      performTime: row['perform_time'],
      totalTime: row['total_time'],
      rating: row['rating'],
      orgURL: row['org_url'],
      recipeIngredient: inOrder(lines.get(id) ?? []).map((line) => ({
        quantity: line['quantity'],
        unit: units.get(textOf(line['unit_id'])) ?? null,
        food: ingredients.get(textOf(line['food_id'])) ?? null,
        note: line['note'],
        originalText: line['original_text'],
        title: line['title'],
      })),
      recipeInstructions: inOrder(steps.get(id) ?? []).map((step) => ({ title: step['title'], text: step['text'] })),
      notes: notes.get(id) ?? [],
    }
  })
}

const isDatabase = (data: unknown): data is JsonObject =>
  isJsonObject(data) && Array.isArray(data['recipes']) && Array.isArray(data['recipes_ingredients'])

/** Returns the recipes of a Mealie file: one recipe, a list, a page of its API, or `database.json` of a backup. */
function recipesIn(data: unknown): JsonObject[] {
  if (isDatabase(data)) return joinRecipes(data)
  const list =
    isJsonObject(data) && Array.isArray(data['items'])
      ? data['items']
      : isJsonObject(data) && Array.isArray(data['recipes'])
        ? data['recipes']
        : data
  return nodes(list)
}

const isRecipe = (node: JsonObject) => typeof node['name'] === 'string' && ('recipeIngredient' in node || 'recipeInstructions' in node)

export const isMealie = (data: unknown): boolean => isDatabase(data) || recipesIn(data).some(isRecipe)

/** Plans the unchecked rows of the shopping lists. Those of the first list go on the default one. Adds unknown units to `pieces`. */
function listRows(data: JsonObject, pieces: Set<string>): ImportPlan['rows'] {
  const [ingredients, units] = [byId(nodes(data['ingredient_foods'])), byId(nodes(data['ingredient_units']))]
  const others = nodes(data['shopping_lists']).slice(1)
  const listNames = new Map(others.map(({ id, name }) => [textOf(id), shortName(name, 60)]))
  const open = nodes(data['shopping_list_items']).filter((row) => !isYes(row['checked']) && row['checked'] !== true)
  return open.map((row) => {
    const place = `shopping_list_items ${textOf(row['id']).slice(0, 40)}`
    const food = readName(ingredients.get(textOf(row['food_id']))?.['name'])
    const name = food ?? readName(row['note'])
    if (name === null) return { kind: 'list', place, name: '', refused: 'no_name' }
    const named = textOf(units.get(textOf(row['unit_id']))?.['name'])
    const unit = unitOf(named)
    if (named !== '' && !unit.isKnown) pieces.add(named.slice(0, 40))
    const quantity = roundAmount((numberOf(row['quantity']) ?? 0) * unit.times)
    const amount = quantity === null ? {} : { quantity, unit: unit.unit }
    const list = listNames.get(textOf(row['shopping_list_id'])) ?? null
    // A row without a food is named by its note.
    const note = food === null ? null : noteOf(row['note'])
    const data = { food: name, ...amount, ...optional('note', note), ...optional('list', list) }
    return { kind: 'list', place, name, key: `mealie list ${textOf(row['id'])}`, data }
  })
}

/** Plans the import of Mealie recipes, and of the foods and shopping lists if the file is a database. */
export function planFromMealie(data: unknown): ImportPlan {
  const rows: ImportPlan['rows'] = []
  const pieces = new Set<string>()
  if (isDatabase(data)) {
    const labels = byId(nodes(data['multi_purpose_labels']))
    const ingredients = byId(nodes(data['ingredient_foods']))
    for (const row of ingredients.values()) {
      const [name, place] = [readName(row['name']), `ingredient_foods ${textOf(row['id']).slice(0, 40)}`]
      const category = shortName(labels.get(textOf(row['label_id']))?.['name'], 40)
      if (name === null) rows.push({ kind: 'food', place, name: '', refused: 'no_name' })
      else
        rows.push({
          kind: 'food',
          place,
          name,
          key: `mealie food ${nameKey(name)}`,
          data: { name, ...(category === null ? {} : { category }) },
        })
    }
    rows.push(...listRows(data, pieces))
  }
  for (const [at, node] of recipesIn(data).entries()) {
    const [name, place] = [readName(node['name']), `recipes ${at + 1}`]
    // A partly saved recipe may lack the slug that identifies it as Mealie's.
    const [found] = isRecipe(node) ? readCollectionFile({ ...node, slug: node['slug'] ?? '' }, 1).recipes : []
    if (name === null) rows.push({ kind: 'recipe', place, name: '', refused: 'no_name' })
    else if (!found) rows.push({ kind: 'recipe', place, name, refused: 'nothing_in_it' })
    else
      rows.push({
        kind: 'recipe',
        place,
        name,
        key: `mealie recipe ${textOf(node['id']) || nameKey(name)}`,
        data: { ...found.draft, name },
      })
  }
  return createPlan('mealie', rows, pieces)
}
