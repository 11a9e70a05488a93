import { z } from 'zod'
import { Category } from '#domains/ingredients/contract/index.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { path, read, write } from './paths.ts'

const Aisles = z.object({ order: z.array(z.string()) })
export const getAisles = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/aisles`,
  summary: 'The aisles, in the order of a walk through the shop',
  reply: Aisles,
})
export const arrangeAisles = endpoint({
  ...write,
  method: 'PUT',
  path: `${path}/aisles`,
  summary: 'Set the order of the aisles by hand; what was learned before is forgotten',
  body: z.object({ order: z.array(Category).min(1).max(100) }).strict(),
  reply: Aisles,
})
