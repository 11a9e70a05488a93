import { z } from 'zod'
import { TimeZone } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { InviteCode } from '#platform/shared/invite-code.ts'
import { Role, roles } from '#platform/shared/roles.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'

const defaultHouseholdName = 'My Household'

export const Household = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  /** Only for OWNER and ADMIN. Also null while a code that an upgrade ended is being replaced. */
  inviteCode: z.string().nullable(),
  /** When the code was last replaced automatically, e.g. because a member left. Only for OWNER and ADMIN. */
  inviteChangedAt: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  /** Places where it keeps food, suggested with those of its items. */
  locations: z.array(z.string()),
  /** Whether what falls below its par level, and what planned meals lack, goes on the shopping list without anyone asking. */
  restocksList: z.boolean(),
  /** Whether it is filled with a sample kitchen. */
  hasSample: z.boolean(),
  createdAt: z.string(),
  version: z.int(),
})
export type Household = z.infer<typeof Household>

export const Member = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null if the caller may not see it. A VIEWER sees only their own. */
  email: z.string().nullable(),
  role: Role,
  joinedAt: z.string(),
  version: z.int(),
})
export type Member = z.infer<typeof Member>

const householdName = Text(80).transform((name) => name || defaultHouseholdName)
const Locations = z.array(Name(60)).max(30)
const Currency = z.string().regex(/^[A-Z]{3}$/, 'Use a currency code like USD.')

export const listHouseholds = endpoint({
  method: 'GET',
  path: '/api/households',
  auth: 'person',
  summary: 'The households you belong to',
  reply: z.array(Household),
})
export const createHousehold = endpoint({
  method: 'POST',
  path: '/api/households',
  auth: 'person',
  secret: true,
  summary: 'Create a household; you become its OWNER',
  scope: { foundIn: 'request' },
  body: z
    .object({
      name: householdName.default(defaultHouseholdName),
      timeZone: TimeZone.default('UTC'),
      currency: Currency.default('USD'),
      locations: Locations.default([]),
    })
    .strict(),
  reply: Household,
  status: 201,
})
export const joinHousehold = endpoint({
  method: 'POST',
  path: '/api/households/join',
  auth: 'person',
  secret: true,
  summary: 'Join a household by its invite code, as MEMBER; a former VIEWER returns as VIEWER',
  scope: { foundIn: 'invites' },
  body: z.object({ inviteCode: InviteCode }).strict(),
  reply: Household,
  perMinute: 10,
})
export const changeHousehold = endpoint({
  method: 'PATCH',
  path: '/api/households/{id}',
  auth: 'household-in-path',
  role: 'ADMIN',
  secret: true,
  summary: 'Rename a household, set its time zone, currency or places, or whether its shopping list writes itself',
  params: IdParams,
  body: z
    .object({ name: Name(80), timeZone: TimeZone, currency: Currency, locations: Locations, restocksList: z.boolean() })
    .partial()
    .strict(),
  reply: Household,
  versioned: true,
})
export const deleteHousehold = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}',
  auth: 'household-in-path',
  role: 'OWNER',
  summary: 'Delete a household for all members; an OWNER can restore it within 30 days',
  params: IdParams,
})
/** How long a deleted household can be restored, in days. */
export const restoreDays = 30
export const DeletedHousehold = z.object({ id: z.string(), name: z.string(), deletedAt: z.string(), until: z.string() })
export type DeletedHousehold = z.infer<typeof DeletedHousehold>
export const listDeletedHouseholds = endpoint({
  method: 'GET',
  path: '/api/households/deleted',
  auth: 'person',
  summary: 'Deleted households that you own and can still restore',
  reply: z.array(DeletedHousehold),
})
export const restoreHousehold = endpoint({
  method: 'POST',
  path: '/api/households/{id}/restore',
  auth: 'person',
  secret: true,
  scope: { foundIn: 'person' },
  summary: 'Restore a household deleted less than 30 days ago, with its members and data, as its OWNER',
  params: IdParams,
  reply: Household,
})
export const refreshInvite = endpoint({
  method: 'POST',
  path: '/api/households/{id}/invite',
  auth: 'household-in-path',
  role: 'ADMIN',
  secret: true,
  summary: 'Create a new invite code; the old one stops working, and former VIEWERs who join with the new one become MEMBER',
  params: IdParams,
  reply: z.object({ inviteCode: z.string() }),
})
export const listMembers = endpoint({
  method: 'GET',
  path: '/api/households/{id}/members',
  auth: 'household-in-path',
  summary: 'The members of a household, with email addresses for MEMBER and above',
  params: IdParams,
  reply: z.array(Member),
})
export const MemberParams = z.object({ id: z.uuid(), userId: z.string().regex(/^[\w-]{1,64}$/) }).strict()
export const changeMember = endpoint({
  method: 'PATCH',
  path: '/api/households/{id}/members/{userId}',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  role: 'ADMIN',
  summary: 'Change a member’s role. OWNER transfers the household; a lower role replaces the invite code',
  params: MemberParams,
  body: z.object({ role: z.enum(roles) }).strict(),
  reply: Member,
  versioned: true,
})
/** The role is VIEWER, because anyone may leave. `checkRemoval` requires ADMIN for removing others. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}/members/{userId}',
  auth: 'household-in-path',
  summary: 'Remove a member, or leave; the invite code is replaced',
  params: MemberParams,
})

const Who = z.object({ userId: z.string() })
export const householdCreated = eventType('household.created', z.object({}))
export const householdChanged = eventType('household.changed', z.object({}))
export const householdDeleted = eventType('household.deleted', z.object({}))
export const householdRestored = eventType('household.restored', z.object({}))
/** No `reason` means that a member requested a new code; `membership` that a member left or lost rights. */
export const inviteRefreshed = eventType('invite.refreshed', z.object({ reason: z.enum(['membership', 'upgrade']).optional() }))
export const memberJoined = eventType('member.joined', Who)
export const memberChanged = eventType('member.changed', Who.extend({ role: Role, before: Role }))
export const memberRemoved = eventType('member.removed', Who)

/** A change made by a member or the server. */
export const HistoryEntry = z.object({
  seq: z.int(),
  name: z.string(),
  actor: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  /** Whether a guest did it, by a link that the actor made. */
  isByGuest: z.boolean(),
  /** The tablet on which it was done, paired by the actor; null if it wasn’t done on one. */
  tablet: z.string().nullable(),
  at: z.string(),
  summary: z.string(),
  canUndo: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  auth: 'household',
  summary: 'The changes of a household or of one lot, newest first. The header X-Next-Cursor has the next page’s cursor',
  query: z
    .object({
      limit: z.coerce.number().int().min(1).max(200).default(50),
      cursor: z.coerce.number().int().min(1).optional(),
      lotId: z.uuid().optional(),
    })
    .strict(),
  reply: z.array(HistoryEntry),
})
export const undoChange = endpoint({
  method: 'POST',
  path: '/api/history/{seq}/undo',
  auth: 'household',
  role: 'MEMBER',
  tablet: true,
  scope: { foundIn: 'household' },
  summary: 'Undo one change by appending its opposite; a tablet only its own',
  params: z.object({ seq: z.coerce.number().int().min(1) }).strict(),
  reply: HistoryEntry,
})
/** Appended when a change is undone, with its seq and the payload of its opposite. */
export const changeUndone = eventType('change.undone', z.looseObject({ undoneSeq: z.int() }))
