import type { View } from '#platform/server/database/index.ts'
import type { IngredientTables } from './tables.ts'

export interface IngredientViews {
  ingredients: View<
    IngredientTables['ingredients'],
    'household_id' | 'id' | 'name' | 'name_key' | 'category' | 'par_milli' | 'default_unit' | 'aliases' | 'conversions' | 'removed_at'
  >
}
