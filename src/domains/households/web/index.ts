export { useActiveHousehold, useActiveHouseholdId, useHouseholds, useMay, useToday } from './api.ts'
export { HouseholdSwitcher } from './components/household-switcher.tsx'
