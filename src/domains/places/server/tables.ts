import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'

export interface PlaceTables {
  places: {
    household_id: HouseholdId
    id: string
    name: string
    name_key: string
    position: number
    storage: Storage | null
    /** An id of `ingredient_pictures`; null if there is none. */
    picture: string | null
    version: number
    created_at: string
    updated_at: string
    removed_at: string | null
  }
}
