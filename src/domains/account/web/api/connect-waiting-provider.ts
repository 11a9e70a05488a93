import { ApiError, request } from '#platform/web/api/call.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { tabState } from '#platform/web/session/session.ts'
import { connectProvider, listConnectedProviders } from '../../contract/sign-in-providers.ts'
import { connectKey } from './session-provider.ts'

/** Connects the provider that waits for it with the account that is signed in, if it has the same address. */
export async function connectWaitingProvider(): Promise<void> {
  try {
    await request('POST', connectProvider.path, { body: {} })
    await invalidate(listConnectedProviders)
  } catch (error) {
    // Without a response, the next page tries again.
    if (error instanceof ApiError && error.status === 0) return
  }
  // Only now, since the page may close before the response.
  tabState.remove(connectKey)
}
