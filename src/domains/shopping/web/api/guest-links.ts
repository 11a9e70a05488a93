import { call } from '#platform/web/api/call.ts'
import { invalidateIn, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { currentSession } from '#platform/web/session/session.ts'
import * as contract from '../../contract/guest-links.ts'

/** Loads the guest links to a list that haven't ended; null for the default list. */
export const useGuestLinks = (listId: string | null) =>
  useEndpointQuery(contract.listGuestLinks, listId === null ? {} : { query: { list: listId } })

/** Throws `ApiError`. */
export async function createGuestLink(listId: string | null) {
  const { household } = currentSession()
  const link = await call(contract.createGuestLink, { household, body: listId === null ? {} : { listId } })
  await invalidateIn(household, contract.listGuestLinks)
  return link
}

/** Throws `ApiError`. */
export async function endGuestLink(id: string): Promise<void> {
  const { household } = currentSession()
  await call(contract.endGuestLink, { params: { id }, household })
  await invalidateIn(household, contract.listGuestLinks)
}
