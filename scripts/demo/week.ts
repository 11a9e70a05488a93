import { translateDemoName } from '#domains/imports/server/built-in/demo-names.ts'
import { addRecipe, putMealPlan } from '#domains/recipes/contract/index.ts'
import { addShoppingItem, changeShoppingItem, generateList, getShoppingList } from '#domains/shopping/contract/index.ts'
import type { InternalClient } from '#platform/server/http/internal-client.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Language } from '#platform/shared/language.ts'
import { plannedStarters, recipesIn } from './recipes.ts'

const extraRows = [
  ['Dish soap', 1, 'each'],
  ['Sparkling water', 6, 'l'],
  ['Birthday candles', 12, 'each'],
] as const

/** Creates the household's own recipes, this week's meal plan, and the shopping list. */
export async function planWeek(ask: InternalClient, today: CalendarDate, language: Language): Promise<void> {
  const own: string[] = []
  for (const body of recipesIn(language)) own.push((await ask(addRecipe, { body })).id)
  const entries = [...plannedStarters(), ...own.slice(0, 1)].map((recipeId, i) => ({ date: addDays(today, i), recipeId }))
  await ask(putMealPlan, { body: { entries } })
  await ask(generateList)
  for (const [name, suggestedQuantity, unit] of extraRows)
    await ask(addShoppingItem, { body: { ingredientName: translateDemoName(name, language), suggestedQuantity, unit } })
  const { items } = await ask(getShoppingList)
  for (const { id } of items.slice(0, 2)) await ask(changeShoppingItem, { params: { id }, body: { isChecked: true } })
}
