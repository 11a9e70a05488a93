import type { View } from '#platform/server/database/index.ts'
import { boundedCache } from '#platform/shared/bounded-cache.ts'
import type { Conversion } from '#platform/shared/units.ts'
import type { IngredientTables } from './tables.ts'

export interface IngredientViews {
  ingredients: View<
    IngredientTables['ingredients'],
    'household_id' | 'id' | 'name' | 'name_key' | 'category' | 'par_milli' | 'default_unit' | 'aliases' | 'conversions' | 'removed_at'
  >
}

const conversionsByText = boundedCache<string, readonly Conversion[]>(5000)

/** Parses the column `conversions`. Cached, because thousands of rows have few distinct texts. */
export function parseConversions(text: string | null): readonly Conversion[] {
  if (text === null || text === '[]') return []
  return conversionsByText.getOrCreate(text, () => JSON.parse(text) as readonly Conversion[])
}
