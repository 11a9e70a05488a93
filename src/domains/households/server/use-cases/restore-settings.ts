import { recordChange } from '#platform/server/changes/change-log.ts'
import type { Reader, Transaction } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import { type Household, householdChanged } from '../../contract/index.ts'
import * as store from '../store/index.ts'

export type HouseholdSettings = Pick<Household, 'name' | 'timeZone' | 'currency' | 'restocksList' | 'locations'>

/** Returns what the household set. */
export async function readSettings(q: Reader, householdId: HouseholdId): Promise<HouseholdSettings> {
  const row = await store.settingsOf(q, householdId)
  return {
    name: row.name,
    timeZone: row.time_zone,
    currency: row.currency,
    restocksList: row.restocks_list === 1,
    locations: JSON.parse(row.locations) as string[],
  }
}

/** Sets what an import brings, or what it was before. */
export async function restoreSettings(tx: Transaction, member: Member, settings: Partial<HouseholdSettings>): Promise<void> {
  const { name, timeZone, currency, restocksList, locations } = settings
  const set = {
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
    ...(currency !== undefined && { currency }),
    ...(restocksList !== undefined && { restocks_list: restocksList ? 1 : 0 }),
    ...(locations !== undefined && { locations: JSON.stringify(locations) }),
  }
  await store.updateHousehold(tx, member.householdId, set, null)
  await recordChange(tx, member, householdChanged, {})
}
