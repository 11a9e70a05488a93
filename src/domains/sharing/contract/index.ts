import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { Lot } from '#domains/inventory/contract.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'
import { BorrowRequest } from './borrow.ts'

export * from './borrow.ts'

/** User signal without a payload: the lots or offers shared with the user may have changed. */
export const sharedChanged = 'shared.changed'

/** A shared lot as members of a circle see it. */
export const ShareableItem = z.object({
  id: z.string(),
  ingredient: z.object({ name: z.string(), category: z.string() }),
  /** The member who added the lot. */
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  household: z.object({ name: z.string() }),
  /** The quantity left after reservations. */
  quantity: z.number(),
  unit: Unit,
  storage: Storage,
  location: z.string(),
  isOpened: z.boolean(),
  expirationDate: z.string().nullable(),
  /** True if the household is on another server, which tells no names of its members. */
  isLinked: z.boolean(),
})
export type ShareableItem = z.infer<typeof ShareableItem>

/** Maximum number of items in one response, with or without a `limit`. */
export const maxShareable = 1000
const page = { limit: z.coerce.number().int().min(1).max(200).optional(), cursor: z.string().max(3000).optional() }

/** Replies with a plain list. `X-Next-Cursor` is set if there are more items; `X-Total-Count` counts all of them. */
export const listShareable = endpoint({
  method: 'GET',
  path: '/api/inventory/shareable',
  auth: 'household',
  scope: { crossHousehold: 'sharing' },
  summary: 'What others in your circles can spare; at most 1,000 at once, the next page’s cursor stands in X-Next-Cursor',
  query: z.object(page).strict(),
  reply: z.array(ShareableItem),
})
export const searchShareable = endpoint({
  method: 'GET',
  path: '/api/inventory/shareable/search',
  auth: 'household',
  scope: { crossHousehold: 'sharing' },
  summary:
    'What others in your circles can spare, by the food’s name or another name of it; typing errors are forgiven; paged as the list of all',
  query: z.object({ name: Name(120), ...page }).strict(),
  reply: z.array(ShareableItem),
})
/** Records one change for all lots, so that one undo reverts it. */
export const shareLots = endpoint({
  method: 'POST',
  path: '/api/inventory/share',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Share lots with the household’s circles, or stop sharing them; answers those that changed',
  body: z.object({ ids: z.array(Id).min(1).max(500), isShared: z.boolean() }).strict(),
  reply: z.array(Lot),
})

/** A lot that expires soon, free to the first member of the circle who claims it. */
export const Offer = z.object({
  id: z.string(),
  circle: z.object({ id: z.string(), name: z.string() }),
  ingredient: z.object({ name: z.string(), category: z.string() }),
  user: z.object({ firstName: z.string(), lastName: z.string() }),
  household: z.object({ name: z.string() }),
  quantity: z.number(),
  unit: Unit,
  storage: Storage,
  isOpened: z.boolean(),
  expirationDate: z.string().nullable(),
  /** When the offer ends. */
  expiresAt: z.string(),
  createdAt: z.string(),
  /** Whether the caller's household made the offer. */
  isOurs: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

export const listOffers = endpoint({
  method: 'GET',
  path: '/api/offers',
  auth: 'household',
  scope: { crossHousehold: 'sharing' },
  summary: 'Food offered in your circles, your household’s own too; what ends first comes first',
  reply: z.array(Offer),
})
/** A lot that is likely to be wasted, judging by the household's history. */
export const OfferSuggestion = z.object({
  inventoryItemId: z.string(),
  ingredient: z.object({ name: z.string(), category: z.string() }),
  quantity: z.number(),
  unit: Unit,
  daysLeft: z.int(),
})
export type OfferSuggestion = z.infer<typeof OfferSuggestion>

export const suggestOffers = endpoint({
  method: 'GET',
  path: '/api/offers/suggestions',
  auth: 'household',
  summary: 'Lots at high risk of waste that are not offered yet, the likeliest first',
  reply: z.array(OfferSuggestion),
})
export const makeOffer = endpoint({
  method: 'POST',
  path: '/api/offers',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Offer what is free of a lot to a circle the household is linked to',
  body: z.object({ inventoryItemId: Id, circleId: Id }).strict(),
  reply: Offer,
  status: 201,
})
/** Replies 409 if the offer was already claimed. `PATCH /api/borrow/{id}` with COMPLETED moves the stock at pickup. */
export const takeOffer = endpoint({
  method: 'POST',
  path: '/api/offers/{id}/take',
  auth: 'household',
  role: 'MEMBER',
  scope: { foundIn: 'sharing' },
  summary: 'Take an offer: answers the accepted request it becomes',
  params: IdParams,
  reply: BorrowRequest,
})
export const withdrawOffer = endpoint({
  method: 'DELETE',
  path: '/api/offers/{id}',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Withdraw an offer of your household',
  params: IdParams,
})

const About = z.object({ offerId: z.string(), circleId: z.string() })
export const offerMade = eventType('offer.made', About)
/** Recorded in the change logs of both households. */
export const offerTaken = eventType('offer.taken', z.looseObject({ requestId: z.string() }))
export const offerWithdrawn = eventType('offer.withdrawn', About)
