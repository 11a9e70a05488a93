import { syncedAccount } from '#domains/account/server/synced.ts'
import { syncedAlerts } from '#domains/alerts/server/synced.ts'
import { syncedDiets } from '#domains/diets/server/synced.ts'
import type { InviteCodes } from '#domains/households/server/index.ts'
import { syncedHousehold, syncedRoleOf } from '#domains/households/server/synced.ts'
import { syncedIngredients } from '#domains/ingredients/server/synced.ts'
import { syncedInventory } from '#domains/inventory/server/synced.ts'
import { syncedLabels } from '#domains/labels/server/synced.ts'
import { syncedNotifications } from '#domains/notifications/server/synced.ts'
import { syncedPlaces } from '#domains/places/server/synced.ts'
import { syncedRecipes } from '#domains/recipes/server/synced.ts'
import type { ShoppingDeps } from '#domains/shopping/server/index.ts'
import { shoppingOptionsTables, syncedShopping } from '#domains/shopping/server/synced.ts'
import { syncedStores } from '#domains/stores/server/synced.ts'
import type { SyncConfig } from '#platform/server/sync/read-sync.ts'

/** The tables that browsers keep a copy of and that all members see alike. */
export const sharedTables = [
  ...syncedStores,
  ...syncedIngredients,
  ...syncedDiets,
  ...syncedPlaces,
  ...syncedInventory,
  ...syncedLabels,
  ...syncedShopping,
  ...syncedRecipes,
  ...syncedAlerts,
]

/** Everything that browsers keep a copy of. */
export const createHouseholdSync = (codes: InviteCodes, shopping: ShoppingDeps): SyncConfig => ({
  tables: [...syncedHousehold(codes), ...sharedTables],
  ownTables: [...syncedAccount, ...syncedNotifications, ...shoppingOptionsTables(shopping)],
  roleOf: syncedRoleOf,
})
