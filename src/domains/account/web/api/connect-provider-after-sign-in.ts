import { tabState } from '#platform/web/session/session.ts'
import { connectKey } from './sign-in-provider-state.ts'

/** Connects the provider that waits for it with the account that has just signed in. If that fails, it can be done in Settings. */
export async function connectProviderAfterSignIn(): Promise<void> {
  if (tabState.read(connectKey) === null) return
  const loaded = await import('./connect-waiting-provider.ts').catch(() => null)
  // Only now, since the page may close before the response.
  if (await loaded?.connectWaitingProvider()) tabState.remove(connectKey)
}
