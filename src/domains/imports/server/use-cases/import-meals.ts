import { importMealEaters, isMealSaid } from '#domains/diets/server/index.ts'
import { membersOf, userNamesOf } from '#domains/households/server/index.ts'
import type { IngredientRow } from '#domains/ingredients/server/index.ts'
import {
  findStarter,
  hasOtherMeal,
  type ImportedDish,
  importLeftovers,
  importMeal,
  importRepeat,
  type ListedShare,
  recipeFinder,
  reserveForImported,
} from '#domains/recipes/server/index.ts'
import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import * as contract from '../../contract.ts'
import type { PlanData, PlannedDish, PlannedEaters, PlannedMeal, PlannedRecipe, PlannedRepeat } from '../../rules/import-plan.ts'
import * as store from '../store.ts'

type Outcome = { id: string; version?: number } | { leftOut: contract.Reason } | { known: contract.Reason }

export interface MealImport {
  tx: Transaction
  member: Member
  head: store.ImportRecord
  ingredientOf(name: string): Promise<IngredientRow | null>
  plan: ImportedPlan
}

/** What an import has brought, kept between its transactions. */
export interface ImportedPlan {
  /** Ids of items that it brought or found, by their ids in the export. */
  lots?: Map<string, string>
  /** Ids of meals and repeats that it brought, by their ids in the export. */
  meals?: Map<string, string>
}

type MealRow = { place: string; data: PlanData['plan']; claim: () => Promise<boolean> }

/** Imports planned meals, repeats and who eats what. `claim` returns false for a row that was imported before, which isn't imported again. */
export async function importMeals(batch: MealImport, rows: readonly MealRow[]): Promise<Outcome[]> {
  const { tx, member, head } = batch
  const finder = await createFinder(batch)
  const listedFor = listedFinder(batch)
  const entryIds: string[] = []
  const outcomes: Outcome[] = []
  for (const { data, claim } of rows) {
    const prepared = await prepare(batch, data, finder)
    if ('leftOut' in prepared) outcomes.push({ leftOut: prepared.leftOut })
    else if ('known' in prepared) outcomes.push(prepared)
    else if (!(await claim())) outcomes.push({ known: 'brought_before' })
    else if ('lotId' in prepared) outcomes.push(await importedLeftovers(batch, prepared))
    else if ('eaterIds' in prepared) outcomes.push(await importMealEaters(tx, member, prepared))
    else if ('meal' in data) {
      const id = await importMeal(tx, member, { ...mealIn(data.meal), dish: prepared.dish, listed: await listedFor(data.meal) })
      entryIds.push(id)
      finder.meals.set(data.meal.entryId, id)
      outcomes.push({ id })
    } else if ('repeat' in data) {
      const added = await repeatIn(batch, data.repeat, prepared.dish, { dishOf: finder.dishOf, listedFor })
      entryIds.push(...added.entryIds)
      finder.meals.set(data.repeat.repeatId, added.id)
      outcomes.push({ id: added.id })
    }
  }
  if (entryIds.length > 0) {
    await recordChange(tx, member, contract.mealsImported, { importId: head.id, entryIds })
    await reserveForImported(tx, member)
  }
  return outcomes
}

type Prepared = FoundDish | Awaited<ReturnType<typeof eatersOf>> | { lotId: string; recipeId: string }

/** Finds what a row names in this household. */
async function prepare(batch: MealImport, data: PlanData['plan'], { dishOf, lotOf, recipeOf, meals }: Finder): Promise<Prepared> {
  if ('eaters' in data) return eatersOf(batch, data.eaters, meals)
  if (!('leftovers' in data)) return dishOf('meal' in data ? data.meal : data.repeat)
  const [lotId, recipeId] = [lotOf(data.leftovers.lotId), await recipeOf(data.leftovers)]
  if (recipeId === undefined) return { leftOut: 'recipe_left_out' }
  return lotId === undefined ? { leftOut: 'item_left_out' } : { lotId, recipeId }
}

const importedLeftovers = async ({ tx, member }: MealImport, { lotId, recipeId }: { lotId: string; recipeId: string }): Promise<Outcome> =>
  (await importLeftovers(tx, member.householdId, lotId, recipeId)) ? { id: lotId } : { known: 'brought_before' }

const mealIn = ({ date, meal, isCooked }: PlannedMeal) => ({ date, meal, isCooked })

type FoundDish = { dish: ImportedDish } | { leftOut: contract.Reason }

async function repeatIn(
  { tx, member }: MealImport,
  { firstOn, everyWeeks, meal, days }: PlannedRepeat,
  dish: ImportedDish,
  { dishOf, listedFor }: { dishOf: (dish: PlannedDish) => Promise<FoundDish>; listedFor: (meal: PlannedMeal) => Promise<ListedShare[]> },
) {
  const found = []
  for (const { day = null, isRemoved, ...planned } of days) {
    const own = await dishOf(planned)
    if ('dish' in own) found.push({ ...mealIn(planned), dish: own.dish, listed: await listedFor(planned), day, isRemoved })
  }
  return importRepeat(tx, member, { dish, firstOn, everyWeeks, meal, days: found })
}

interface Finder {
  /** An item of which the import didn't bring anything becomes a text. */
  dishOf(dish: PlannedDish): Promise<FoundDish>
  lotOf(lotId: string): string | undefined
  recipeOf(recipe: PlannedRecipe): Promise<string | undefined>
  /** Ids of meals and repeats that the import brought, by their ids in the export. */
  meals: Map<string, string>
}

/** Returns functions that find what is planned in this household. */
async function createFinder({ tx, member, head, ingredientOf, plan }: MealImport): Promise<Finder> {
  plan.lots ??= await store.importedIds(tx, member.householdId, head.id, 'lots')
  plan.meals ??= new Map([
    ...(await store.importedIds(tx, member.householdId, head.id, 'plan_repeats', ['brought'])),
    ...(await store.importedIds(tx, member.householdId, head.id, 'plan_entries', ['brought'])),
  ])
  const { lots, meals } = plan
  const findRecipe = await recipeFinder(tx, member.householdId)
  const recipeOf: Finder['recipeOf'] = async ({ recipe: name, recipeId, starterId }) =>
    (starterId === undefined ? null : await findStarter(tx, member, starterId)) ??
    findRecipe({ name, ...(recipeId === undefined ? {} : { recipeId }) })
  const dishOf: Finder['dishOf'] = async ({ recipe, text = '', lotId, food, quantity, unit, servings, leftoverOf, ...ids }) => {
    if (recipe !== undefined) {
      const recipeId = await recipeOf({ recipe, ...ids })
      return recipeId === undefined ? { leftOut: 'recipe_left_out' } : { dish: { recipeId, servings } }
    }
    const amount = quantity === undefined || unit === undefined ? null : { quantity, unit }
    const ownLotId = lotId === undefined ? undefined : lots.get(lotId)
    const leftoverOfId = leftoverOf && (await recipeOf(leftoverOf))
    if (amount && ownLotId !== undefined)
      return { dish: { text, lotId: ownLotId, ...amount, servings, ...(leftoverOfId === undefined ? {} : { leftoverOf: leftoverOfId }) } }
    const ingredient = amount && food !== undefined ? await ingredientOf(food) : null
    if (amount && ingredient) return { dish: { text, ingredientId: ingredient.id, ...amount, servings } }
    return { dish: { text, servings } }
  }
  return { dishOf, lotOf: (lotId) => lots.get(lotId), recipeOf, meals }
}

/** Returns a function that finds the rows of the list, as far as the import brought them, which are for a meal. */
function listedFinder({ tx, member, head, ingredientOf }: MealImport): (meal: PlannedMeal) => Promise<ListedShare[]> {
  let items: Promise<Map<string, string>> | null = null
  return async ({ listed = [] }) => {
    if (listed.length === 0) return []
    items ??= store.importedIds(tx, member.householdId, head.id, 'shopping_items')
    const shares: ListedShare[] = []
    for (const { itemId, quantity, unit, ...about } of listed) {
      const ownId = (await items).get(itemId)
      const key = 'food' in about ? (await ingredientOf(about.food))?.id : about.foodKey
      if (ownId !== undefined && key !== undefined) shares.push({ itemId: ownId, foodKey: key, quantity, unit })
    }
    return shares
  }
}

/**
 * Returns who of those who eat a meal is known here: members by account or name, and guests whom the import brought or found. A meal that
 * someone has spoken about since the preview, or for which something else is planned, stays as it is.
 */
async function eatersOf(
  { tx, member, head }: MealImport,
  { date, meal, who, carriedFor = '' }: PlannedEaters,
  planned: ReadonlyMap<string, string>,
): Promise<Exclude<Outcome, { id: string }> | Parameters<typeof importMealEaters>[2]> {
  const isSaid = await isMealSaid(tx, member.householdId, { date, meal }, head.created_at)
  if (isSaid || (await hasOtherMeal(tx, member.householdId, { date, meal }, new Set(planned.values())))) return { known: 'meal_here' }
  const members = await membersOf(tx, member.householdId)
  const names = await userNamesOf(
    tx,
    members.map(({ userId }) => userId),
  )
  const guests = await store.importedIds(tx, member.householdId, head.id, 'eaters')
  const eaterIds = who.flatMap((eater): string[] => {
    if ('guestId' in eater) return [guests.get(eater.guestId) ?? []].flat()
    const id = memberNamed(names, eater)
    return id === null ? [] : [id]
  })
  if (eaterIds.length === 0 && who.length > 0) return { leftOut: 'people_left_out' }
  return { date, meal, eaterIds, carriedFor: planned.get(carriedFor) ?? null }
}

/** Returns the id of the member with this account or, if that is not a member's, the only one with this name; null if there is none. */
export function memberNamed(
  members: ReadonlyMap<string, { firstName: string; lastName: string }>,
  { userId, name }: { userId: string; name: string },
): string | null {
  if (members.has(userId)) return userId
  const named = [...members].filter(([, { firstName, lastName }]) => nameKey(`${firstName} ${lastName}`) === nameKey(name))
  return named.length === 1 ? (named[0]?.[0] ?? null) : null
}
