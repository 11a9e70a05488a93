import { eaterTable, foodContentsTable, mealEatersTable } from '#domains/diets/rules/local-diets.ts'
import { pendingIngredientChange } from '#domains/ingredients/web/api/pending-ingredient-changes.ts'
import { lotTable } from '#domains/inventory/rules/local-lots.ts'
import { pendingLotChange } from '#domains/inventory/web/api/pending-lot-changes.ts'
import { labelTable } from '#domains/labels/rules/local-labels.ts'
import { pendingPlaceChange } from '#domains/places/web/api/pending-place-changes.ts'
import { pendingCookbookChange } from '#domains/recipes/web/api/pending-cookbook-changes.ts'
import { recipeChange } from '#domains/recipes/web/api/pending-recipe-changes.ts'
import { bundleTable } from '#domains/shopping/rules/local-bundles.ts'
import { namedListTable, recurringTable } from '#domains/shopping/rules/local-list.ts'
import { listChange } from '#domains/shopping/web/api/pending-list-changes.ts'
import { tripChange } from '#domains/shopping/web/api/pending-trip-changes.ts'
import { storeTable } from '#domains/stores/rules/local-stores.ts'
import type { TablesUpdate } from '#platform/web/sync/household-tables.ts'
import type { PendingMutation } from '#platform/web/sync/operation.ts'
import { pendingRowChange } from '#platform/web/sync/pending-row-change.ts'
import { renameLocation } from './rename-location.ts'

/** What the pending changes of each kind do to the tables. `isRead`: the rows include the change, on which waiting ones depend. */
export const pendingChanges: Readonly<Record<string, (mutation: PendingMutation, today: string, isRead: boolean) => TablesUpdate>> = {
  inventory: pendingLotChange,
  recipes: (mutation, today) => (draft) => {
    recipeChange(mutation)(draft)
    pendingLotChange(mutation, today)(draft)
  },
  cookbooks: pendingCookbookChange,
  ingredients: pendingIngredientChange((draft) => new Set([...draft.rows(lotTable)].map(({ ingredientId }) => ingredientId))),
  shopping: (mutation, _today, isRead) => listChange(mutation, isRead),
  shoppingBundles: pendingRowChange(bundleTable),
  shoppingLists: pendingRowChange(namedListTable),
  recurringItems: pendingRowChange(recurringTable),
  shoppingTrips: tripChange,
  labels: pendingRowChange(labelTable),
  stores: pendingRowChange(storeTable),
  eaters: pendingRowChange(eaterTable),
  mealEaters: pendingRowChange(mealEatersTable),
  foodContents: pendingRowChange(foodContentsTable),
  places: pendingPlaceChange(renameLocation),
}
