import type { HouseholdId } from '#platform/shared/ids.ts'

export interface StoreTables {
  stores: {
    household_id: HouseholdId
    id: string
    name: string
    place: number
    /** A JSON array of categories, as set by hand. */
    aisles: string
    /** A JSON array of pairs of categories, as learned. */
    aisle_pairs: string
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
}
