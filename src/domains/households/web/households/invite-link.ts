import { tabState } from '#platform/web/session/session.ts'

/** The code in `#code=ABC123`, null when there is none. */
export function inviteInHash(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')?.trim().toUpperCase()
  return code && /^[A-Z0-9 -]{1,32}$/.test(code) ? code : null
}

/** The address that prefills the join box for whoever opens it. */
export const inviteLink = (code: string): string => `${location.origin}/households#code=${encodeURIComponent(code)}`

/** Keeps an invite that somebody followed before signing in. */
export function saveInvite(hash: string): void {
  const code = inviteInHash(hash)
  if (code) tabState.write('invite', code)
}

export const hasInvite = (): boolean => tabState.read('invite') !== null

/** The invite that brought the person here, from the address or from before the sign-in; once. */
export function takeInvite(): string | null {
  const code = inviteInHash(location.hash) ?? tabState.read('invite')
  tabState.remove('invite')
  return code
}
