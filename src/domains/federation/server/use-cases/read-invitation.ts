import { Invitation } from '../../contract/messages.ts'

/** Returns an invitation as text to send. It isn't a link, because that would open the inviter's server. */
export const formatInvitation = (invitation: Invitation): string =>
  `larder-link=${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`

/** Reads an invitation, also with text around it. Returns null if there is none. */
export function readInvitation(text: string): Invitation | null {
  const [, encoded] = /larder-link=([\w-]+)/.exec(text) ?? []
  if (encoded === undefined) return null
  try {
    const parsed = Invitation.safeParse(JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
