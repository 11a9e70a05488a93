import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { Lot } from '#domains/inventory/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name } from '#platform/shared/text.ts'
import { Unit } from '#platform/shared/units.ts'

export * from './borrow.ts'
export * from './offers.ts'

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
  mode: 'free',
  summary: 'What others in your circles can spare; at most 1,000 at once, the next page’s cursor stands in X-Next-Cursor',
  query: z.object(page).strict(),
  reply: z.array(ShareableItem),
})
export const searchShareable = endpoint({
  method: 'GET',
  path: '/api/inventory/shareable/search',
  auth: 'household',
  mode: 'free',
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
