import { listHouseholds } from '#domains/households/contract/index.ts'
import { getAccountUsage, getHouseholdUsage } from '#domains/households/contract/quota.ts'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import type { Endpoint } from '#platform/shared/endpoint.ts'
import { isRoleAtLeast, type Role } from '#platform/shared/roles.ts'
import { invalidate, useEndpointMutation, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { onEvent } from '#platform/web/sync/live-events.ts'
import {
  approveJoinRequest,
  askToJoin,
  type Circle,
  changeCircle,
  changeCircleMember,
  createCircle,
  declineJoinRequest,
  deleteCircle,
  findPublicCircles,
  inviteToCircle,
  joinCircle,
  linkHousehold,
  listLinkedCircles,
  listMyCircles,
  previewCircleInvite,
  refreshCircleCode,
  removeCircleMember,
  revokeInvite,
  unlinkHousehold,
} from '../contract.ts'

const touches: readonly Endpoint[] = [listMyCircles, listLinkedCircles, getAccountUsage, getHouseholdUsage]

export const useCircles = () => useEndpointQuery(listMyCircles, {}, { staleTime: 10_000 })
/** Returns the caller's circles to which the active household is linked. */
export function useLinkedCircles(): readonly Circle[] {
  const home = useActiveHousehold()?.id
  return (useCircles().data ?? []).filter(({ households }) => households.some(({ id }) => id === home))
}
/** Loads all circles to which a household is linked, if the caller is its admin. */
export const useAllLinkedCircles = (household: { id: string; role: Role } | null) =>
  useEndpointQuery(
    listLinkedCircles,
    { params: { id: household?.id ?? '' } },
    { enabled: household !== null && isRoleAtLeast(household.role, 'ADMIN') },
  )
export const usePublicCircles = (name: string) =>
  useEndpointQuery(findPublicCircles, { query: { name } }, { enabled: name.trim() !== '', keepLast: true })
export const useCreateCircle = () => useEndpointMutation(createCircle, { touches, isForm: true })
export const useChangeCircle = () => useEndpointMutation(changeCircle, { touches })
export const useDeleteCircle = () => useEndpointMutation(deleteCircle, { touches })
export const useJoinCircle = () => useEndpointMutation(joinCircle, { touches })
/** Loads the names that an invite link's code shows. */
export const useCircleInvite = (code: string) =>
  useEndpointQuery(previewCircleInvite, { body: { code } }, { enabled: code !== '', staleTime: 60_000 })
export const useInvite = () => useEndpointMutation(inviteToCircle, { touches })
export const useRefreshCode = () => useEndpointMutation(refreshCircleCode, { touches })
export const useRevokeInvite = () => useEndpointMutation(revokeInvite, { touches })
export const useAskToJoin = () => useEndpointMutation(askToJoin, { touches: [findPublicCircles, getAccountUsage] })
export const useApproveJoinRequest = () => useEndpointMutation(approveJoinRequest, { touches })
export const useDeclineJoinRequest = () =>
  useEndpointMutation(declineJoinRequest, { touches: [listMyCircles, findPublicCircles, getAccountUsage] })
export const useChangeCircleMember = () => useEndpointMutation(changeCircleMember, { touches })
export const useRemoveCircleMember = () => useEndpointMutation(removeCircleMember, { touches })
export const useLinkHousehold = () => useEndpointMutation(linkHousehold, { touches: [listMyCircles, listHouseholds, getHouseholdUsage] })
export const useUnlinkHousehold = () => useEndpointMutation(unlinkHousehold, { touches })

/** Refetches the circles on events while a page shows them. Returns the function that stops it. */
export const refreshCirclesOnEvents = (): (() => void) =>
  onEvent({}, ({ event }) => {
    if (event.startsWith('circle.')) void invalidate(listMyCircles)
  })
