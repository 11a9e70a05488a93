import { request } from '#platform/web/call.ts'
import { open } from './sign-in.ts'

/** Signs in with a passkey that the person picks. False when they turned it down. Throws `ApiError`. */
export async function signInWithPasskey(rememberMe: boolean): Promise<boolean> {
  const { reply } = await request('POST', '/api/auth/passkey/options', { body: {} })
  const { options, challenge } = reply as { options: PublicKeyCredentialRequestOptionsJSON; challenge: string }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const shown = await navigator.credentials.get({ publicKey }).catch(() => null)
  if (!(shown instanceof PublicKeyCredential)) return false
  const { headers } = await request('POST', '/api/auth/passkey', { body: { challenge, response: shown.toJSON() } })
  open(headers, rememberMe)
  return true
}
