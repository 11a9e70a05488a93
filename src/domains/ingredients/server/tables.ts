import type { View } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { Storage } from '../contract/index.ts'

export interface IngredientTables {
  ingredients: {
    household_id: HouseholdId
    id: string
    name: string
    name_key: string
    category: string
    par_milli: number | null
    default_unit: Unit
    default_storage: Storage
    default_location: string
    /** Where an item goes once it is opened. Null and empty: it stays where it is. */
    opened_storage: Storage | null
    opened_location: string
    /** JSON: string[] */
    aliases: string
    /** JSON: Conversion[] */
    conversions: string
    /** JSON: OwnUnit[] */
    own_units: string
    /** JSON: Container[] */
    containers: string
    /** JSON: ShelfLife */
    shelf_life: string
    shelf_life_source: string | null
    /** 1: new lots are shared by default. */
    is_shared: 0 | 1
    note: string
    /** -1: no warning of its date; null: the usual days. */
    warning_days: number | null
    /** 1: offered first. */
    is_favorite: 0 | 1
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
    /** The ingredient that it became part of. */
    merged_into: string | null
    /** An id of `ingredient_pictures`; null if there is none. */
    picture: string | null
    /** The ingredient that this one is a kind of, which may have been removed since; null if none. */
    parent_id: string | null
  }
  ingredient_pictures: {
    household_id: HouseholdId
    /** A hash of the bytes. */
    id: string
    created_at: string
    /** Since when no ingredient has it. */
    unused_at: string | null
    jpeg: Uint8Array
  }
  barcodes: {
    household_id: HouseholdId
    code: string
    ingredient_id: string
    label: string | null
    pack_milli: number | null
    pack_unit: Unit | null
    /** The name of one of its ingredient's own units; null if none. */
    pack_name: string | null
  }
}

/** The columns that other domains may read. */
export interface IngredientViews {
  ingredients: View<
    IngredientTables['ingredients'],
    | 'household_id'
    | 'id'
    | 'name'
    | 'name_key'
    | 'category'
    | 'par_milli'
    | 'default_unit'
    | 'aliases'
    | 'conversions'
    | 'own_units'
    | 'note'
    | 'warning_days'
    | 'parent_id'
    | 'removed_at'
  >
}
