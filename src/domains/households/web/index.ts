export { useActiveHousehold, useActiveHouseholdId, useHasRole, useHouseholds, useToday } from './api.ts'
export { QuotaNotice } from './households/quota-notice.tsx'
export { AccountUsageCard, HouseholdUsageCard } from './households/usage-card.tsx'
export { HouseholdSwitcher } from './switcher/household-switcher.tsx'
