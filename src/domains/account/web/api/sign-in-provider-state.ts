import { request } from '#platform/web/api/call.ts'
import { sessionState } from '#platform/web/session/session.ts'

/** The tab's state while a provider waits to be connected with the account that signs in next. */
export const connectKey = 'connect-provider'

/** Stores which provider opened the session. */
export const rememberProvider = (id: string): void => sessionState.write('provider', id)

/** Returns a function that opens the page where the session's provider ends its own, if it has one. Call this before the sign-out, and the function after it. */
export function providerSignOut(): () => void {
  const id = sessionState.read('provider')
  if (typeof id !== 'string') return () => {}
  return () =>
    void request('POST', `/api/auth/providers/${id}/end-session`)
      .then(({ reply }) => {
        const { location: target } = reply as { location: string | null }
        if (target !== null) location.assign(target)
      })
      .catch(() => {})
}
