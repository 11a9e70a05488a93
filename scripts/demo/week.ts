import { addRecipe, listRecipes, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, changeShoppingItem, generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import type { InternalClient } from '#platform/server/http/internal-client.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'

const ownRecipes = [
  {
    name: 'Grandma’s potato soup',
    description: 'What Sundays smelled of. Better on the second day.',
    category: 'mediterranean',
    tags: ['soup', 'family'],
    prepTime: 20,
    cookTime: 35,
    servings: 4,
    rating: 4.9,
    ingredients: [
      '1 kg potatoes, diced',
      '2 carrots, diced',
      '1 onion, chopped',
      '30 g butter',
      '1.2 l vegetable stock',
      '100 ml heavy cream',
      'Nutmeg',
    ],
    instructions: [
      'Soften the onion in the butter.',
      'Add potatoes, carrots and stock and simmer for 30 minutes.',
      'Mash half of it, stir in the cream and season with nutmeg.',
    ],
  },
  {
    name: 'Yogurt flatbreads',
    description: 'Two things and a hot pan.',
    category: 'mediterranean',
    tags: ['bread', 'quick'],
    prepTime: 10,
    cookTime: 10,
    servings: 4,
    rating: 4.4,
    ingredients: ['250 g flour', '250 g Greek yogurt', '1 tsp salt'],
    instructions: ['Knead everything into a soft dough.', 'Roll out eight rounds and bake each in a dry hot pan, a minute a side.'],
  },
] as const
const planned = ['Baked Penne with Spinach and Ricotta', 'Chicken Stir Fry', 'Beef Tacos', 'Grandma’s potato soup']

/** Creates the household's own recipes, this week's meal plan, and the shopping list. */
export async function planWeek(ask: InternalClient, today: CalendarDate): Promise<void> {
  for (const recipe of ownRecipes) {
    const { tags, ingredients, instructions, ...rest } = recipe
    await ask(addRecipe, {
      body: { ...rest, tags: [...tags], ingredients: [...ingredients], instructions: [...instructions], difficulty: 'easy' },
    })
  }
  const cards = await ask(listRecipes)
  const entries = planned.flatMap((name, i) => {
    const recipe = cards.find((card) => card.name === name)
    return recipe ? [{ date: addDays(today, i), recipeId: recipe.id }] : []
  })
  if (entries.length > 0) await ask(putMealPlan, { body: { entries } })
  await ask(generateList)
  for (const [ingredientName, suggestedQuantity, unit] of [
    ['Dish soap', 1, 'each'],
    ['Sparkling water', 6, 'l'],
    ['Birthday candles', 12, 'each'],
  ] as const)
    await ask(addShoppingItem, { body: { ingredientName, suggestedQuantity, unit } })
  const { items } = await ask(getShoppingList)
  for (const { id } of items.slice(0, 2)) await ask(changeShoppingItem, { params: { id }, body: { isChecked: true } })
}
