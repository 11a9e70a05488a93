import { z } from 'zod'
import { Email } from '#domains/account/contract/index.ts'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { InviteCode } from '#platform/shared/invite-code.ts'
import { Name, Text } from '#platform/shared/text.ts'

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
  /** The caller's. */
  role: CircleRole,
  _count: z.object({ members: z.int(), householdLinks: z.int() }),
  /** `id` is the person's. */
  members: z.array(z.object({ id: z.string(), role: CircleRole, user: Person })),
  households: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Who asked to join; for admins, else empty. */
  asks: z.array(z.object({ id: z.string(), user: Person, askedAt: z.string() })),
  /** Invitations not used yet; for admins, else empty. */
  invites: z.array(z.object({ id: z.string(), user: Person, createdAt: z.string(), expiresAt: z.string() })),
  createdAt: z.string(),
  version: z.int(),
})
export type Circle = z.infer<typeof Circle>

/** All that outsiders see of a public circle. */
export const PublicCircle = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  memberCount: z.int(),
  /** Whether the caller waits for an answer. */
  isAsked: z.boolean(),
})
export type PublicCircle = z.infer<typeof PublicCircle>

const fields = { name: Name(80), description: Text(500), isPublic: z.boolean(), allowInvites: z.boolean() }
const UserIdText = z.string().regex(/^[\w-]{1,64}$/)
const ByMember = z.object({ id: z.uuid(), userId: UserIdText }).strict()
const ByHousehold = z.object({ id: z.uuid(), householdId: z.uuid() }).strict()

const free = { auth: 'person', mode: 'free' } as const

export const listCircles = endpoint({
  method: 'GET',
  path: '/api/circles',
  ...free,
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
  ...free,
  summary: 'Public circles by name that you do not belong to',
  query: z.object({ name: Name(80) }).strict(),
  reply: z.array(PublicCircle),
})
export const getCircle = endpoint({
  method: 'GET',
  path: '/api/circles/{id}',
  ...free,
  summary: 'One of your circles',
  params: ById,
  reply: Circle,
})
export const changeCircle = endpoint({
  method: 'PATCH',
  path: '/api/circles/{id}',
  ...free,
  summary: 'Rename or describe a circle, make it public or private, allow invites; its admins',
  params: ById,
  body: z.object(fields).partial().strict(),
  reply: Circle,
  versioned: true,
})
export const deleteCircle = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}',
  ...free,
  summary: 'Delete a circle: nobody shares through it any more; its admins',
  params: ById,
})
export const joinCircle = endpoint({
  method: 'POST',
  path: '/api/circles/join',
  ...free,
  summary: 'Join a circle by its code or by an invitation',
  body: z.object({ code: InviteCode }).strict(),
  reply: Circle,
  perMinute: 10,
})
/** With an address: an invitation that works once, mailed there. Without: the circle's own code. */
export const inviteToCircle = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/invite',
  ...free,
  secret: true,
  summary: 'Invite by e-mail, or read the code to invite with',
  params: ById,
  body: z.object({ email: Email.optional() }).strict(),
  reply: z.object({ code: z.string() }),
  perMinute: 30,
})
export const refreshCircleCode = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/code',
  ...free,
  secret: true,
  summary: 'Make a new circle code; the old one stops working; its admins',
  params: ById,
  reply: z.object({ code: z.string() }),
})
export const revokeInvite = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/invites/{inviteId}',
  ...free,
  summary: 'Take back an invitation that nobody has used; its admins',
  params: z.object({ id: z.uuid(), inviteId: z.uuid() }).strict(),
})
export const askToJoin = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/asks',
  ...free,
  summary: 'Ask to join a public circle',
  params: ById,
  reply: PublicCircle,
  status: 201,
  perMinute: 30,
})
export const approveAsk = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/asks/{userId}',
  ...free,
  summary: 'Let somebody in who asked; its admins',
  params: ByMember,
  reply: Circle,
})
export const declineAsk = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/asks/{userId}',
  ...free,
  summary: 'Decline who asked (its admins), or take back your own (`me`)',
  params: ByMember,
})
export const changeCircleMember = endpoint({
  method: 'PATCH',
  path: '/api/circles/{id}/members/{userId}',
  ...free,
  summary: 'Make somebody an admin or a member; its admins. A former admin’s circle code stops working',
  params: ByMember,
  body: z.object({ role: CircleRole }).strict(),
  reply: Circle,
})
export const removeCircleMember = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/members/{userId}',
  ...free,
  summary: 'Leave (`me`), or remove somebody (its admins); their open requests and invitations end, and the circle code changes',
  params: ByMember,
})
export const linkHousehold = endpoint({
  method: 'POST',
  path: '/api/circles/{id}/households/{householdId}',
  ...free,
  summary: 'Link a household you are ADMIN of: what it marks as shared is seen in the circle',
  params: ByHousehold,
  reply: Circle,
})
export const unlinkHousehold = endpoint({
  method: 'DELETE',
  path: '/api/circles/{id}/households/{householdId}',
  ...free,
  summary: 'Unlink a household: its ADMIN or the circle’s admins; its open requests there end',
  params: ByHousehold,
})

/** A circle that sees what a household shares. */
export const LinkedCircle = z.object({
  id: z.string(),
  name: z.string(),
  linkedAt: z.string(),
  /** Null: their account is gone. */
  linkedBy: Person.nullable(),
  /** Whether the caller is in it. */
  isMember: z.boolean(),
})
export type LinkedCircle = z.infer<typeof LinkedCircle>
export const listLinkedCircles = endpoint({
  method: 'GET',
  path: '/api/households/{id}/circles',
  auth: 'household-in-path',
  role: 'ADMIN',
  mode: 'free',
  summary: 'The circles that see what the household shares, also those you are not in',
  params: ById,
  reply: z.array(LinkedCircle),
})

/** These stand in the log of every household that is linked then. */
const InCircle = z.object({ circleId: z.string() })
const Who = InCircle.extend({ userId: z.string() })
export const circleChanged = eventType('circle.changed', InCircle)
export const circleDeleted = eventType('circle.deleted', InCircle)
export const circleJoined = eventType('circle.joined', Who)
export const circleJoinAsked = eventType('circle.join_asked', Who)
export const circleLeft = eventType('circle.left', Who)
export const circleLinked = eventType('circle.linked', InCircle.extend({ householdId: z.string() }))
export const circleUnlinked = eventType('circle.unlinked', InCircle.extend({ householdId: z.string() }))
