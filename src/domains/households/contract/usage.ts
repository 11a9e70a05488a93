import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { QuotaUsage } from './quota.ts'

export const getAccountUsage = endpoint({
  method: 'GET',
  path: '/api/users/me/usage',
  auth: 'person',
  summary: 'How much of its quotas your account uses',
  reply: z.array(QuotaUsage),
})
export const getHouseholdUsage = endpoint({
  method: 'GET',
  path: '/api/households/{id}/usage',
  auth: 'household-in-path',
  summary: 'How much of its quotas a household uses, and you of those of its members',
  params: ById,
  reply: z.array(QuotaUsage),
})
