import { request } from '#platform/web/api/call.ts'
import { openSession } from './auth.ts'

/** Signs in with a passkey. Returns false if the user dismissed the browser's prompt. Throws `ApiError`. */
export async function signInWithPasskey(rememberMe: boolean): Promise<boolean> {
  const credential = await requestPasskey()
  if (!credential) return false
  const { headers } = await request('POST', '/api/auth/passkey', { body: credential })
  openSession(headers, rememberMe)
  return true
}

/** Prompts for a passkey. Returns null if the user dismissed the browser's prompt. */
export async function requestPasskey(): Promise<{ challenge: string; response: unknown } | null> {
  const { reply } = await request('POST', '/api/auth/passkey/options', { body: {} })
  const { options, challenge } = reply as { options: PublicKeyCredentialRequestOptionsJSON; challenge: string }
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options)
  const credential = await navigator.credentials.get({ publicKey }).catch(() => null)
  return credential instanceof PublicKeyCredential ? { challenge, response: credential.toJSON() } : null
}
