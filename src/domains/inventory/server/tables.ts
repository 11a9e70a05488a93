import type { Storage } from '#domains/ingredients/contract/index.ts'
import type { View } from '#platform/server/database/index.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { DateKind, Lot } from '../contract.ts'

export type LedgerKind = 'add' | 'use' | 'discard' | 'correct' | 'remove' | 'split' | 'transfer' | 'undo'

export interface InventoryTables {
  lots: {
    household_id: HouseholdId
    id: string
    ingredient_id: string
    milli: number
    unit: Unit
    /** The own unit it was entered in; null if none. */
    own_unit: string | null
    location: string
    storage: Storage
    state: Lot['state']
    is_opened: 0 | 1
    is_shared: 0 | 1
    expiration_date: string | null
    date_kind: DateKind | null
    goes_off_on: string
    /** JSON: ExpirationReason */
    goes_off_reason: string | null
    added_on: string
    opened_on: string | null
    frozen_on: string | null
    frozen_days_left: number | null
    thawed_on: string | null
    whole_milli: number
    price_cents: number | null
    barcode: string | null
    note: string
    store_id: string | null
    added_by: string
    confirmed_at: string | null
    /** The probability that it is gone, if that is at least a half, as of `gone_version`. */
    gone_percent: number | null
    gone_version: number | null
    version: number
    created_at: string
    updated_at: string
  }
  ledger: {
    household_id: HouseholdId
    seq: number
    lot_id: string
    kind: LedgerKind
    delta: number
    unit: Unit
    on_date: string
    reason: string | null
    notes: string | null
    cost_cents: number | null
  }
  reservations: {
    household_id: HouseholdId
    id: string
    lot_id: string
    kind: 'plan' | 'borrow'
    milli: number
    ref_id: string
    created_at: string
    /** The day on which a plan will use it; null if unknown. */
    on_date: string | null
  }
}

/** The columns that other domains may read. */
export interface InventoryViews {
  lots: View<
    InventoryTables['lots'],
    | 'household_id'
    | 'id'
    | 'ingredient_id'
    | 'milli'
    | 'unit'
    | 'location'
    | 'storage'
    | 'state'
    | 'is_opened'
    | 'is_shared'
    | 'expiration_date'
    | 'date_kind'
    | 'goes_off_on'
    | 'whole_milli'
    | 'price_cents'
    | 'added_by'
    | 'version'
    | 'gone_version'
    | 'created_at'
  >
  reservations: View<InventoryTables['reservations'], 'household_id' | 'lot_id' | 'kind' | 'milli' | 'ref_id'>
}
