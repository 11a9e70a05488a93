import { changeUndone } from '#domains/households/contract/index.ts'
import type { QuotaLimits } from '#domains/households/contract/quota.ts'
import type { HistoryHandler } from '#domains/households/server/index.ts'
import { findIngredientOrMerged } from '#domains/ingredients/server/index.ts'
import { undoStockChange } from '#domains/inventory/server/index.ts'
import { type Change, recordChange } from '#platform/server/changes/change-log.ts'
import { hasColumns } from '#platform/server/changes/has-columns.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { conflict } from '#platform/shared/problem.ts'
import { many, say } from '#platform/shared/say.ts'
import * as contract from '../../contract/index.ts'
import * as store from '../store/recipes.ts'
import { type CookingUndo, dropErasedPictures, forgetCooking, restoreCooking } from './edit-cooking.ts'
import { checkRecipeQuota, type RecipeUndo } from './edit-recipe.ts'
import { type PlanUndo, reserveForPlannedMeals, restorePlanEntries, undoMarkCooked } from './meal-plan.ts'
import { starterRow } from './recipe-row.ts'
import { undoEndRepeat, undoRepeat } from './repeat-meal.ts'

type Payload = {
  recipeId?: string
  cookingId?: string
  recipeIds?: string[]
  servings?: number
  planEntryId?: string | null
  entryIds?: string[]
}

function sentence({ name, payload }: Change, nameOf: (id?: string) => string, imported: number): string {
  const { recipeId, entryIds = [], servings = 0 } = payload as Payload
  const meals = many(entryIds.length, { one: '# meal', other: '# meals' })
  switch (name) {
    case contract.recipeAdded.name:
      return say`Added the recipe ${nameOf(recipeId)}`
    case contract.recipeChanged.name:
      return say`Changed the recipe ${nameOf(recipeId)}`
    case contract.recipeRemoved.name:
      return say`Removed the recipe ${nameOf(recipeId)}`
    case contract.recipesImported.name:
      return say`Imported ${many(imported, { one: '# recipe', other: '# recipes' })}`
    case contract.recipeCooked.name:
      return say`Cooked ${nameOf(recipeId)} for ${servings}`
    case contract.cookingAdded.name:
      return say`Noted that ${nameOf(recipeId)} was made`
    case contract.cookingChanged.name:
      return say`Changed when or how ${nameOf(recipeId)} was made`
    case contract.cookingPictureChanged.name:
      return say`Changed a photo of how ${nameOf(recipeId)} turned out`
    case contract.cookingRemoved.name:
      return say`Removed a note that ${nameOf(recipeId)} was made`
    case contract.recipeLinkCreated.name:
      return say`Created a link to ${nameOf(recipeId)}`
    case contract.recipeLinkEnded.name:
      return say`Ended a link to ${nameOf(recipeId)}`
    case contract.planChanged.name:
      return say`Planned ${meals}`
    case contract.planRemoved.name:
      return say`Removed ${meals} from the plan`
    case contract.mealEaten.name:
      return say`Ate a planned meal`
    case contract.repeatBegun.name:
      return say`Repeated a planned meal`
    case contract.repeatEnded.name:
      return say`Stopped repeating a planned meal`
    default:
      return say`Matched a recipe ingredient`
  }
}

const cookingChanges: readonly string[] = [
  contract.cookingAdded.name,
  contract.cookingChanged.name,
  contract.cookingPictureChanged.name,
  contract.cookingRemoved.name,
]

/** Describes changes of recipes and undoes them. */
export const recipeHistory = (limits: QuotaLimits): HistoryHandler => ({
  names: [
    contract.recipeAdded.name,
    contract.recipeChanged.name,
    contract.recipeRemoved.name,
    contract.recipesImported.name,
    contract.recipeCooked.name,
    ...cookingChanges,
    contract.recipeLinkCreated.name,
    contract.recipeLinkEnded.name,
    contract.ingredientMatched.name,
    contract.planChanged.name,
    contract.planRemoved.name,
    contract.mealEaten.name,
    contract.repeatBegun.name,
    contract.repeatEnded.name,
  ],
  async describe(q, householdId, changes) {
    const ids = changes.flatMap(({ payload }) => (payload as Payload).recipeId ?? [])
    const rows = new Map((await store.findRecipes(q, householdId, [...new Set(ids)])).map(({ id, name }) => [id, name]))
    const nameOf = (id = '') => rows.get(id) ?? starterRow(id)?.name ?? say`(deleted)`
    const imported = await countImported(q, householdId, changes)
    return new Map(changes.map((change) => [change.seq, sentence(change, nameOf, imported.get(change.seq) ?? 0)]))
  },
  undo: (tx, member, change) => undo(tx, limits, member, change),
})

const importedIds = (change: Change) => (change.payload as Payload).recipeIds ?? []

/**
 * Returns how many recipes each import has stored: one that is running or was interrupted has stored only the first ones. If its last recipe
 * exists, all do.
 */
async function countImported(q: Reader, householdId: HouseholdId, changes: readonly Change[]): Promise<Map<number, number>> {
  const imports = changes.filter(({ name }) => name === contract.recipesImported.name)
  if (imports.length === 0) return new Map()
  const lastIds = imports.flatMap((change) => importedIds(change).at(-1) ?? [])
  const stored = await store.listIdsWithRow(q, householdId, lastIds)
  const counts = new Map<number, number>()
  for (const change of imports) {
    const ids = importedIds(change)
    const isComplete = stored.has(ids.at(-1) ?? '')
    counts.set(change.seq, isComplete ? ids.length : (await store.countRowsAndRemoved(q, householdId, ids)).all)
  }
  return counts
}

const undoConflict = () => conflict('undo_in_the_way', 'Can’t undo: the recipe has been changed since.')

/** Undoes what an import has stored so far; a running import then stops. */
async function takeBackImport(tx: Transaction, member: Member, change: Change): Promise<number> {
  const ids = importedIds(change)
  if ((await store.countRowsAndRemoved(tx, member.householdId, ids)).removed > 0) throw undoConflict()
  await store.removeRecipes(tx, member.householdId, ids, change.at, member.now.toISOString())
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, recipeIds: ids })
}

async function undo(tx: Transaction, limits: QuotaLimits, member: Member, change: Change): Promise<number> {
  if (change.name === contract.recipeCooked.name) return undoCooking(tx, member, change)
  if (change.name === contract.planChanged.name || change.name === contract.planRemoved.name) return undoPlanning(tx, member, change)
  if (change.name === contract.repeatBegun.name) return undoRepeat(tx, member, change)
  if (change.name === contract.repeatEnded.name) return undoEndRepeat(tx, member, change)
  if (change.name === contract.mealEaten.name) return undoEating(tx, member, change)
  if (change.name === contract.ingredientMatched.name) return undoMatch(tx, member, change)
  if (cookingChanges.includes(change.name)) return undoCookings(tx, member, change)
  if (change.name === contract.recipesImported.name) return takeBackImport(tx, member, change)
  const parts = change.undo as RecipeUndo[]
  for (const { recipeId, set, expect } of parts) {
    const row = await store.findRecipe(tx, member.householdId, recipeId)
    const isUnchanged = hasColumns(row, expect)
    if (!isUnchanged) throw undoConflict()
    const isRestored = row.removed_at !== null && set.removed_at === null && row.is_starter === 0
    if (isRestored) await checkRecipeQuota(tx, limits, member.householdId)
    await store.updateRecipe(tx, member.householdId, recipeId, { ...set, updated_at: member.now.toISOString() }, null)
    if (row.removed_at !== null && set.removed_at === null) await dropErasedPictures(tx, member, recipeId)
  }
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, recipeIds: parts.map(({ recipeId }) => recipeId) })
}

async function undoCooking(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { recipeId, planEntryId, cookingId } = change.payload as Payload
  const seq = await undoStockChange(tx, member, change, { recipeId })
  if (cookingId !== undefined) await forgetCooking(tx, member, cookingId)
  if (planEntryId) await undoMarkCooked(tx, member, planEntryId)
  await reserveForPlannedMeals(tx, member)
  return seq
}

async function undoEating(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { entryIds = [] } = change.payload as Payload
  const seq = await undoStockChange(tx, member, change, { entryIds })
  for (const id of entryIds) await undoMarkCooked(tx, member, id)
  await reserveForPlannedMeals(tx, member)
  return seq
}

async function undoCookings(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { recipeId, cookingId } = change.payload as Payload
  for (const part of change.undo as CookingUndo[]) await restoreCooking(tx, member, part)
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, recipeId, cookingId })
}

async function undoPlanning(tx: Transaction, member: Member, change: Change): Promise<number> {
  const parts = change.undo as PlanUndo[]
  const entryIds = parts.map(({ entryId }) => entryId)
  await restorePlanEntries(tx, member, parts)
  const seq = await recordChange(tx, member, changeUndone, { undoneSeq: change.seq, entryIds })
  await reserveForPlannedMeals(tx, member)
  return seq
}

async function undoMatch(tx: Transaction, member: Member, change: Change): Promise<number> {
  const { foodKey: ingredientKey, ingredientId } = change.payload as { foodKey: string; ingredientId: string | null }
  const { before } = change.undo as { before: string | null | undefined }
  // A merge has moved the matches of the merged ingredient.
  const afterMerges = async (id: string | null) => (id && (await findIngredientOrMerged(tx, member.householdId, id))?.id) ?? id
  const present = (await store.listIngredientMatches(tx, member.householdId)).get(ingredientKey)
  if (present !== (await afterMerges(ingredientId))) throw conflict('undo_in_the_way', 'Can’t undo: it has been changed since.')
  if (before === undefined) await store.deleteIngredientMatch(tx, member.householdId, ingredientKey)
  else await store.saveIngredientMatch(tx, member.householdId, ingredientKey, await afterMerges(before))
  return recordChange(tx, member, changeUndone, { undoneSeq: change.seq, foodKey: ingredientKey })
}
