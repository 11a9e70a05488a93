import { useSyncExternalStore } from 'react'
import { type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { cache, invalidate, queryKeyOf, useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentLocale } from '#platform/web/i18n/language.ts'
import { watchMidnight } from '#platform/web/i18n/watch-midnight.ts'
import { currentSession, setActiveHousehold, watchSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import {
  changeHousehold,
  changeMember,
  createHousehold,
  deleteHousehold,
  type Household,
  joinHousehold,
  listDeletedHouseholds,
  listHouseholds,
  listMembers,
  refreshInvite,
  removeMember,
  restoreHousehold,
} from '../../contract/index.ts'
import { getAccountUsage, getHouseholdUsage } from '../../contract/quota.ts'

/** Returns the user's households. */
export const useHouseholds = () => useEndpointQuery(listHouseholds, {}, { staleTime: 60_000, persisted: true })

const activeId = () => currentSession().household
export const useActiveHouseholdId = () => useSyncExternalStore(watchSession, activeId)

/** Returns null while loading or if there is none. */
export function useActiveHousehold(): Household | null {
  const id = useActiveHouseholdId()
  const { data } = useHouseholds()
  return data?.find((household) => household.id === id) ?? null
}

/** Returns whether the user has at least `role` in the active household. False while loading. */
export function useHasRole(role: Role): boolean {
  const household = useActiveHousehold()
  return household !== null && isRoleAtLeast(household.role, role)
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** Returns a formatter for amounts in the active household's currency: `$3.20`. */
export function useMoney(): (amount: number) => string {
  const currency = useActiveHousehold()?.currency ?? 'USD'
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat(currentLocale(), { style: 'currency', currencyDisplay: 'narrowSymbol', currency })
    moneyFormats.set(currency, format)
  }
  return format.format
}

/** Returns today in the active household's time zone. Updates at midnight. */
export function useToday(): CalendarDate {
  const timeZone = useActiveHousehold()?.timeZone ?? 'UTC'
  return useSyncExternalStore(watchMidnight, () => dateInTimeZone(timeZone, new Date()))
}

/** Makes a household active and adds it to the cached list. */
function activate(household: Household) {
  cache.setQueryData<Household[]>(queryKeyOf(listHouseholds, {}), (known) => [
    ...(known ?? []).filter(({ id }) => id !== household.id),
    household,
  ])
  setActiveHousehold(household.id)
}

export const useCreateHousehold = () =>
  useEndpointMutation(createHousehold, { touches: [listHouseholds, getAccountUsage], isForm: true, onSuccess: activate })

export const useJoinHousehold = () =>
  useEndpointMutation(joinHousehold, { touches: [listHouseholds, getAccountUsage], onSuccess: activate })
export const useRefreshInvite = () => useEndpointMutation(refreshInvite, { touches: [listHouseholds] })
export const useChangeHousehold = () => useEndpointMutation(changeHousehold, { touches: [listHouseholds] })
export const useDeleteHousehold = () =>
  useEndpointMutation(deleteHousehold, { touches: [listHouseholds, listDeletedHouseholds, getAccountUsage] })
export const useDeletedHouseholds = () => useEndpointQuery(listDeletedHouseholds, {})
export const useRestoreHousehold = () => useEndpointMutation(restoreHousehold, { touches: [listHouseholds, listDeletedHouseholds] })
export const useMembers = (id: string, enabled = true) => useEndpointQuery(listMembers, { params: { id } }, { enabled })
export const useChangeMember = () => useEndpointMutation(changeMember, { touches: [listMembers, listHouseholds] })
export const useRemoveMember = () =>
  useEndpointMutation(removeMember, { touches: [listMembers, listHouseholds, getAccountUsage, getHouseholdUsage] })

/** Returns the quota usage, refetched by every screen that shows it. */
export const useAccountUsage = (enabled = true) => useEndpointQuery(getAccountUsage, {}, { staleTime: 0, enabled })
export const useHouseholdUsage = (id: string | null) =>
  useEndpointQuery(getHouseholdUsage, { params: { id: id ?? '' } }, { staleTime: 0, enabled: id !== null })

// An import may be a sample kitchen, and a household has the names of its places.
const householdEvents = /^(household|member|invite|import|place)\./

const isUndoOfPlace = (payload: unknown): boolean => typeof payload === 'object' && payload !== null && 'placeId' in payload

/** Refetches households and members after their changes. Returns a function that stops this. */
export const refetchHouseholdsOnEvents = (): (() => void) =>
  onEvent({}, ({ event, payload }) => {
    if (householdEvents.test(event) || isUndoOfPlace(payload)) void invalidate(listHouseholds, listMembers)
  })
