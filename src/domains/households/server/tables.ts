import type { Generated } from 'kysely'
import type { ChangeTables } from '#platform/server/changes/change-log.ts'
import type { View } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Role } from '#platform/shared/roles.ts'

export interface HouseholdTables {
  households: ChangeTables['households'] & {
    name: string
    time_zone: string
    currency: string
    /** A JSON array of names. */
    locations: string
    /** Whether what falls below its par level goes on the shopping list by itself. */
    restocks_list: Generated<number>
    invite_hash: string
    invite_box: string
    invite_changed_at: string | null
    /** The import that filled it with a sample kitchen, until it is cleared. */
    sample_import: string | null
    version: number
    created_at: string
    deleted_at: string | null
  }
  access_keys: {
    household_id: HouseholdId
    id: string
    user_id: string
    kind: 'read' | 'write' | 'calendar' | 'tasks' | 'tablet'
    name: string
    hash: string
    created_at: string
    /** Null for calendar links, which don't expire. */
    expires_at: string | null
  }
  tablets: { household_id: HouseholdId; id: string; name: string }
  /** Of no household yet. */
  tablet_pairings: { code_hash: string; secret_hash: string; expires_at: string }
  former_viewers: { household_id: HouseholdId; user_id: string; left_at: string }
  members: { household_id: HouseholdId; user_id: string; role: Role; joined_at: string; version: Generated<number> }
}

/** The columns that other domains may read. */
export interface HouseholdViews {
  households: View<HouseholdTables['households'], 'id' | 'name' | 'seq' | 'time_zone' | 'restocks_list' | 'deleted_at'>
  members: View<HouseholdTables['members'], 'household_id' | 'user_id' | 'role' | 'joined_at'>
}
