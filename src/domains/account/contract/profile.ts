import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Name } from '#platform/shared/text.ts'
import { User } from './index.ts'

export const changeProfile = endpoint({
  method: 'PATCH',
  path: '/api/users/profile',
  auth: 'person',
  summary: 'Change your names',
  body: z
    .object({ firstName: Name(60), lastName: Name(60) })
    .partial()
    .strict(),
  reply: User,
  versioned: true,
})
/** The form field is `image`: JPEG, PNG or WebP, under 10 MB. It is made anew: nothing but the picture itself is kept. */
export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/users/avatar',
  auth: 'person',
  summary: 'Set your picture',
  mode: 'free',
  media: 'multipart',
  reply: User,
  perMinute: 20,
})
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/users/avatar',
  auth: 'person',
  summary: 'Go back to initials',
})
/** Anybody who was given the address may look: pages show it as an image, which carries no token. A new picture has a new one. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/{id}',
  auth: 'public',
  summary: 'A person’s picture, by the address their profile gives',
  mode: 'free',
  media: 'file',
  params: ById,
})
