import { z } from 'zod'
import { Email } from '#domains/account/contract/index.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { InviteCode } from '#platform/shared/invite-code.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'

export const circleRoles = ['MEMBER', 'ADMIN'] as const
export const CircleRole = z.enum(circleRoles)
export type CircleRole = z.infer<typeof CircleRole>

const Person = z.object({ firstName: z.string(), lastName: z.string() })

/** A circle as its members see it. */
export const Circle = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  isPublic: z.boolean(),
  allowInvites: z.boolean(),
  /** The caller's role. */
  role: CircleRole,
  _count: z.object({ members: z.int(), householdLinks: z.int() }),
  /** `id` is the user's id. */
  members: z.array(z.object({ id: z.string(), role: CircleRole, user: Person })),
  households: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Open requests to join; `id` is the user's id. Empty unless the caller is an admin. */
  asks: z.array(z.object({ id: z.string(), user: Person, askedAt: z.string() })),
  /** Open invitations. Empty unless the caller is an admin. */
  invites: z.array(z.object({ id: z.string(), user: Person, createdAt: z.string(), expiresAt: z.string() })),
  createdAt: z.string(),
  version: z.int(),
})
export type Circle = z.infer<typeof Circle>

/** A public circle as non-members see it. */
export const PublicCircle = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  memberCount: z.int(),
  /** Whether the caller has an open request to join. */
  isAsked: z.boolean(),
})
export type PublicCircle = z.infer<typeof PublicCircle>

const fields = { name: Name(80), description: Text(500), isPublic: z.boolean(), allowInvites: z.boolean() }
const UserIdText = z.string().regex(/^[\w-]{1,64}$/)
const ByMember = z.object({ id: z.uuid(), userId: UserIdText }).strict()
const ByHousehold = z.object({ id: z.uuid(), householdId: z.uuid() }).strict()

/** Reads and writes across the households linked to a circle. */
const acrossCircles = { auth: 'person', scope: { crossHousehold: 'circles' } } as const
const inCircle = { auth: 'person', scope: { foundIn: 'circles' } } as const

export const listMyCircles = endpoint({
  method: 'GET',
  path: '/api/circles',
  ...acrossCircles,
  summary: 'The circles you belong to',
  reply: z.array(Circle),
})
export const createCircle = endpoint({
  method: 'POST',
  path: '/api/circles',
  auth: 'person',
  summary: 'Create a circle; you become its admin',
  body: z
    .object({
      name: fields.name,
      description: fields.description.default(''),
      isPublic: z.boolean().default(false),
      allowInvites: z.boolean().default(true),
    })
    .strict(),
  reply: Circle,
  status: 201,
})
export const findPublicCircles = endpoint({
  method: 'GET',
  path: '/api/circles/public',
  ...acrossCircles,
  summary: 'Public circles by name that you do not belong to',
  query: z.object({ name: Name(80) }).strict(),
  reply: z.array(PublicCircle),
})
export const getCircle = endpoint({
  method: 'GET',
  path: '/api/circles/{id}',
  ...acrossCircles,
  summary: 'One of your circles',
  params: IdParams,
  reply: Circle,
})
export const changeCircle = endpoint({
  method: 'PATCH',
  path: '/api/circles/{id}',
  ...inCircle,
  summary: 'Rename or describe a circle, make it public or private, allow invites; its admins',
  params: IdParams,
  body: z.object(fields).partial().strict(),
  reply: Circle,
  versioned: true,
})
export const deleteCircle = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}',
  ...inCircle,
  summary: 'Delete a circle and end all sharing through it; its admins',
  params: IdParams,
})
export const joinCircle = endpoint({
  method: 'POST',
  path: '/api/circles/join',
  ...inCircle,
  summary: 'Join a circle by its code or by an invitation',
  body: z.object({ code: InviteCode }).strict(),
  reply: Circle,
  perMinute: 10,
})
/** What an invitation shows before joining. */
export const CircleInvite = z.object({
  circle: z.object({ name: z.string() }),
  /** Who sent the invitation; null for a circle code, which any member may pass on. */
  inviter: z.object({ firstName: z.string() }).nullable(),
})
export type CircleInvite = z.infer<typeof CircleInvite>
export const previewCircleInvite = endpoint({
  method: 'POST',
  path: '/api/circles/invite-preview',
  ...acrossCircles,
  mode: 'read',
  summary: 'The names of the circle and of who invites, by circle code or invitation',
  body: z.object({ code: InviteCode }).strict(),
  reply: CircleInvite,
  perMinute: 10,
})
/** With `email`, mails a single-use invitation and returns its code; without, returns the circle's code. */
export const inviteToCircle = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/invite',
  auth: 'person',
  scope: 'manual',
  idempotent: true,
  secret: true,
  summary: 'Invite by e-mail, or read the code to invite with',
  params: IdParams,
  body: z.object({ email: Email.optional() }).strict(),
  reply: z.object({ code: z.string() }),
  perMinute: 30,
})
export const refreshCircleCode = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/code',
  ...inCircle,
  secret: true,
  summary: 'Replace the circle code; the old one stops working; its admins',
  params: IdParams,
  reply: z.object({ code: z.string() }),
})
export const revokeInvite = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/invites/{inviteId}',
  ...inCircle,
  summary: 'Revoke an unused invitation; its admins',
  params: z.object({ id: z.uuid(), inviteId: z.uuid() }).strict(),
})
export const askToJoin = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/asks',
  ...inCircle,
  summary: 'Ask to join a public circle',
  params: IdParams,
  reply: PublicCircle,
  status: 201,
  perMinute: 30,
})
export const approveJoinRequest = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/asks/{userId}',
  ...inCircle,
  summary: 'Approve a request to join; its admins',
  params: ByMember,
  reply: Circle,
})
export const declineJoinRequest = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/asks/{userId}',
  ...inCircle,
  summary: 'Decline a request to join (its admins), or withdraw your own (`me`)',
  params: ByMember,
})
export const changeCircleMember = endpoint({
  method: 'PATCH',
  path: '/api/circles/{id}/members/{userId}',
  ...inCircle,
  summary: 'Change a member’s role; its admins. Demoting an admin replaces the circle code',
  params: ByMember,
  body: z.object({ role: CircleRole }).strict(),
  reply: Circle,
})
export const removeCircleMember = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/members/{userId}',
  ...inCircle,
  summary: 'Leave (`me`), or remove a member (its admins); their open requests and invitations end, and the circle code changes',
  params: ByMember,
})
export const linkHousehold = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/households/{householdId}',
  ...inCircle,
  summary: 'Link a household you are ADMIN of: what it marks as shared is seen in the circle',
  params: ByHousehold,
  reply: Circle,
})
export const unlinkHousehold = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/households/{householdId}',
  ...inCircle,
  summary: 'Unlink a household: its ADMIN or the circle’s admins; its open requests there end',
  params: ByHousehold,
})

/** A circle that sees what a household shares. */
export const LinkedCircle = z.object({
  id: z.string(),
  name: z.string(),
  linkedAt: z.string(),
  /** Null if the account was deleted. */
  linkedBy: Person.nullable(),
  isMember: z.boolean(),
})
export type LinkedCircle = z.infer<typeof LinkedCircle>
export const listLinkedCircles = endpoint({
  method: 'GET',
  path: '/api/households/{id}/circles',
  auth: 'household-in-path',
  role: 'ADMIN',
  scope: { crossHousehold: 'circles' },
  summary: 'The circles that see what the household shares, also those you are not in',
  params: IdParams,
  reply: z.array(LinkedCircle),
})

/** Recorded in the change log of every household linked at the time. */
const InCircle = z.object({ circleId: z.string() })
const ByUser = InCircle.extend({ userId: z.string() })
export const circleChanged = eventType('circle.changed', InCircle)
export const circleDeleted = eventType('circle.deleted', InCircle)
export const circleJoined = eventType('circle.joined', ByUser)
export const circleJoinAsked = eventType('circle.join_asked', ByUser)
export const circleLeft = eventType('circle.left', ByUser)
export const circleLinked = eventType('circle.linked', InCircle.extend({ householdId: z.string() }))
export const circleUnlinked = eventType('circle.unlinked', InCircle.extend({ householdId: z.string() }))
