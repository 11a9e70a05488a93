import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { BorrowStatus } from '../contract/index.ts'

export interface SharingTables {
  borrow_requests: {
    /** The lender's household. */
    household_id: HouseholdId
    id: string
    lot_id: string
    borrower_household_id: HouseholdId
    circle_id: string
    requester_id: string
    lender_id: string
    status: BorrowStatus
    milli: number
    unit: Unit
    message: string | null
    food_name: string
    food_category: string
    expires_at: string
    lapses_at: string
    offer_id: string | null
    given_seq: number | null
    received_seq: number | null
    created_at: string
    updated_at: string
  }
  debts: {
    /** The lender's household. */
    household_id: HouseholdId
    id: string
    borrower_household_id: HouseholdId
    food_name: string
    food_category: string
    milli: number
    unit: Unit
    state: 'open' | 'returned' | 'never_mind' | 'undone'
    created_at: string
    closed_at: string | null
  }
  offers: {
    household_id: HouseholdId
    id: string
    lot_id: string
    circle_id: string
    milli: number
    unit: Unit
    food_name: string
    food_category: string
    state: 'open' | 'taken' | 'withdrawn'
    offered_by: string
    expires_at: string
    taken_by: string | null
    created_at: string
  }
}
