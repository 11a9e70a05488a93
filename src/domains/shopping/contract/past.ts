import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { Unit } from '#platform/shared/units.ts'
import { path, read } from './item.ts'

/** An item this household buys regularly. */
export const UsualItem = z.object({
  ingredientId: z.string().nullable(),
  ingredientName: z.string(),
  category: z.string(),
  suggestedQuantity: z.number(),
  unit: Unit,
  /** Number of days in the last 180 on which it was bought. */
  timesBought: z.int(),
  lastBoughtOn: z.string(),
  isOnList: z.boolean(),
})
export type UsualItem = z.infer<typeof UsualItem>
export const usualItems = endpoint({
  ...read,
  method: 'GET',
  path: `${path}/usual`,
  summary: 'Items bought regularly, most often first',
  reply: z.array(UsualItem),
})

export const SuggestedPar = z.object({
  ingredientId: z.string(),
  /** In `unit`, the ingredient's default unit; null if it was used too rarely. */
  suggestedPar: z.number().nullable(),
  unit: Unit,
  usesCounted: z.int(),
  why: z.string(),
})
export type SuggestedPar = z.infer<typeof SuggestedPar>
export const suggestPar = endpoint({
  ...read,
  method: 'GET',
  path: '/api/ingredients/{id}/suggested-par',
  summary: 'A suggested par level from past use',
  params: ById,
  reply: SuggestedPar,
})
