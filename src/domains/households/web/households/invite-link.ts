import { tabState } from '#platform/web/session/session.ts'

/** Returns the code in `#code=ABC123`, or null. */
export function inviteInHash(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')?.trim().toUpperCase()
  return code && /^[A-Z0-9 -]{1,32}$/.test(code) ? code : null
}

/** Returns a link that prefills the join dialog. */
export const inviteLink = (code: string): string => `${location.origin}/households#code=${encodeURIComponent(code)}`

/** Saves the invite of a link opened before signing in. */
export function saveInvite(hash: string): void {
  const code = inviteInHash(hash)
  if (code) tabState.write('invite', code)
}

export const hasSavedInvite = (): boolean => tabState.read('invite') !== null

/** Returns the invite in the URL or saved before signing in, once. */
export function takeInvite(): string | null {
  const code = inviteInHash(location.hash) ?? tabState.read('invite')
  tabState.remove('invite')
  return code
}
