import { call } from '#platform/web/api/call.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import * as contract from '../../contract/guest-links.ts'

/** Loads the guest links that haven't ended. */
export const useGuestLinks = () => useEndpointQuery(contract.listGuestLinks, {})

/** Throws `ApiError`. */
export async function createGuestLink() {
  const { household } = currentSession()
  const link = await call(contract.createGuestLink, { household })
  await invalidateIn(household, contract.listGuestLinks)
  return link
}

/** Throws `ApiError`. */
export async function endGuestLink(id: string): Promise<void> {
  const { household } = currentSession()
  await call(contract.endGuestLink, { params: { id }, household })
  await invalidateIn(household, contract.listGuestLinks)
}
