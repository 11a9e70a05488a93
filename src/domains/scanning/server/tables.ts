export interface ScanningTables {
  /** What public catalogues answered; belongs to no household. */
  lookups: {
    source: string
    code: string
    /** JSON: CatalogueProduct; null: not known there. */
    product: string | null
    expires_at: string
  }
}
