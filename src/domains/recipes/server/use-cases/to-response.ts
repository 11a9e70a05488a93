import type { Recipe } from '../../contract/index.ts'
import type { LineMatcher } from '../../rules/match-line.ts'
import type { RecipeFields } from '../store/recipes.ts'
import { keptLinesOf, readJsonLines } from './recipe-row.ts'

const imageOf = ({ id, photo }: RecipeFields) => (photo === null ? null : `/api/recipes/${id}/photo?v=${photo}`)
const ratingOf = ({ rating_tenths }: RecipeFields) => (rating_tenths === null ? null : rating_tenths / 10)

/** Columns returned as stored, by their wire names. */
const plainOf = (row: RecipeFields) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  difficulty: row.difficulty,
  prepTime: row.prep_minutes,
  cookTime: row.cook_minutes,
  servings: row.servings,
  rating: ratingOf(row),
  notes: row.notes,
  sourceUrl: row.source_url,
  imageUrl: row.image_url,
  image: imageOf(row),
  isStarter: row.is_starter === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  version: row.version,
})

/** Returns a recipe's response with its lines matched to the household's ingredients. */
export function toRecipe(row: RecipeFields, match: LineMatcher): Recipe {
  const ingredients = readJsonLines(row.ingredients)
  return {
    ...plainOf(row),
    tags: JSON.parse(row.tags) as string[],
    ingredients,
    instructions: readJsonLines(row.instructions),
    lines: keptLinesOf(row).map((line, at) => ({
      text: ingredients[at] ?? '',
      ...line,
      ingredientId: line.food === '' ? null : (match(line.food)?.id ?? null),
    })),
  }
}

/** Returns a card as JSON text without the stock and the closing brace; avoids parsing stored JSON. */
export const cardText = (row: RecipeFields): string =>
  `${JSON.stringify(plainOf(row)).slice(0, -1)},"tags":${row.tags},"ingredients":${row.ingredients},"instructions":${row.instructions}`
