import type { HouseholdId } from '#platform/shared/ids.ts'
export interface ScanningTables {
  /** Cached answers of public catalogs; not specific to a household. */
  lookups: {
    source: string
    code: string
    /** JSON: `CatalogProduct`; null if unknown there. */
    product: string | null
    expires_at: string
  }
  photo_examples: {
    household_id: HouseholdId
    id: string
    ingredient_id: string
    model: string
    features: string
    created_at: string
  }
  /** What a printed line of a receipt means. */
  receipt_names: {
    household_id: HouseholdId
    print: string
    ingredient_id: string
    updated_at: string
  }
}
