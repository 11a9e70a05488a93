import { z } from 'zod'
import { TimeZone } from '#platform/shared/calendar.ts'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { InviteCode } from '#platform/shared/invite-code.ts'
import { Role, roles } from '#platform/shared/roles.ts'
import { Name, Text } from '#platform/shared/text.ts'

export const defaultHouseholdName = 'My Household'

export const Household = z.object({
  id: z.string(),
  name: z.string(),
  role: Role,
  /** Shown to OWNER and ADMIN only; null, too, for a moment after an upgrade that ended the old codes. */
  inviteCode: z.string().nullable(),
  /** When the code last changed without anybody asking for it: a member left or lost rights, or an upgrade. OWNER and ADMIN only. */
  inviteChangedAt: z.string().nullable(),
  timeZone: z.string(),
  currency: z.string(),
  createdAt: z.string(),
  version: z.int(),
})
export type Household = z.infer<typeof Household>

export const Member = z.object({
  userId: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Null where the caller may not see it: a VIEWER sees their own only. */
  email: z.string().nullable(),
  role: Role,
  joinedAt: z.string(),
  version: z.int(),
})
export type Member = z.infer<typeof Member>

const householdName = Text(80).transform((name) => name || defaultHouseholdName)
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
  mode: 'free',
  body: z
    .object({ name: householdName.default(defaultHouseholdName), timeZone: TimeZone.default('UTC'), currency: Currency.default('USD') })
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
  mode: 'free',
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
  summary: 'Rename a household, set its time zone or currency',
  params: ById,
  body: z
    .object({ name: Name(80), timeZone: TimeZone, currency: Currency })
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
  summary: 'Delete a household: everybody loses it at once, and for 30 days an OWNER can bring it back',
  params: ById,
})
/** How long a deleted household can be brought back. */
export const restoreDays = 30
export const DeletedHousehold = z.object({ id: z.string(), name: z.string(), deletedAt: z.string(), until: z.string() })
export type DeletedHousehold = z.infer<typeof DeletedHousehold>
export const listDeletedHouseholds = endpoint({
  method: 'GET',
  path: '/api/households/deleted',
  auth: 'person',
  summary: 'Deleted households that you were OWNER of and can still bring back',
  reply: z.array(DeletedHousehold),
})
export const restoreHousehold = endpoint({
  method: 'POST',
  path: '/api/households/{id}/restore',
  auth: 'person',
  secret: true,
  mode: 'free',
  summary: 'Bring a household back that was deleted less than 30 days ago, with everybody and everything in it; its OWNER',
  params: ById,
  reply: Household,
})
export const refreshInvite = endpoint({
  method: 'POST',
  path: '/api/households/{id}/invite',
  auth: 'household-in-path',
  role: 'ADMIN',
  secret: true,
  summary: 'Make a new invite code; the old one stops working, and former VIEWERs who join by the new one are MEMBER',
  params: ById,
  reply: z.object({ inviteCode: z.string() }),
})
export const listMembers = endpoint({
  method: 'GET',
  path: '/api/households/{id}/members',
  auth: 'household-in-path',
  summary: 'The members of a household; e-mail addresses for MEMBER and above',
  params: ById,
  reply: z.array(Member),
})
export const ByMember = z.object({ id: z.uuid(), userId: z.string().regex(/^[\w-]{1,64}$/) }).strict()
export const changeMember = endpoint({
  method: 'PATCH',
  path: '/api/households/{id}/members/{userId}',
  auth: 'household-in-path',
  requiresRecentAuth: true,
  role: 'ADMIN',
  summary: 'Change a member’s role; OWNER hands the household over. A lower role changes the invite code',
  params: ByMember,
  body: z.object({ role: z.enum(roles) }).strict(),
  reply: Member,
  versioned: true,
})
/** VIEWER may knock: everybody may leave. Removing others needs ADMIN; the rule decides. */
export const removeMember = endpoint({
  method: 'DELETE',
  path: '/api/households/{id}/members/{userId}',
  auth: 'household-in-path',
  summary: 'Remove a member, or leave; the invite code changes',
  params: ByMember,
})

const Who = z.object({ userId: z.string() })
export const householdCreated = eventType('household.created', z.object({}))
export const householdChanged = eventType('household.changed', z.object({}))
export const householdDeleted = eventType('household.deleted', z.object({}))
export const householdRestored = eventType('household.restored', z.object({}))
/** Without a `reason` somebody asked for a new code. `membership`: a member left or lost rights. */
export const inviteRefreshed = eventType('invite.refreshed', z.object({ reason: z.enum(['membership', 'upgrade']).optional() }))
export const memberJoined = eventType('member.joined', Who)
export const memberChanged = eventType('member.changed', Who.extend({ role: Role, before: Role }))
export const memberRemoved = eventType('member.removed', Who)

/** One thing somebody did, newest first. */
export const HistoryEntry = z.object({
  seq: z.int(),
  name: z.string(),
  actor: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
  at: z.string(),
  summary: z.string(),
  canUndo: z.boolean(),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listHistory = endpoint({
  method: 'GET',
  path: '/api/history',
  auth: 'household',
  summary: 'What people did, newest first, on request to one lot; the next page’s cursor stands in X-Next-Cursor',
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
  mode: 'free',
  summary: 'Undo one change by appending its opposite',
  params: z.object({ seq: z.coerce.number().int().min(1) }).strict(),
  reply: HistoryEntry,
})
/** Appended when a change is undone: which one it was, and what its domain says of the opposite. */
export const changeUndone = eventType('change.undone', z.looseObject({ undoneSeq: z.int() }))
