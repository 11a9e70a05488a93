import { Invitation } from '../../contract/messages.ts'

/** Returns an invitation as a link to send. What is secret is in its fragment, which browsers don't send. */
export const formatInvitation = (invitation: Invitation): string =>
  `${invitation.u}/circles#larder-link=${Buffer.from(JSON.stringify(invitation)).toString('base64url')}`

/** Reads an invitation from a link, also with text around it. Returns null if there is none. */
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
