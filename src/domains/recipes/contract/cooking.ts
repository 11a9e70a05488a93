import { z } from 'zod'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { readAccess, path as recipesPath, Stars, writeAccess } from './recipe.ts'

const path = '/api/cookings'

const fields = {
  date: CalendarDate,
  /** How it was, 0 to 5; null if not rated. */
  rating: Stars.nullable(),
  notes: Text(2000),
}

/** One time that a recipe was made. */
export const Cooking = z.object({
  id: z.string(),
  recipeId: z.string(),
  ...fields,
  date: z.string(),
  /** The address of its photo, which changes with the photo; null if there is none. */
  picture: z.string().nullable(),
  createdAt: z.string(),
  version: z.int(),
})
export type Cooking = z.infer<typeof Cooking>

/** Today by default. */
export const NewCooking = z
  .object({ ...fields, id: Id })
  .partial()
  .strict()
export type NewCooking = z.infer<typeof NewCooking>
export const CookingChange = z.object(fields).partial().strict()
export type CookingChange = z.infer<typeof CookingChange>

export const listCookings = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${recipesPath}/{id}/cookings`,
  summary: 'List when a recipe was made, newest first',
  params: IdParams,
  reply: z.array(Cooking),
})
export const addCooking = endpoint({
  ...writeAccess,
  method: 'POST',
  path: `${recipesPath}/{id}/cookings`,
  summary: 'Note that a recipe was made, without changing the stock',
  params: IdParams,
  body: NewCooking,
  reply: Cooking,
  status: 201,
})
export const changeCooking = endpoint({
  ...writeAccess,
  method: 'PATCH',
  path: `${path}/{id}`,
  summary: 'Change the date, rating or notes of a time that a recipe was made',
  params: IdParams,
  body: CookingChange,
  reply: Cooking,
  versioned: true,
})
export const removeCooking = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}`,
  summary: 'Remove a time that a recipe was made (can be undone)',
  params: IdParams,
})

/** With an outdated `v`, the response is 404; without it, the current photo. */
export const getCookingPicture = endpoint({
  ...readAccess,
  method: 'GET',
  path: `${path}/{id}/picture`,
  summary: 'Get the photo of a time that a recipe was made as a JPEG; its address is in the time',
  media: 'file',
  params: IdParams,
  query: z.object({ v: Text(60).optional() }).strict(),
})
export const setCookingPicture = endpoint({
  ...writeAccess,
  method: 'PUT',
  path: `${path}/{id}/picture`,
  summary: 'Set the photo of a time that a recipe was made (form field image)',
  media: 'multipart',
  perMinute: 20,
  params: IdParams,
  reply: Cooking,
})
export const removeCookingPicture = endpoint({
  ...writeAccess,
  method: 'DELETE',
  path: `${path}/{id}/picture`,
  summary: 'Remove the photo of a time that a recipe was made (can be undone)',
  params: IdParams,
})

const About = z.object({ recipeId: z.string(), cookingId: z.string() })
export const cookingAdded = eventType('recipe.cooking_added', About)
export const cookingChanged = eventType('recipe.cooking_changed', About)
export const cookingPictureChanged = eventType('recipe.cooking_picture_changed', About)
export const cookingRemoved = eventType('recipe.cooking_removed', About)
