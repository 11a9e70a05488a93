import type { View } from '#platform/server/database/index.ts'
import type { ShoppingTables } from './tables.ts'

export interface ShoppingViews {
  shopping_items: View<ShoppingTables['shopping_items'], 'household_id' | 'id' | 'state' | 'is_checked'>
}
