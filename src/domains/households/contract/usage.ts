import { z } from 'zod'
import { ById, endpoint } from '#platform/shared/endpoint.ts'
import { QuotaUsage } from './quota.ts'

export const getAccountUsage = endpoint({
  method: 'GET',
  path: '/api/users/me/usage',
  auth: 'person',
  summary: 'Your account’s usage of its quotas',
  reply: z.array(QuotaUsage),
})
export const getHouseholdUsage = endpoint({
  method: 'GET',
  path: '/api/households/{id}/usage',
  auth: 'household-in-path',
  summary: 'A household’s usage of its quotas, and yours as its member',
  params: ById,
  reply: z.array(QuotaUsage),
})
