import type { AccountTables } from '#domains/account/server/index.ts'
import type { CircleRole } from '../contract.ts'
import type { NewsName } from '../rules.ts'

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
  circle_households: { household_id: string; circle_id: string; linked_by: string; linked_at: string }
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
    name: NewsName
    actor_id: string
    user_id: string | null
    /** JSON: NewsFacts */
    facts: string
    at: string
  }
}

/** What circles read of others' tables: names. */
export type Beside = Pick<AccountTables, 'users'> & { households: { id: string; name: string; deleted_at: string | null } }
