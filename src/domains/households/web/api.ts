import { useSyncExternalStore } from 'react'
import { type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { cache, invalidate, keyOf, useReply, useSend } from '#platform/web/api/query-cache.ts'
import { watchMidnight } from '#platform/web/i18n/watch-midnight.ts'
import { browserTimeZone } from '#platform/web/session/browser.ts'
import { currentSession, setActiveHousehold, watchSession } from '#platform/web/session/session.ts'
import { onEvent } from '#platform/web/sync/live.ts'
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
} from '../contract/index.ts'
import { getAccountUsage, getHouseholdUsage } from '../contract/quota.ts'

/** Returns the user's households. */
export const useHouseholds = () => useReply(listHouseholds, {}, { staleTime: 60_000, persisted: true })

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

/** Returns today in the active household's time zone. Updates at midnight. */
export function useToday(): CalendarDate {
  const timeZone = useActiveHousehold()?.timeZone ?? 'UTC'
  return useSyncExternalStore(watchMidnight, () => dayIn(timeZone, new Date()))
}

/** Makes a household active and adds it to the cached list. */
function activate(household: Household) {
  cache.setQueryData<Household[]>(keyOf(listHouseholds, {}), (known) => [
    ...(known ?? []).filter(({ id }) => id !== household.id),
    household,
  ])
  setActiveHousehold(household.id)
}

export const useCreateHousehold = () =>
  useSend(createHousehold, { touches: [listHouseholds, getAccountUsage], isForm: true, onSuccess: activate })

/** Returns the request for a new household in the browser's time zone. */
export const newHousehold = (name: string) => ({ body: { name: name.trim(), timeZone: browserTimeZone() } })

export const useJoinHousehold = () => useSend(joinHousehold, { touches: [listHouseholds, getAccountUsage], onSuccess: activate })
export const useRefreshInvite = () => useSend(refreshInvite, { touches: [listHouseholds] })
export const useChangeHousehold = () => useSend(changeHousehold, { touches: [listHouseholds] })
export const useDeleteHousehold = () => useSend(deleteHousehold, { touches: [listHouseholds, listDeletedHouseholds, getAccountUsage] })
export const useDeletedHouseholds = () => useReply(listDeletedHouseholds, {})
export const useRestoreHousehold = () => useSend(restoreHousehold, { touches: [listHouseholds, listDeletedHouseholds] })
export const useMembers = (id: string, enabled = true) => useReply(listMembers, { params: { id } }, { enabled })
export const useChangeMember = () => useSend(changeMember, { touches: [listMembers, listHouseholds] })
export const useRemoveMember = () => useSend(removeMember, { touches: [listMembers, listHouseholds, getAccountUsage, getHouseholdUsage] })

/** Returns the quota usage, refetched by every screen that shows it. */
export const useAccountUsage = (enabled = true) => useReply(getAccountUsage, {}, { staleTime: 0, enabled })
export const useHouseholdUsage = (id: string | null) =>
  useReply(getHouseholdUsage, { params: { id: id ?? '' } }, { staleTime: 0, enabled: id !== null })

const householdEvents = /^(household|member|invite)\./

/** Refetches households and members after their changes. Returns a function that stops this. */
export const refetchHouseholdsOnEvents = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (householdEvents.test(event)) void invalidate(listHouseholds, listMembers)
  })
