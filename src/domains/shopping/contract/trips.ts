import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { readAccess, shoppingListPath, writeAccess } from './item.ts'

/** A member who is shopping from a list, as browsers keep a copy of it. */
export const SyncedTrip = z.object({
  id: z.string(),
  userId: z.string(),
  /** Null for the default list. */
  listId: z.string().nullable(),
  /** Null if it is unknown. */
  storeId: z.string().nullable(),
  startedAt: z.string(),
  version: z.int(),
})
export type SyncedTrip = z.infer<typeof SyncedTrip>

export const ShoppingTrip = SyncedTrip.extend({
  shopper: z.object({ firstName: z.string(), lastName: z.string() }),
  /** When the shopper last checked a row off, else the start. Four hours later the trip is over by itself. */
  activeAt: z.string(),
  /** The rows that the shopper checked off during the trip and that are still on the list. */
  basketCount: z.int(),
  /** Open rows of the list for the trip's store or for anywhere. */
  leftCount: z.int(),
})
export type ShoppingTrip = z.infer<typeof ShoppingTrip>

/** `startedAt`: when the trip started on the device; the future counts as now. */
export const NewTrip = z.object({ id: Id, listId: Id, storeId: Id, startedAt: z.iso.datetime() }).partial().strict()
export type NewTrip = z.infer<typeof NewTrip>
export const TripChange = z.object({ storeId: Id.nullable() }).strict()
export type TripChange = z.infer<typeof TripChange>

const path = `${shoppingListPath}/trips`

export const listTrips = endpoint({
  ...readAccess,
  method: 'GET',
  path,
  summary: 'Who is shopping now, from which list and at which store',
  reply: z.array(ShoppingTrip),
})
export const startTrip = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Tell the others that you’re shopping from a list; ends your trip before',
  body: NewTrip,
  reply: SyncedTrip,
  status: 201,
})
export const changeTrip = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Move the trip to another store; null if it is unknown',
  params: IdParams,
  body: TripChange,
  reply: SyncedTrip,
})
export const endTrip = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'End a trip, undoable; succeeds if it is already over',
  params: IdParams,
})

const About = z.object({ tripId: z.string() })
/** `storeId`: where it goes on; null if it is unknown. */
const AboutStore = About.extend({ storeId: z.string().nullable() })
export const tripStarted = eventType('shopping_trip.started', AboutStore)
export const tripMoved = eventType('shopping_trip.moved', AboutStore)
export const tripEnded = eventType('shopping_trip.ended', About)
