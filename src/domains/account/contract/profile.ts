import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'
import { Name } from '#platform/shared/text-schemas.ts'
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
/** The form field is `image`: JPEG, PNG or WebP, under 10 MB. The image is re-encoded without metadata. */
export const putAvatar = endpoint({
  method: 'PUT',
  path: '/api/users/avatar',
  auth: 'person',
  summary: 'Set your picture',
  media: 'multipart',
  reply: User,
  perMinute: 20,
})
export const removeAvatar = endpoint({
  method: 'DELETE',
  path: '/api/users/avatar',
  auth: 'person',
  summary: 'Remove your picture and show initials',
})
/** Public, because images are loaded without a token. Each picture has its own unguessable id. */
export const getAvatar = endpoint({
  method: 'GET',
  path: '/api/avatars/{id}',
  auth: 'public',
  summary: 'A user’s picture, at the path in their profile',
  scope: { foundIn: 'request' },
  media: 'file',
  params: IdParams,
})
