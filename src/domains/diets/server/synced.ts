import { type SharedTable, sharedTable } from '#platform/server/sync/synced-table.ts'
import type { DietTables } from './tables.ts'
import { toEater } from './use-cases/edit-eater.ts'
import { toFoodContents } from './use-cases/set-food-contents.ts'
import { toMealEaters } from './use-cases/set-meal-eaters.ts'

/** What browsers keep a copy of. */
export const syncedDiets: readonly SharedTable[] = [
  sharedTable({
    name: 'eaters',
    from: (q) => q.on<DietTables>().selectFrom('eaters').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toEater),
  }),
  sharedTable({
    name: 'mealEaters',
    from: (q) => q.on<DietTables>().selectFrom('meal_eaters').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toMealEaters),
  }),
  sharedTable({
    name: 'foodContents',
    from: (q) => q.on<DietTables>().selectFrom('food_contents').selectAll().where('removed_at', 'is', null),
    toRows: (rows) => rows.map(toFoodContents),
  }),
]
