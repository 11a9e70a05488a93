import type { HouseholdId } from '#platform/shared/ids.ts'
export interface SettingsTables {
  webhooks: {
    household_id: HouseholdId
    id: string
    url: string
    secret_box: string
    created_by: string
    created_at: string
  }
  webhook_deliveries: {
    household_id: HouseholdId
    id: string
    webhook_id: string
    seq: number | null
    event: string
    body: string
    state: 'waiting' | 'delivered' | 'given_up'
    tries: number
    next_at: string
    status: number | null
    created_at: string
    tried_at: string | null
  }
}
