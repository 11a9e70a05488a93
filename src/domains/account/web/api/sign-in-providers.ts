import { request } from '#platform/web/api/call.ts'
import { browserRegion } from '#platform/web/i18n/browser-region-and-time-zone.ts'
import { tabState } from '#platform/web/session/session.ts'
import { openSession } from './auth.ts'
import { connectKey, rememberProvider } from './sign-in-provider-state.ts'

interface Methods {
  password: boolean
  providers: { id: string; name: string }[]
}

/** Returns how people sign in here. Throws `ApiError`. */
export async function readSignInMethods(): Promise<Methods> {
  const { reply } = await request('GET', '/api/auth/sign-in-methods')
  return reply as Methods
}

/** Leaves this page for the provider's, to sign in or to connect the account that is signed in. Throws `ApiError`. */
export async function goToProvider(id: string, to: 'sign-in' | 'connect' = 'sign-in'): Promise<void> {
  const from = to === 'connect' ? 'connected-providers' : 'providers'
  const { reply } = await request('POST', `/api/auth/${from}/${id}/start`)
  location.assign((reply as { location: string }).location)
}

/** Opens a session for the person that the provider has just confirmed in this browser. Throws `ApiError`. */
export async function enterFromProvider(id: string): Promise<void> {
  const [inviteCode, region] = [tabState.read('invite'), browserRegion()]
  const body = { rememberMe: true, ...(inviteCode ? { inviteCode } : {}), ...(region ? { region } : {}) }
  const { headers } = await request('POST', '/api/auth/providers/session', { body })
  openSession(headers, true)
  rememberProvider(id)
}

/** Lets the provider be connected with the account of the same address, once it has signed in in this tab. */
export const connectAtSignIn = (id: string): void => tabState.write(connectKey, id)
