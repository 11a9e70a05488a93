import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { AlertType, Severity } from '../contract.ts'

export interface AlertTables {
  alerts: {
    household_id: HouseholdId
    id: string
    kind: AlertType
    subject_id: string
    ingredient_id: string
    severity: Severity
    due_on: string | null
    milli: number | null
    par_milli: number | null
    unit: Unit | null
    created_at: string
    resolved_at: string | null
    deleted_at: string | null
    ended_at: string | null
    snoozed_until: string | null
    /** The forecast's probability of waste, in thousandths; null if there is none. */
    chance: number | null
    /** See `Announcements`. */
    announced_days: number
    announced_on: string | null
    announced_severity: Severity | null
    announced_version: number | null
  }
}
