/** JSON of recipes of eight lines, as an export of another program. Their foods are `Food 0` to one before `foods`. */
export const collection = (recipes: number, ingredients: number): string =>
  JSON.stringify(
    Array.from({ length: recipes }, (_, i) => ({
      '@type': 'Recipe',
      name: `Recipe ${i}`,
      description: 'Something to eat, told in a sentence or two as people do.',
      recipeIngredient: Array.from({ length: 8 }, (_line, j) => `${100 + j * 50} g food ${(i * 7 + j * 61) % ingredients}, chopped`),
      recipeInstructions: ['Prepare everything that has to be prepared.', 'Cook it for 20 minutes.', 'Serve.'],
    })),
  )
