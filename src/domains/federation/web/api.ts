import { useActiveHousehold } from '#domains/households/web/index.ts'
import { invalidate, useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import { confirmLink, endHouseholdLink, inviteLink, joinLink, listLinks } from '../contract/index.ts'

const touches = [listLinks]

export const useLinks = () => useEndpointQuery(listLinks, {}, { staleTime: 10_000, enabled: useActiveHousehold() !== null })
export const useInviteLink = () => useEndpointMutation(inviteLink, { touches, isForm: true })
export const useJoinLink = () => useEndpointMutation(joinLink, { touches, isForm: true })
export const useConfirmLink = () => useEndpointMutation(confirmLink, { touches })
export const useEndLink = () => useEndpointMutation(endHouseholdLink, { touches })

/** Refetches the links on events while a page shows them. Returns the function that stops it. */
export const refreshLinksOnEvents = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (event.startsWith('link.')) void invalidate(listLinks)
  })
