import { z } from 'zod'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Name, Text } from '#platform/shared/text-schemas.ts'

export const maxPlaces = 300

/** A location that the household named, arranged or described. Items are in it if their `location` is its name, whatever its case. */
export const Place = z.object({
  id: z.string(),
  name: z.string(),
  /** Its position among the places. */
  position: z.int(),
  /** How cold it is; null if unknown. Items put there get this storage unless another one is chosen. */
  storage: Storage.nullable(),
  /** The address of its picture, which changes with the picture; null if there is none. */
  picture: z.string().nullable(),
  createdAt: z.string(),
  version: z.int(),
})
export type Place = z.infer<typeof Place>

const fields = { name: Name(60), storage: Storage.nullable() }
/** Last by default. `from`: the location that it replaces, whose items move along. */
export const NewPlace = z
  .object({ id: Id.optional(), name: fields.name, storage: fields.storage.optional(), from: Name(60).optional() })
  .strict()
export type NewPlace = z.infer<typeof NewPlace>
export const PlaceChange = z.object(fields).partial().strict()
export type PlaceChange = z.infer<typeof PlaceChange>

const path = '/api/places'
const readAccess = { auth: 'household' } as const
const writeAccess = { auth: 'household', role: 'MEMBER' } as const

export const listPlaces = endpoint({
  ...readAccess,
  tablet: true,
  method: 'GET',
  path,
  summary: 'The places that the household named, in its order. Statistics of the inventory count the items of every location',
  reply: z.array(Place),
})
export const addPlace = endpoint({
  ...writeAccess,
  method: 'POST',
  path,
  summary: 'Add a place; one that has the id or the name is returned. With `from`, what is at that location moves along',
  body: NewPlace,
  reply: Place,
  status: 201,
})
export const changePlace = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Rename a place with everything that names it, or say how cold it is',
  params: IdParams,
  body: PlaceChange,
  reply: Place,
  versioned: true,
})
export const arrangePlaces = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: '/api/place-order',
  summary: 'Arrange the places, by id or name; those that aren’t known yet are added, and those left out come last',
  body: z
    .object({
      places: z
        .array(z.object({ id: Id.optional(), name: fields.name }).strict())
        .min(1)
        .max(maxPlaces),
    })
    .strict(),
  reply: z.array(Place),
})
export const removePlace = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove an empty place, undoable; succeeds if it is already gone',
  params: IdParams,
})
/** With an outdated `v`, the response is 404; without it, the current picture. */
export const getPlacePicture = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/picture`,
  summary: 'Get a place’s picture as a JPEG; its address is in the place',
  media: 'file',
  params: IdParams,
  query: z.object({ v: Text(60).optional() }).strict(),
})
export const setPlacePicture = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${path}/{id}/picture`,
  summary: 'Set a place’s picture (form field image)',
  media: 'multipart',
  perMinute: 20,
  params: IdParams,
  reply: Place,
})
export const removePlacePicture = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}/picture`,
  summary: 'Remove a place’s picture',
  params: IdParams,
})

const About = z.object({ placeId: z.string() })
export const placeAdded = eventType('place.added', About)
export const placeChanged = eventType('place.changed', About)
/** Everything at the location `from` is at `to` now. */
export const placeRenamed = eventType('place.renamed', About.extend({ from: z.string(), to: z.string() }))
export const placesArranged = eventType('place.arranged', z.object({}))
export const placeRemoved = eventType('place.removed', About)
