import { formatInviteCode, normalizeInviteCode } from '#platform/shared/invite-code.ts'

const start = '#tablet='

/** Returns the address of the settings with a tablet's code. It is after the #, so that no server or log sees it. */
export const pairingLink = (origin: string, code: string): string => `${origin}/settings?tab=data${start}${code}`

/** Returns the code in an address's fragment; null if it has none. */
export function codeOfLink(hash: string): string | null {
  const code = hash.startsWith(start) ? normalizeInviteCode(hash.slice(start.length)) : ''
  return /^[A-Z0-9]{8}$/.test(code) ? formatInviteCode(code) : null
}
