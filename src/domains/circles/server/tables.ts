import type { View } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { CircleRole } from '../contract.ts'

/** Events in a circle that members are notified of. `answered`: a request to join was declined or withdrawn; `offer_over`: an offer ended. */
export type CircleEventName = 'invited' | 'asked' | 'answered' | 'joined' | 'offered' | 'offer_over'

export interface CircleEventDetails {
  /** The circle's name at the time; an invited user can't read it. */
  circle?: string
  offer?: { id: string; food?: string; amount?: string }
  /** Ids of members not to notify. */
  notFor?: readonly string[]
}

export interface CircleTables {
  circles: {
    id: string
    name: string
    name_key: string
    description: string
    is_public: 0 | 1
    allow_invites: 0 | 1
    code_hash: string
    code_box: string
    created_by: string
    version: number
    created_at: string
    deleted_at: string | null
  }
  circle_members: { circle_id: string; user_id: string; role: CircleRole; joined_at: string }
  circle_households: { household_id: HouseholdId; circle_id: string; linked_by: string; linked_at: string }
  circle_invites: {
    circle_id: string
    id: string
    code_hash: string
    made_by: string
    created_at: string
    expires_at: string
    state: 'open' | 'used' | 'revoked'
    used_by: string | null
  }
  circle_asks: { circle_id: string; user_id: string; asked_at: string }
  circle_news: {
    id: string
    circle_id: string
    name: CircleEventName
    actor_id: string
    user_id: string | null
    /** JSON: CircleEventDetails */
    facts: string
    at: string
  }
}

/** The columns that other domains may read. */
export interface CircleViews {
  circles: View<CircleTables['circles'], 'id' | 'name'>
  circle_members: View<CircleTables['circle_members'], 'circle_id' | 'user_id'>
  circle_households: View<CircleTables['circle_households'], 'household_id' | 'circle_id'>
}
