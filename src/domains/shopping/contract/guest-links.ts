import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { shoppingListPath, writeAccess } from './item.ts'

/** A link with which a guest without an account uses one shopping list. Its secret is shown once. */
export const GuestLink = z.object({
  id: z.string(),
  createdAt: z.string(),
  /** From then on the link leads nowhere. */
  expiresAt: z.string(),
  /** Null if the account was deleted. */
  createdBy: z.object({ firstName: z.string(), lastName: z.string() }).nullable(),
})
export type GuestLink = z.infer<typeof GuestLink>

export const maxGuestLinks = 10
export const guestLinkHours = 24

export const listGuestLinks = endpoint({
  ...writeAccess,
  method: 'GET',
  path: `${shoppingListPath}/guest-links`,
  summary: 'List the guest links that haven’t ended, newest first: to the shopping list, or to `list`',
  query: z.object({ list: Id.optional() }).strict(),
  reply: z.array(GuestLink),
})
export const createGuestLink = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${shoppingListPath}/guest-links`,
  summary:
    'Create a link with which a guest can see the shopping list, or the list `listId`, check off and add rows for 24 hours, or until it is ended',
  body: z.object({ listId: Id.optional() }).strict(),
  reply: GuestLink.extend({
    /** The page’s path with the secret. Only this response has it. */
    path: z.string(),
  }),
  status: 201,
  secret: true,
  perMinute: 30,
})
export const endGuestLink = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: '/api/guest-links/{id}',
  summary: 'End a guest link at once, also for open pages',
  params: IdParams,
})

/** The secret is in the query, which logs omit. */
const LinkKey = z.object({ key: z.string().max(200) }).strict()

/** A row as a guest sees it. */
export const GuestRow = z.object({
  id: z.string(),
  name: z.string(),
  /** In the reader’s language: `2 kg`, `6`. */
  amount: z.string(),
  note: z.string(),
  /** The aisle, in the reader’s language. */
  category: z.string(),
  isChecked: z.boolean(),
})
export type GuestRow = z.infer<typeof GuestRow>

export const showGuestPage = endpoint({
  method: 'GET',
  path: '/api/guest-list',
  auth: 'public',
  summary: 'The page of a guest link',
  media: 'file',
  query: LinkKey,
  perMinute: 60,
})
/** An open page asks every second. */
export const getGuestRows = endpoint({
  method: 'GET',
  path: '/api/guest-list/rows',
  auth: 'public',
  scope: { foundIn: 'keys' },
  summary: 'The rows of the list of a guest link; `rows` is null if nothing changed since that `seq`',
  query: LinkKey.extend({
    since: z
      .string()
      .regex(/^\d{1,15}$/)
      .optional(),
  }),
  reply: z.object({
    seq: z.int(),
    expiresAt: z.string(),
    /** Of the list; null for the shopping list itself, and without rows. */
    name: z.string().nullable(),
    rows: z.array(GuestRow).nullable(),
  }),
  // Each open page asks about once a second; a family may have many open.
  perMinute: 1200,
})
const guestWrite = { auth: 'public', scope: { foundIn: 'keys' }, query: LinkKey, reply: GuestRow, perMinute: 60 } as const
export const addGuestRow = endpoint({
  ...guestWrite,
  method: 'POST',
  path: '/api/guest-list/rows',
  summary: 'Add a row to the list of a guest link; the same item in an open row is added to that row',
  body: z.object({ id: Id.optional(), name: Name(120), quantity: Quantity.optional(), unit: Unit.optional() }).strict(),
  status: 201,
})
export const checkGuestRow = endpoint({
  ...guestWrite,
  method: 'PUT',
  path: '/api/guest-list/rows/{id}',
  summary: 'Check off or uncheck a row of the list of a guest link',
  params: IdParams,
  body: z.object({ isChecked: z.boolean() }).strict(),
})

/** `listId` is missing in changes from before other lists had guest links. */
const About = z.object({ linkId: z.string(), listId: z.string().nullish() })
export const guestLinkCreated = eventType('list.guest_link_created', About)
export const guestLinkEnded = eventType('list.guest_link_ended', About)
