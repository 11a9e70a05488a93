import { ApiError, request } from '#platform/web/api/call.ts'
import { invalidate } from '#platform/web/api/query-cache.ts'
import { connectProvider, listConnectedProviders } from '../../contract/sign-in-providers.ts'

/**
 * Connects the provider that waits for it with the account that is signed in, if it has the same address. Returns false without a response:
 * then the next page tries again.
 */
export async function connectWaitingProvider(): Promise<boolean> {
  try {
    await request('POST', connectProvider.path, { body: {} })
    await invalidate(listConnectedProviders)
  } catch (error) {
    if (error instanceof ApiError && error.status === 0) return false
  }
  return true
}
