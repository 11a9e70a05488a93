import { getCatalogState } from '#domains/ingredients/contract/catalog.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { type DestinationGroup, destinationGroups, serverDestination } from './destinations.ts'

const withServer = destinationGroups.map((group, at) =>
  at === destinationGroups.length - 1 ? { ...group, destinations: [...group.destinations, serverDestination] } : group,
)

/** Returns the destinations of the user: server admins have one more. Asks the server once, when `isShown`. */
export function useDestinationGroups(isShown: boolean): readonly DestinationGroup[] {
  const { data } = useEndpointQuery(getCatalogState, {}, { enabled: isShown, persisted: true, staleTime: Number.POSITIVE_INFINITY })
  return data?.isAdministrator ? withServer : destinationGroups
}
