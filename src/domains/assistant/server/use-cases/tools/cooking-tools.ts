import { z } from 'zod'
import { Meal } from '#domains/diets/contract.ts'
import { Storage } from '#domains/ingredients/contract/index.ts'
import {
  addMissing,
  getMealPlan,
  getRecipe,
  getRecipeStock,
  listCookbooks,
  listRecipes,
  maxPlanText,
  type PlanEntry,
  putMealPlan,
  removePlanEntry,
  StockLine,
} from '#domains/recipes/contract/index.ts'
import { totalMinutes } from '#domains/recipes/rules/recipe-time.ts'
import { toPlannedMeal } from '#domains/recipes/rules/to-planned-meal.ts'
import { findCookbookByName } from '#domains/recipes/server/index.ts'
import { listNamedLists } from '#domains/shopping/contract/index.ts'
import { findListByName } from '#domains/shopping/server/index.ts'
import { addDays, CalendarDate } from '#platform/shared/calendar.ts'
import { Id } from '#platform/shared/ids.ts'
import { notFound } from '#platform/shared/problem.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { tool } from './index.ts'
import { ListName } from './shopping-list-tools.ts'

const Servings = z.int().min(1).max(500).optional().describe('Defaults to the recipe’s servings')
const InStock = z.object({ have: z.int(), of: z.int() })

const PlannedMeal = z.object({
  mealId: z.string(),
  date: z.string(),
  meal: Meal,
  recipeId: z.string().nullable().describe('Null for something without a recipe, such as eating out'),
  itemId: z.string().nullable().describe('The item in stock that is planned, such as leftovers'),
  ingredientId: z.string().nullable(),
  recipe: z.string().describe('The name of what is planned'),
  servings: z.int().nullable(),
  quantity: z.number().nullable().describe('How much of the item or ingredient'),
  unit: Unit.nullable(),
  storage: Storage.nullable().describe('Where the item is'),
  leftoverOf: z.string().nullable().describe('The recipe that the item is leftovers of, if known'),
  everyWeeks: z.int().nullable().describe('Every how many weeks it repeats'),
  isCooked: z.boolean().describe('Cooked or eaten'),
  inStock: InStock,
})

const toMeal = (entry: PlanEntry): z.infer<typeof PlannedMeal> => ({
  mealId: entry.id,
  date: entry.date,
  meal: entry.meal,
  recipeId: entry.recipeId,
  itemId: entry.inventoryItemId,
  ingredientId: entry.ingredientId,
  recipe: entry.recipeName,
  servings: entry.recipeId === null ? null : entry.servings,
  quantity: entry.quantity,
  unit: entry.unit,
  storage: entry.storage,
  leftoverOf: entry.leftoverOf,
  everyWeeks: entry.everyWeeks,
  isCooked: entry.state === 'cooked',
  inStock: { have: entry.stock.have, of: entry.stock.total },
})

/** Returns the meal that was planned. */
function shownMeal([entry]: readonly PlanEntry[]): z.infer<typeof PlannedMeal> {
  if (!entry) throw notFound()
  return toMeal(entry)
}

/** The days ahead in which a meal to move is looked for. */
const maxAhead = 62

export const cookingTools = [
  tool({
    name: 'what_can_be_cooked',
    title: 'What can be cooked',
    description:
      'Recipes that can be cooked with the food in stock, those that use up most expiring food first. `inStock` counts the ingredients in stock; `usesUp` lists food that expires soon.',
    does: 'reads',
    input: z
      .object({
        maxMissing: z
          .int()
          .min(0)
          .max(100)
          .default(2)
          .describe('Maximum number of ingredients short or missing; 0 means that it can be cooked now'),
        search: Text(200).optional().describe('Words in the name, description or ingredients'),
        maxMinutes: z
          .int()
          .min(1)
          .max(10_080)
          .optional()
          .describe('Maximum total time in minutes; leaves out recipes whose time is unknown'),
        cookbook: Name(60).optional().describe('Name of a cookbook; only the recipes in it'),
        limit: z.int().min(1).max(50).default(10),
      })
      .strict(),
    output: z.object({
      recipes: z.array(
        z.object({
          recipeId: z.string(),
          name: z.string(),
          minutes: z.int(),
          servings: z.int(),
          inStock: InStock,
          usesUp: z.array(z.object({ food: z.string(), daysLeft: z.int() })),
        }),
      ),
    }),
    async run({ call }, { maxMissing, search, maxMinutes, cookbook, limit }) {
      const cookbookId = cookbook === undefined ? undefined : findCookbookByName(cookbook, await call(listCookbooks))
      const query = {
        ...{ sort: 'uses' as const, maxMissing, limit },
        ...(search === undefined ? {} : { search }),
        ...(maxMinutes === undefined ? {} : { maxMinutes }),
        ...(cookbookId === undefined ? {} : { cookbookId }),
      }
      const cards = await call(listRecipes, { query })
      return {
        recipes: cards.map(({ id, name, prepTime, cookTime, totalTime, servings, stock, uses }) => ({
          recipeId: id,
          name,
          minutes: totalMinutes({ prepTime, cookTime, totalTime }),
          servings,
          inStock: { have: stock.have, of: stock.total },
          usesUp: uses.map(({ ingredientName, daysLeft }) => ({ food: ingredientName, daysLeft })),
        })),
      }
    },
  }),
  tool({
    name: 'show_recipe',
    title: 'Show a recipe',
    description: 'A recipe with its steps, and whether each ingredient is in stock, short or missing for the given servings.',
    does: 'reads',
    input: z.object({ recipeId: Id, servings: Servings }).strict(),
    output: z.object({
      name: z.string(),
      description: z.string(),
      servings: z.int(),
      minutes: z.int(),
      ingredients: z.array(StockLine.pick({ text: true, quantity: true, unit: true, food: true, state: true, daysLeft: true })),
      steps: z.array(z.string()),
      notes: z.string(),
    }),
    async run({ call }, { recipeId, servings }) {
      const params = { id: recipeId }
      const recipe = await call(getRecipe, { params })
      const stock = await call(getRecipeStock, { params, query: servings === undefined ? {} : { servings } })
      return {
        name: recipe.name,
        description: recipe.description,
        servings: stock.servings,
        minutes: totalMinutes(recipe),
        ingredients: stock.lines,
        steps: recipe.instructions,
        notes: recipe.notes,
      }
    },
  }),
  tool({
    name: 'meal_plan',
    title: 'The meal plan',
    description: 'The meals planned for a range of days, with how many of their ingredients are in stock.',
    does: 'reads',
    input: z.object({ from: CalendarDate.optional().describe('Defaults to today'), days: z.int().min(1).max(62).default(7) }).strict(),
    output: z.object({ meals: z.array(PlannedMeal) }),
    async run({ call, member }, { from = member.today, days }) {
      const meals = await call(getMealPlan, { query: { from, to: addDays(from, days - 1) } })
      return { meals: meals.map(toMeal) }
    },
  }),
  tool({
    name: 'plan_meal',
    title: 'Plan a meal',
    description:
      'Plans a recipe, an item in stock such as leftovers, an amount of an ingredient, or a text such as “Eating out” for a day, and reserves the stock for it. Send exactly one of the four.',
    does: 'adds',
    input: z
      .object({
        date: CalendarDate,
        meal: Meal.default('dinner'),
        recipeId: Id.optional(),
        itemId: Id.optional().describe('An item in stock, from what_is_there'),
        ingredientId: Id.optional(),
        text: Name(maxPlanText).optional(),
        servings: Servings,
        quantity: Quantity.optional().describe('How much of the item or ingredient; 1 by default'),
        unit: Unit.optional().describe('Of an ingredient; its default unit if omitted'),
      })
      .strict(),
    output: PlannedMeal,
    async run({ call }, { itemId, date, meal, ...what }) {
      const given = Object.fromEntries(Object.entries({ ...what, inventoryItemId: itemId }).filter(([, value]) => value !== undefined))
      return shownMeal(await call(putMealPlan, { body: { entries: [{ date, meal, ...given }] } }))
    },
  }),
  tool({
    name: 'move_meal',
    title: 'Move a planned meal',
    description: 'Moves a planned meal to another day or meal of the day. Its id is in meal_plan.',
    does: 'changes',
    input: z.object({ mealId: Id, date: CalendarDate.describe('The new day'), meal: Meal.optional() }).strict(),
    output: PlannedMeal,
    async run({ call, member }, { mealId, date, meal }) {
      const query = { from: member.today, to: addDays(member.today, maxAhead) }
      const known = (await call(getMealPlan, { query })).find(({ id }) => id === mealId)
      if (!known) throw notFound()
      return shownMeal(await call(putMealPlan, { body: { entries: [{ ...toPlannedMeal(known), date, meal: meal ?? known.meal }] } }))
    },
  }),
  tool({
    name: 'remove_meal',
    title: 'Remove a planned meal',
    description: 'Removes a meal from the plan and frees its reservation. Its id is in meal_plan.',
    does: 'takes',
    input: z.object({ mealId: Id }).strict(),
    output: z.object({ removed: z.boolean() }),
    async run({ call }, { mealId }) {
      await call(removePlanEntry, { params: { id: mealId } })
      return { removed: true }
    },
  }),
  tool({
    name: 'add_missing_ingredients',
    title: 'Put what a recipe lacks on the list',
    description: 'Adds a recipe’s short or missing ingredients to the shopping list or another list. Repeating it adds nothing.',
    does: 'adds',
    input: z.object({ recipeId: Id, servings: Servings, list: ListName }).strict(),
    output: z.object({ added: z.int(), onTheList: z.array(z.string()) }),
    async run({ call }, { recipeId, servings, list }) {
      const body = {
        ...(servings === undefined ? {} : { servings }),
        ...(list === undefined ? {} : { listId: findListByName(list, await call(listNamedLists)) }),
      }
      const { added, items } = await call(addMissing, { params: { id: recipeId }, body })
      return { added, onTheList: items.map(({ ingredientName }) => ingredientName) }
    },
  }),
]
