export interface ScanningTables {
  /** What public catalogues answered; belongs to no household. */
  lookups: {
    source: string
    code: string
    /** JSON: CatalogueProduct; null: not known there. */
    product: string | null
    expires_at: string
  }
  /** Confirmed photos of a household. */
  photo_examples: {
    household_id: string
    id: string
    ingredient_id: string
    model: string
    features: string
    created_at: string
  }
  /** The food that a line of a receipt means. */
  receipt_names: {
    household_id: string
    print: string
    ingredient_id: string
    updated_at: string
  }
}
