import type { HouseholdId } from '#platform/shared/ids.ts'
import type { ActionKind } from '../contract.ts'

export interface WasteTables {
  waste_actions: {
    household_id: HouseholdId
    /** The change that recorded the action. */
    seq: number
    kind: ActionKind
    ingredient_id: string
    lot_id: string | null
    taken_on: string
  }
}
