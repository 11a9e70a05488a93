import { z } from 'zod'

/** A limit on how much one account, household or member may keep. The operator sets it with `setting`, counted in `unit`. */
interface Quota {
  readonly default: number
  readonly setting: `LARDER_MAX_${string}`
  /** Whose it is: an account's, a household's, or a member's within one household. */
  readonly of: 'account' | 'household' | 'member'
  /** What the setting counts in; 1 unless told. */
  readonly unit?: number
}

/** All quotas. Storage is counted as it is kept: pictures as text in the database. */
export const quotas = {
  households: { default: 20, setting: 'LARDER_MAX_HOUSEHOLDS', of: 'account' },
  circles: { default: 50, setting: 'LARDER_MAX_CIRCLES', of: 'account' },
  members: { default: 50, setting: 'LARDER_MAX_MEMBERS', of: 'household' },
  recipes: { default: 10_000, setting: 'LARDER_MAX_RECIPES', of: 'household' },
  storedBytes: { default: 1_000, setting: 'LARDER_MAX_STORAGE_MB', of: 'household', unit: 1_000_000 },
  linkedCircles: { default: 50, setting: 'LARDER_MAX_LINKED_CIRCLES', of: 'household' },
  webhooks: { default: 10, setting: 'LARDER_MAX_WEBHOOKS', of: 'household' },
  tokens: { default: 50, setting: 'LARDER_MAX_TOKENS', of: 'member' },
} as const satisfies Record<string, Quota>

export type QuotaName = keyof typeof quotas
export const quotaNames = Object.keys(quotas) as QuotaName[]
/** What this server allows of each. */
export type QuotaLimits = Readonly<Record<QuotaName, number>>

/** How much of a quota is used; `used` may be above `limit` after the operator lowered it. */
export const QuotaUsage = z.object({ name: z.enum(quotaNames), used: z.int(), limit: z.int() })
export type QuotaUsage = z.infer<typeof QuotaUsage>

const warningShare = 0.8
/** Whether it is time to tell whoever adds more. */
export const isNearLimit = ({ used, limit }: QuotaUsage): boolean => used >= limit * warningShare
