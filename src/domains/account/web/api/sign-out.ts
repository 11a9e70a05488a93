import { request } from '#platform/web/api/call.ts'
import { currentSession, endSession } from '#platform/web/session/session.ts'
import { providerSignOut } from './sign-in-provider-state.ts'

/** Ends the session on this device, and on the server if it is reachable. */
export async function signOut(): Promise<void> {
  const { token } = currentSession()
  if (token) void request('POST', '/api/auth/sign-out', { body: {} }).catch(() => {})
  const endAtProvider = providerSignOut()
  endSession()
  endAtProvider()
}
