import { call } from '#platform/web/api/call.ts'
import { cache, fetchFromServer, queryKeyOf, useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { changePreferences, getMe, type Preferences, type User } from '../../contract/index.ts'

/** Returns the signed-in user, at most 5 minutes old. */
export const useMe = () => useEndpointQuery(getMe, {}, { staleTime: 5 * 60_000, persisted: true })

/**
 * Saves preferences as `change` of the server's current ones: they are stored as a whole, and another device may have changed some. Every
 * quantity on every page follows at once.
 */
export async function savePreferences(change: (newest: Preferences) => Preferences): Promise<void> {
  const { preferences } = await fetchFromServer(getMe, {})
  cache.setQueryData<User>(queryKeyOf(getMe, {}), await call(changePreferences, { body: { preferences: change(preferences) } }))
}
