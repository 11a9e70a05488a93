import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { HouseholdLink, LinkState } from '../contract/index.ts'
import type { BorrowerState, LenderState } from '../contract/messages.ts'
import type { LoanSide } from '../rules/loan-state.ts'

export interface FederationTables {
  household_links: {
    household_id: HouseholdId
    id: string
    circle_id: string
    state: LinkState
    own_name: string
    peer_name: string | null
    peer_url: string | null
    /** The other server's id of the link. */
    peer_link_id: string | null
    public_key: string
    private_key_box: string
    peer_key: string | null
    token_hash: string | null
    token_box: string | null
    expires_at: string | null
    created_by: string
    created_at: string
    ended_at: string | null
    ended_by: HouseholdLink['endedBy']
    due_at: string | null
    attempts: number
    changed_at: string
    synced_at: string | null
  }
  linked_offers: {
    household_id: HouseholdId
    id: string
    link_id: string
    item_id: string
    food_name: string
    food_category: string
    milli: number
    unit: Unit
    storage: Storage
    is_opened: 0 | 1
    expiration_date: string | null
  }
  linked_loans: {
    household_id: HouseholdId
    id: string
    link_id: string
    loan_id: string
    side: LoanSide
    borrower_state: BorrowerState
    lender_state: LenderState
    item_id: string
    lot_id: string | null
    food_name: string
    food_category: string
    milli: number
    unit: Unit
    expires_at: string
    user_id: string | null
    /** JSON: `food` of `LenderStatement` */
    food: string | null
    peer_statement: string | null
    moved_seq: number | null
    created_at: string
    updated_at: string
  }
}
