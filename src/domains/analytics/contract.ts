import { z } from 'zod'
import { Lot } from '#domains/inventory/contract.ts'
import { endpoint } from '#platform/contract/endpoint.ts'

export const ExpirationAnalytics = z.object({
  totalActive: z.int(),
  expiringSoon: z.int(),
  expired: z.int(),
  expiringSoonItems: z.array(Lot),
})
export type ExpirationAnalytics = z.infer<typeof ExpirationAnalytics>

export const expirationAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/expiration',
  auth: 'household',
  summary: 'What goes off, in numbers and items',
  reply: ExpirationAnalytics,
})
