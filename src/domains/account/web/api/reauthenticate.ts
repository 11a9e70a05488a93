import { request } from '#platform/web/api/call.ts'
import { useMutation } from '#platform/web/api/query-cache.ts'
import { requestPasskey } from './passkey.ts'

/** Checks the password, or a passkey where none is given. False if the person turned the passkey down. Throws `ApiError`. */
async function reauthenticate(password: string | null): Promise<boolean> {
  const passkey = password === null ? await requestPasskey() : null
  if (password === null && passkey === null) return false
  await request('POST', '/api/users/reauthenticate', { body: password === null ? { passkey } : { password } })
  return true
}

export const useReauthenticate = () => useMutation({ mutationFn: reauthenticate })
