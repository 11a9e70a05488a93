import { expect, test } from 'vitest'
import { chooseRecipe, type RecipeCandidate } from './choose-recipe.ts'

const recipe = (name: string, uses: string[], missing = 0): RecipeCandidate => ({
  id: name,
  name,
  uses: uses.map((ingredientId) => ({ ingredientId })),
  missing,
})
const foods = ['spinach', 'cream', 'salmon']

test('prefers the recipe that uses most of the foods, then the one that lacks least', () => {
  const [soup, pasta, fish] = [
    recipe('Soup', ['spinach']),
    recipe('Pasta', ['cream', 'spinach'], 2),
    recipe('Fish', ['salmon', 'cream'], 1),
  ]
  expect(chooseRecipe([soup, pasta, fish], foods)).toEqual({ id: 'Fish', name: 'Fish', uses: 2 })
  expect(chooseRecipe([soup, pasta], foods)?.name).toBe('Pasta')
})

test('proposes none that uses nothing of it or lacks more than three lines', () => {
  expect(chooseRecipe([recipe('Cake', ['eggs']), recipe('Feast', foods, 4)], foods)).toBeNull()
})
