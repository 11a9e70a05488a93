import { tabState } from '#platform/web/session/session.ts'

/** Returns the code in `#code=ABC123`, or null. */
export function inviteInHash(hash: string): string | null {
  const code = new URLSearchParams(hash.replace(/^#/, '')).get('code')?.trim().toUpperCase()
  return code && /^[A-Z0-9 -]{1,32}$/.test(code) ? code : null
}

/** Returns a link that prefills the join dialog. */
export const inviteLink = (code: string): string => `${location.origin}/households#code=${encodeURIComponent(code)}`

/** Pages that invite links open. */
type InvitePath = '/households' | '/circles'

/** Saves the invite of a link that can't be followed yet: before signing in, or without a household. */
export function saveInvite(path: string, hash: string): void {
  const code = inviteInHash(hash)
  if (!code) return
  tabState.write('invite', code)
  tabState.write('invite-path', path)
}

/** Returns the page of the saved invite, or null. */
export function savedInvitePath(): InvitePath | null {
  if (tabState.read('invite') === null) return null
  return tabState.read('invite-path') === '/circles' ? '/circles' : '/households'
}

/** Returns whether a link that leads here carries an invitation to a household. */
export const isInvitedToHousehold = (): boolean => inviteInHash(location.hash) !== null || savedInvitePath() === '/households'

/** Returns the invite in the URL of this page or saved for it, once. */
export function takeInvite(path: InvitePath): string | null {
  const saved = savedInvitePath() === path ? tabState.read('invite') : null
  const code = inviteInHash(location.hash) ?? saved
  if (saved !== null) {
    tabState.remove('invite')
    tabState.remove('invite-path')
  }
  return code
}
