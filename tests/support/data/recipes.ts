import type { Recipe } from '#domains/recipes/contract/index.ts'
import { parseLine } from '#domains/recipes/rules/parse-line.ts'

/** Returns a recipe for leek soup as the API returns it. */
export function leekSoup({ ingredients = ['3 leeks, sliced'], ...part }: Partial<Recipe> = {}): Recipe {
  const at = '2026-11-01T10:00:00.000Z'
  return {
    id: '00000000-0000-4000-8000-000000000001',
    name: 'Leek soup',
    description: '',
    category: 'italian',
    tags: [],
    difficulty: 'easy',
    prepTime: 10,
    cookTime: 65,
    servings: 2,
    rating: null,
    ingredients,
    instructions: ['Simmer.'],
    notes: '',
    sourceUrl: null,
    imageUrl: null,
    image: null,
    isStarter: false,
    createdAt: at,
    updatedAt: at,
    version: 1,
    lines: ingredients.map((text) => ({ ...parseLine(text), ingredientId: null })),
    ...part,
  }
}
