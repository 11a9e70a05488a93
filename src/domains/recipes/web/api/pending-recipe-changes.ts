import { eatersOnArrival, endsOnLeaving, presentEaters } from '#domains/diets/rules/carried-eaters.ts'
import { eaterTable, mealEatersTable } from '#domains/diets/rules/local-diets.ts'
import { mealId } from '#domains/diets/rules/meal-eaters.ts'
import { memberTable } from '#domains/households/rules/local-household.ts'
import { ingredientTable } from '#domains/ingredients/rules/local-ingredients.ts'
import { lotTable, reservationTable } from '#domains/inventory/rules/local-lots.ts'
import type { TablesDraft, TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import type { Cooking } from '../../contract/cooking.ts'
import type { SyncedPlanEntry } from '../../contract/plan.ts'
import type { NewRecipe, Recipe, SyncedRecipe } from '../../contract/recipe.ts'
import { leftoverDish } from '../../rules/leftover-lot.ts'
import { cookingTable, planTable, recipeTable } from '../../rules/local-recipes.ts'
import { newRecipeDefaults } from '../../rules/new-recipe.ts'
import { parseLine } from '../../rules/parse-line.ts'
import { repeatedEntries } from '../../rules/repeated-meals.ts'
import type { PlannedMeal } from '../../rules/to-planned-meal.ts'
import { type RecipeFields, type RecipeIntent, readRecipeIntent } from './recipe-intent.ts'

/** Returns what a waiting change of recipes or of the plan does to the rows on this device, except to lots. */
export const recipeChange =
  ({ intent: stored, at }: Pick<PendingMutation, 'at' | 'intent'>): TablesUpdate =>
  (draft) => {
    const intent = readRecipeIntent(stored)
    if (intent) apply(draft, intent, at)
  }

function apply(draft: TablesDraft, intent: RecipeIntent, at: string): void {
  switch (intent.do) {
    case 'add-recipe':
      if (!draft.get(recipeTable, intent.recipeId)) draft.put(recipeTable, newRecipe(intent.recipeId, intent.recipe, at))
      return
    case 'edit-recipe': {
      const recipe = draft.get(recipeTable, intent.recipeId)
      if (recipe) draft.put(recipeTable, { ...withFields(recipe, intent.to), version: Math.max(recipe.version, intent.version ?? 0) })
      return
    }
    case 'remove-recipe':
      draft.remove(recipeTable, intent.recipeId)
      return
    case 'put-recipe':
      draft.put(recipeTable, syncedOf(intent.recipe))
      return
    case 'plan':
      for (const entry of intent.entries) plan(draft, entry, at)
      return
    case 'repeat':
      repeat(draft, intent, at)
      return
    case 'end-repeat':
      endRepeat(draft, intent.entryId)
      return
    case 'cook':
      for (const id of intent.reservationIds) draft.remove(reservationTable, id)
      markMeal(draft, intent.entryId, 'cooked')
      if (intent.cooking) putCooking(draft, intent.cooking)
      return
    case 'uncook':
      markMeal(draft, intent.entryId, 'planned')
      if (intent.cookingId !== undefined) draft.remove(cookingTable, intent.cookingId)
      return
    case 'put-cooking':
      putCooking(draft, intent.cooking)
      return
    case 'remove-cooking':
      draft.remove(cookingTable, intent.cookingId)
      return
    case 'unplan':
      for (const id of intent.entryIds) unplan(draft, id)
      return
    default:
  }
}

/** A newer version from the server stays. */
function putCooking(draft: TablesDraft, cooking: Cooking): void {
  const known = draft.get(cookingTable, cooking.id)
  if (!known || known.version <= cooking.version) draft.put(cookingTable, cooking)
}

/** `lines` are parsed from the ingredients, as the server does. */
function withFields(recipe: SyncedRecipe, { tags, ...fields }: RecipeFields): SyncedRecipe {
  const lines = fields.ingredients?.map((line) => {
    const { text: _, ...parsed } = parseLine(line)
    return parsed
  })
  return { ...recipe, ...fields, ...(tags ? { tags: [...new Set(tags)] } : {}), ...(lines ? { lines } : {}) }
}

const newRecipe = (id: string, { id: _, ...recipe }: NewRecipe, at: string): SyncedRecipe =>
  withFields(
    {
      id,
      name: recipe.name,
      description: '',
      ...newRecipeDefaults,
      tags: [],
      prepTime: 0,
      cookTime: 0,
      totalTime: 0,
      rating: null,
      ingredients: [],
      instructions: [],
      lines: [],
      notes: '',
      sourceUrl: null,
      imageUrl: null,
      image: null,
      isStarter: false,
      isFavorite: false,
      createdAt: at,
      updatedAt: at,
      version: 1,
    },
    recipe as RecipeFields,
  )

const syncedOf = ({ lines, ...recipe }: Recipe): SyncedRecipe => ({
  ...recipe,
  lines: lines.map(({ text: _, ingredientId: __, ...line }) => line),
})

function markMeal(draft: TablesDraft, entryId: string | null, state: SyncedPlanEntry['state']): void {
  const meal = entryId === null ? undefined : draft.get(planTable, entryId)
  if (meal) draft.put(planTable, { ...meal, state })
}

function plan(draft: TablesDraft, planned: PlannedMeal, at: string): void {
  const { id, date, recipeId, text } = planned
  const known = draft.get(planTable, id)
  const recipe = recipeId === undefined ? undefined : draft.get(recipeTable, recipeId)
  const item = plannedItem(draft, known, planned) ?? plannedIngredient(draft, known, planned)
  // Without its recipe, item or ingredient, a meal can't be shown.
  if (!recipe && !item && text === undefined) return
  const meal = planned.meal ?? known?.meal ?? 'dinner'
  const servings = recipe ? (planned.servings ?? (known && known.recipeId !== null ? known.servings : recipe.servings)) : 1
  const what = { recipeId: recipe?.id ?? null, text: text ?? null, ...noItem, ...item }
  draft.put(planTable, { state: 'planned', createdAt: at, version: 1, ...known, ...what, id, date, meal, servings })
  if (known && (known.date !== date || known.meal !== meal)) endEaters(draft, known)
  if (planned.copiedFrom !== undefined && !known)
    carryEaters(draft, { id, date, meal }, { eaterIds: eatersToCarry(draft, mealId(planned.copiedFrom, meal)), carriedFor: id, at })
}

type OnDay = Pick<SyncedPlanEntry, 'id' | 'date' | 'meal'>

/** Whether something else is planned for an entry's meal. */
const hasOthers = (draft: TablesDraft, { id, date, meal }: OnDay): boolean =>
  [...draft.rows(planTable)].some((one) => one.id !== id && one.date === date && one.meal === meal)

/** Returns who eats a meal, without those who left; null for all members. */
function eatersToCarry(draft: TablesDraft, mealId: string): readonly string[] | null {
  const said = draft.get(mealEatersTable, mealId)
  const members = new Set([...draft.rows(memberTable)].map(({ userId }) => userId as string))
  return said ? presentEaters(said.eaterIds, (id) => members.has(id) || draft.get(eaterTable, id)?.userId === null) : null
}

interface Carried {
  eaterIds: readonly string[] | null
  carriedFor: string
  at: string
}

/** Carries who eats to a repeated or copied meal, as the server does. It also knows where someone said that all members eat. */
function carryEaters(draft: TablesDraft, entry: OnDay, { eaterIds, carriedFor, at }: Carried): void {
  const { date, meal } = entry
  const id = mealId(date, meal)
  const said = draft.get(mealEatersTable, id)
  const result = eatersOnArrival({ eaterIds, said, isReset: false, hasOthers: hasOthers(draft, entry) })
  if (result === 'keep') return
  if (result === 'end') draft.remove(mealEatersTable, id)
  else draft.put(mealEatersTable, { id, date, meal, eaterIds: [...result], carriedFor, createdAt: at, version: 1 })
}

/** Ends who eats a meal that an entry left, as the server does. */
function endEaters(draft: TablesDraft, entry: SyncedPlanEntry): void {
  const said = draft.get(mealEatersTable, mealId(entry.date, entry.meal))
  if (said && endsOnLeaving(said, { ids: [entry.id, entry.repeatId], hasOthers: hasOthers(draft, entry) }))
    draft.remove(mealEatersTable, said.id)
}

function unplan(draft: TablesDraft, id: string): void {
  const known = draft.get(planTable, id)
  draft.remove(planTable, id)
  if (known) endEaters(draft, known)
}

const noItem = { inventoryItemId: null, ingredientId: null, quantity: null, unit: null, leftoverOf: null }

/** Returns the fields of a planned item, as the server does; null if it is none, or none is left. */
function plannedItem(draft: TablesDraft, known: SyncedPlanEntry | undefined, { inventoryItemId, quantity }: PlannedMeal) {
  if (inventoryItemId === undefined) return null
  if (known?.inventoryItemId === inventoryItemId)
    return {
      ...{ text: known.text ?? null, inventoryItemId, quantity: quantity ?? known.quantity ?? 1, unit: known.unit ?? null },
      leftoverOf: known.leftoverOf ?? null,
    }
  const lot = draft.get(lotTable, inventoryItemId)
  const name = lot && draft.get(ingredientTable, lot.ingredientId)?.name
  if (!lot || name === undefined) return null
  return { text: leftoverDish(name) ?? name, inventoryItemId, quantity: quantity ?? 1, unit: lot.unit }
}

/** Does the same for an amount of an ingredient. */
function plannedIngredient(draft: TablesDraft, before: SyncedPlanEntry | undefined, { ingredientId, quantity, unit }: PlannedMeal) {
  if (ingredientId === undefined) return null
  const known = before?.ingredientId === ingredientId ? before : undefined
  const ingredient = draft.get(ingredientTable, ingredientId)
  const text = ingredient?.name ?? known?.text
  if (text == null) return null
  return { text, ingredientId, quantity: quantity ?? known?.quantity ?? 1, unit: unit ?? known?.unit ?? ingredient?.defaultUnit ?? 'each' }
}

function repeat(draft: TablesDraft, { entryId, repeatId, everyWeeks, today }: Extract<RecipeIntent, { do: 'repeat' }>, at: string): void {
  const meal = draft.get(planTable, entryId)
  if (!meal) return
  const repeated = { ...meal, repeatId, everyWeeks }
  draft.put(planTable, repeated)
  const missing = repeatedEntries({ id: repeatId, firstOn: meal.date, everyWeeks }, today).filter(({ id }) => !draft.get(planTable, id))
  for (const { id, date } of missing) draft.put(planTable, { ...repeated, id, date, state: 'planned', createdAt: at, version: 1 })
  const carried = { eaterIds: eatersToCarry(draft, mealId(meal.date, meal.meal)), carriedFor: repeatId, at }
  for (const { id, date } of missing) carryEaters(draft, { id, date, meal: meal.meal }, carried)
}

/** Removes the days after this one, and the mark from the others. */
function endRepeat(draft: TablesDraft, entryId: string): void {
  const meal = draft.get(planTable, entryId)
  if (meal?.repeatId == null) return
  for (const one of [...draft.rows(planTable)].filter(({ repeatId }) => repeatId === meal.repeatId)) {
    if (one.date > meal.date && one.state === 'planned') unplan(draft, one.id)
    else draft.put(planTable, { ...one, everyWeeks: null })
  }
}
