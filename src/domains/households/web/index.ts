export { useActiveHousehold, useActiveHouseholdId, useHouseholds, useMay, useToday } from './api.ts'
export { HouseholdSwitcher } from './components/household-switcher.tsx'
export { QuotaNotice } from './components/quota-notice.tsx'
export { AccountUsageCard, HouseholdUsageCard } from './components/usage-card.tsx'
