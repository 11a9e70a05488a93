export { useActiveHousehold, useActiveHouseholdId, useHouseholds, useMay, useToday } from './api.ts'
export { HouseholdSwitcher } from './components/household-switcher.tsx'
export { hasInvite, saveInvite } from './components/invite-link.ts'
