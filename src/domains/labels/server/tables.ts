import type { HouseholdId } from '#platform/shared/ids.ts'
import type { LabelSizeName } from '../contract.ts'

export interface LabelTables {
  label_sheets: {
    household_id: HouseholdId
    id: string
    size: LabelSizeName
    created_by: string
    created_at: string
    revoked_at: string | null
  }
  labels: {
    household_id: HouseholdId
    /** The printed code. */
    id: string
    sheet_id: string
    lot_id: string | null
    location: string | null
    version: number
    created_at: string
    updated_at: string
    revoked_at: string | null
  }
}
