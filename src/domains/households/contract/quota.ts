import { z } from 'zod'
import { endpoint, IdParams } from '#platform/shared/endpoint.ts'

/** A limit on how much an account, household or member may store. `setting` configures it, in `unit`. */
interface Quota {
  readonly default: number
  readonly setting: `LARDER_MAX_${string}`
  /** What it limits: an account, a household, or a member within a household. */
  readonly of: 'account' | 'household' | 'member'
  /** The unit of the setting. Defaults to 1. */
  readonly unit?: number
}

/** All quotas. `storedBytes` counts the size in the database. */
export const quotas = {
  households: { default: 20, setting: 'LARDER_MAX_HOUSEHOLDS', of: 'account' },
  circles: { default: 50, setting: 'LARDER_MAX_CIRCLES', of: 'account' },
  messageTargets: { default: 5, setting: 'LARDER_MAX_MESSAGE_TARGETS', of: 'account' },
  members: { default: 50, setting: 'LARDER_MAX_MEMBERS', of: 'household' },
  recipes: { default: 10_000, setting: 'LARDER_MAX_RECIPES', of: 'household' },
  storedBytes: { default: 1_000, setting: 'LARDER_MAX_STORAGE_MB', of: 'household', unit: 1_000_000 },
  labels: { default: 5_000, setting: 'LARDER_MAX_LABELS', of: 'household' },
  linkedCircles: { default: 50, setting: 'LARDER_MAX_LINKED_CIRCLES', of: 'household' },
  webhooks: { default: 10, setting: 'LARDER_MAX_WEBHOOKS', of: 'household' },
  tokens: { default: 50, setting: 'LARDER_MAX_TOKENS', of: 'member' },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
export const quotaNames = Object.keys(quotas) as QuotaName[]
/** This server's limits. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>

/** The usage of a quota. `used` exceeds `limit` if the limit was lowered. */
export const QuotaUsage = z.object({ name: z.enum(quotaNames), used: z.int(), limit: z.int() })
export type QuotaUsage = z.infer<typeof QuotaUsage>

const warningShare = 0.8
/** Returns whether to warn the user, from 80 %. */
export const isNearLimit = ({ used, limit }: QuotaUsage): boolean => used >= limit * warningShare

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
  params: IdParams,
  reply: z.array(QuotaUsage),
})
