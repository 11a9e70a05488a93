import { inviteAlphabet, normalizeInviteCode } from '#platform/shared/invite-code.ts'

/** The path of a printed label's link, before its code. */
const labelPath = '/l/'
const code = `([${inviteAlphabet}]{8})`
const link = new RegExp(`^https?://[^/?#\\s]+${labelPath}${code}/?(?:[?#].*)?$`, 'i')
const typed = new RegExp(`^${code}$`)

/** Returns a label's link. In upper case, which makes its QR code smaller: addresses of servers and codes don't depend on case. */
export const labelLink = (origin: string, labelCode: string): string => `${origin}${labelPath}${labelCode}`.toUpperCase()

/** Returns the code of a label's link, also of another server's address, or null. */
export const readLabelLink = (text: string): string | null => link.exec(text.trim())?.[1]?.toUpperCase() ?? null

/** Returns the code of a label as typed or scanned, or null. */
export const readLabelCode = (text: string): string | null => readLabelLink(text) ?? typed.exec(normalizeInviteCode(text))?.[1] ?? null
