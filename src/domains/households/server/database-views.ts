import type { View } from '#platform/server/database/index.ts'
import type { HouseholdTables } from './tables.ts'

export interface HouseholdViews {
  households: View<HouseholdTables['households'], 'id' | 'name' | 'seq' | 'time_zone' | 'deleted_at'>
  members: View<HouseholdTables['members'], 'household_id' | 'user_id' | 'role' | 'joined_at'>
}
