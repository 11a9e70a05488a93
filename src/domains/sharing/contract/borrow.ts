import { z } from 'zod'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

export const borrowStatuses = ['PENDING', 'ACCEPTED', 'REJECTED', 'COMPLETED', 'CANCELLED', 'EXPIRED'] as const
export const BorrowStatus = z.enum(borrowStatuses)
export type BorrowStatus = z.infer<typeof BorrowStatus>

/** A person in a request, as the requester and the lending household see them. */
const Side = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** Empty if the account was deleted or the caller is a VIEWER. */
  email: z.string(),
})
const Item = z.object({ id: z.string(), unit: Unit, ingredient: z.object({ name: z.string(), category: z.string() }) })

export const BorrowRequest = z.object({
  id: z.string(),
  status: BorrowStatus,
  /** The quantity requested or, once accepted, the quantity agreed on. */
  quantity: z.number(),
  unit: Unit,
  message: z.string().nullable(),
  expiresAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  requester: Side,
  lender: Side,
  /** Both names are in the API; the value is the same. */
  inventoryItem: Item,
  item: Item,
  /** The caller's household's side; `household` is the other one. */
  side: z.enum(['requester', 'lender']),
  household: z.object({ name: z.string() }),
  /** True for a claimed offer, which creates no debt. */
  isGift: z.boolean(),
  /** True if the other household is on another server: it gets what it asked for or nothing, and the lender marks it as completed. */
  isLinked: z.boolean(),
})
export type BorrowRequest = z.infer<typeof BorrowRequest>

const min = 0.01
export const defaultBorrowDays = 7
/** An ISO instant with an offset and a year that `CalendarDate` accepts; normalized to UTC. */
const Moment = z.iso
  .datetime({ offset: true, message: 'Enter a date and time.' })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => CalendarDate.safeParse(text.slice(0, 10)).success, 'Enter a date and time.')

export const listBorrow = endpoint({
  method: 'GET',
  path: '/api/borrow',
  auth: 'household',
  scope: { crossHousehold: 'sharing' },
  summary: 'What you asked others for (`my`) and what others asked your household for (`incoming`), newest first',
  query: z.object({ type: z.enum(['my', 'incoming']).optional() }).strict(),
  reply: z.array(BorrowRequest),
})
export const countBorrow = endpoint({
  method: 'GET',
  path: '/api/borrow/notifications',
  auth: 'person',
  scope: { crossHousehold: 'sharing' },
  summary: 'How many requests wait for an answer in your households',
  reply: z.object({ count: z.int() }),
})
export const askToBorrow = endpoint({
  method: 'POST',
  path: '/api/borrow',
  auth: 'household',
  role: 'MEMBER',
  scope: { foundIn: 'sharing' },
  summary: 'Ask for a shared lot; what is lent comes to the household of the header',
  body: z
    .object({
      inventoryItemId: Id,
      quantity: Quantity.refine((n) => n >= min, 'Enter at least 0.01.'),
      unit: Unit,
      message: Text(500).optional(),
      expiresAt: Moment,
    })
    .strict(),
  reply: BorrowRequest,
  status: 201,
})
export const changeBorrow = endpoint({
  method: 'PATCH',
  path: '/api/borrow/{id}',
  auth: 'household',
  role: 'MEMBER',
  scope: { foundIn: 'household' },
  summary: 'Accept (also a part: `quantity`), reject, cancel or complete a request; APPROVED means ACCEPTED',
  params: IdParams,
  body: z
    .object({ status: z.enum(['ACCEPTED', 'APPROVED', 'REJECTED', 'CANCELLED', 'COMPLETED']), quantity: Quantity.optional() })
    .strict()
    .refine(({ status, quantity }) => quantity === undefined || status === 'ACCEPTED' || status === 'APPROVED', {
      path: ['quantity'],
      message: 'A quantity is only allowed when accepting.',
    }),
  reply: BorrowRequest,
})

/** Recorded in the change logs of both households; the lender's change also names the lots. */
const About = z.looseObject({ requestId: z.string() })
export const borrowRequested = eventType('borrow.requested', About)
export const borrowAccepted = eventType('borrow.accepted', About)
export const borrowRejected = eventType('borrow.rejected', About)
export const borrowCancelled = eventType('borrow.cancelled', About)
export const borrowExpired = eventType('borrow.expired', About)
/** Stock changes, with their lots. Undoing one undoes both. */
export const loanGiven = eventType('loan.given', About)
export const loanReceived = eventType('loan.received', About)

/** The open debts of one ingredient between two households, in one direction. */
export const Debt = z.object({
  /** Ids of the loans it adds up. */
  ids: z.array(z.string()),
  direction: z.enum(['owed_to_us', 'owed_by_us']),
  household: z.object({ name: z.string() }),
  ingredient: z.object({ name: z.string(), category: z.string() }),
  quantity: z.number(),
  unit: Unit,
  /** When the oldest of the loans was completed. */
  since: z.string(),
})
export type Debt = z.infer<typeof Debt>

export const listDebts = endpoint({
  method: 'GET',
  path: '/api/debts',
  auth: 'household',
  scope: { crossHousehold: 'sharing' },
  summary: 'What the household owes others in kind, and others owe it, per food',
  reply: z.array(Debt),
})
export const settleDebts = endpoint({
  method: 'POST',
  path: '/api/debts/settle',
  auth: 'household',
  role: 'MEMBER',
  scope: { foundIn: 'household' },
  summary: 'Close what is owed: it was returned, or never mind (the lender’s to say)',
  body: z.object({ ids: z.array(Id).min(1).max(200), how: z.enum(['returned', 'never_mind']) }).strict(),
  reply: z.object({ settled: z.int() }),
})

const AboutDebts = z.object({ requestIds: z.array(z.string()), how: z.enum(['returned', 'never_mind']) })
export const debtSettled = eventType('debt.settled', AboutDebts)
/** Recorded in the other household's log when a settlement is undone. */
export const debtReopened = eventType('debt.reopened', AboutDebts)
