import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Signed } from './messages.ts'

/** `invited`: the invitation was not used yet. `joining`: the other household must confirm. `waiting`: an admin here must confirm. */
export const linkStates = ['invited', 'joining', 'waiting', 'active', 'ended'] as const
export type LinkState = (typeof linkStates)[number]

/** A household on another server that this one lends to and borrows from. */
export const HouseholdLink = z.object({
  id: z.string(),
  circle: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(linkStates),
  /** What the other household calls itself; null until it answered. */
  name: z.string().nullable(),
  /** What it sees as this household's name. */
  ownName: z.string(),
  /** The other server's host; null until it answered. */
  host: z.string().nullable(),
  /** The start of the hash of the other household's key, to compare by phone; null until it answered. */
  fingerprint: z.string().nullable(),
  ownFingerprint: z.string(),
  createdAt: z.string(),
  /** When an unused invitation expires. */
  expiresAt: z.string().nullable(),
  /** When the servers last agreed. */
  syncedAt: z.string().nullable(),
  /** Whether the last attempts to reach the other server failed. */
  isUnreachable: z.boolean(),
  endedAt: z.string().nullable(),
  /** `linked`: another link joins the same households. */
  endedBy: z.enum(['us', 'them', 'expired', 'refused', 'linked']).nullable(),
})
export type HouseholdLink = z.infer<typeof HouseholdLink>

const OwnName = Name(80)

export const listLinks = endpoint({
  method: 'GET',
  path: '/api/links',
  auth: 'household',
  summary: 'Households on other servers that this one is linked with; `isOn` tells whether the server allows links',
  reply: z.object({ isOn: z.boolean(), links: z.array(HouseholdLink) }),
})
export const inviteLink = endpoint({
  method: 'POST',
  path: '/api/links',
  auth: 'household',
  role: 'ADMIN',
  secret: true,
  requiresRecentAuth: true,
  summary: 'Invite a household on another server to a circle; answers the invitation, which works once and is shown only here',
  body: z.object({ circleId: z.uuid(), ownName: OwnName }).strict(),
  reply: z.object({ link: HouseholdLink, invitation: z.string() }),
  status: 201,
  perMinute: 10,
})
/** Replies 422 `invitation_invalid` if the text is no invitation. */
export const joinLink = endpoint({
  method: 'POST',
  path: '/api/links/join',
  auth: 'household',
  role: 'ADMIN',
  scope: 'manual',
  idempotent: true,
  requiresRecentAuth: true,
  summary: 'Accept an invitation of a household on another server, which then must confirm',
  body: z.object({ circleId: z.uuid(), ownName: OwnName, invitation: Name(2000) }).strict(),
  reply: HouseholdLink,
  status: 201,
  perMinute: 10,
})
export const confirmLink = endpoint({
  method: 'POST',
  path: '/api/links/{id}/confirm',
  auth: 'household',
  role: 'ADMIN',
  requiresRecentAuth: true,
  summary: 'Confirm the household that accepted an invitation; both see what the other shares from then on',
  params: IdParams,
  /** The fingerprint that was compared. Replies 409 `fingerprint_differs` if it is another household's. */
  body: z.object({ fingerprint: Name(40) }).strict(),
  reply: HouseholdLink,
})
export const endHouseholdLink = endpoint({
  method: 'DELETE',
  path: '/api/links/{id}',
  auth: 'household',
  role: 'ADMIN',
  summary: 'End a link at once: its open requests are cancelled, and nothing is sent to or accepted from the other server',
  params: IdParams,
})

/** What other servers call. The message and the response are signed; a stranger learns nothing. */
const fromServers = { method: 'POST', auth: 'public', scope: 'manual', maxBodyBytes: 16 * 1024, perMinute: 120 } as const
const SignedText = z.object({ message: Signed }).strict()
export const receiveJoin = endpoint({
  ...fromServers,
  path: '/api/federation/join',
  summary: 'For other servers: accept an invitation (docs/federation.md)',
  body: SignedText,
  reply: SignedText,
})
export const receiveMessage = endpoint({
  ...fromServers,
  path: '/api/federation/messages',
  summary: 'For other servers: a signed message of a linked household (docs/federation.md)',
  body: SignedText,
  reply: SignedText,
})

const AboutLink = z.object({ linkId: z.string() })
export const linkInvited = eventType('link.invited', AboutLink)
export const linkJoining = eventType('link.joining', AboutLink)
/** Someone on another server accepted the invitation and waits for a confirmation. */
export const linkAsked = eventType('link.asked', AboutLink)
export const linkConfirmed = eventType('link.confirmed', AboutLink)
export const linkEnded = eventType('link.ended', z.looseObject({ linkId: z.string() }))
/** A signal to members: what a linked household shares has changed. It isn’t recorded. */
export const linkOffersChanged = 'link.offers_changed'

/** Of a loan with a linked household. Those of the lender also name the lot. */
const AboutLoan = z.looseObject({ linkedLoanId: z.string() })
export const linkedLoanEvents = {
  asked: eventType('loan.linked_asked', AboutLoan),
  accepted: eventType('loan.linked_accepted', AboutLoan),
  declined: eventType('loan.linked_declined', AboutLoan),
  expired: eventType('loan.linked_expired', AboutLoan),
  cancelled: eventType('loan.linked_cancelled', AboutLoan),
  /** Stock changes, with their lots. */
  given: eventType('loan.linked_given', AboutLoan),
  received: eventType('loan.linked_received', AboutLoan),
  returned: eventType('loan.linked_returned', AboutLoan),
  waived: eventType('loan.linked_waived', AboutLoan),
} as const
export type LinkedLoanEvent = keyof typeof linkedLoanEvents
