import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ImportRowKind, ImportSource, ImportState, Reason, RowState } from '../contract.ts'

export interface ImportTables {
  imports: {
    household_id: HouseholdId
    id: string
    source: ImportSource
    state: ImportState
    made_by: string
    /** JSON: string[] */
    counted_as_pieces: string
    pictures_left_out: number
    done_rows: number
    total_rows: number
    created_at: string
    updated_at: string
    finished_at: string | null
  }
  import_rows: {
    household_id: HouseholdId
    import_id: string
    no: number
    kind: ImportRowKind
    place: string
    name: string
    source_key: string | null
    /** JSON: PlanData of its kind */
    data: string | null
    state: RowState
    reason: Reason | null
    match_name: string | null
    target_id: string | null
  }
  import_keys: { household_id: HouseholdId; source_key: string; import_id: string }
}
