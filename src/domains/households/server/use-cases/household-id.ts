import { randomUUIDv7 } from 'node:crypto'
import type { HouseholdId } from '#platform/shared/ids.ts'

/**
 * Makes the id of a household from text: of a new household, or of one whose member the caller was found to be. The only cast to
 * `HouseholdId`; all other code takes it from rows or from the caller's membership.
 */
export const toHouseholdId = (id: string): HouseholdId => id as HouseholdId

export const newHouseholdId = (): HouseholdId => toHouseholdId(randomUUIDv7())
