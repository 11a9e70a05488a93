import type { HouseholdId } from '#platform/shared/ids.ts'
import type { BrokerConnection } from '../contract.ts'

export interface HomeAssistantTables {
  home_assistant_links: {
    household_id: HouseholdId
    created_by: string
    created_at: string
    connection: BrokerConnection | null
    connection_since: string | null
  }
}
