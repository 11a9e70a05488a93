import { z } from 'zod'
import { Lot } from '#domains/inventory/contract.ts'
import { Period } from '#domains/waste/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { QuantityOrZero } from '#platform/shared/quantity-and-money.ts'
import { Unit } from '#platform/shared/units.ts'

export const ExpirationAnalytics = z.object({
  totalActive: z.int(),
  expiringSoon: z.int(),
  expired: z.int(),
  /** Lots with the ingredient's name at the top level too. */
  expiringSoonItems: z.array(Lot.extend({ name: z.string() })),
})
export type ExpirationAnalytics = z.infer<typeof ExpirationAnalytics>

export const expirationAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/expiration',
  auth: 'household',
  summary: 'Lots that expire soon: counts and items',
  reply: ExpirationAnalytics,
})

const flow = {
  /** Number of lots added. */
  added: z.int(),
  /** Number of uses. */
  used: z.int(),
  /** Number of waste records, counted as in the waste report: donated and composted ones are not waste. */
  wasted: z.int(),
  /** Sum of the known prices of the lots added. */
  spent: z.number(),
}
export const InventoryAnalytics = z.object({
  period: Period,
  ...flow,
  /** Categories with any change, the most active first. They add up to the totals. */
  byCategory: z.array(z.object({ category: z.string(), ...flow })),
})
export type InventoryAnalytics = z.infer<typeof InventoryAnalytics>

export const inventoryAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/inventory',
  auth: 'household',
  summary: 'Lots added, used and wasted, and the amount spent, in a calendar period (weeks begin on Monday) in the household’s time zone',
  query: z.object({ period: Period.default('month') }).strict(),
  reply: InventoryAnalytics,
})

/** Key figures of a kitchen in one response. The names don't change: dashboards outside Larder use them. */
export const Summary = z.object({
  household: z.object({ id: z.string(), name: z.string() }),
  /** Today in the household's time zone. */
  today: z.string(),
  /** Number of lots, including expired ones. */
  totalItems: z.int(),
  /** Number of lots that expire within three days. */
  expiringSoon: z.int(),
  expired: z.int(),
  /** Number of ingredients below their par level. */
  lowStock: z.int(),
  shoppingList: z.object({ open: z.int(), checked: z.int() }),
  /** Lots that have expired or expire within three days, soonest first; at most 20. */
  useSoon: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      quantity: QuantityOrZero,
      unit: Unit,
      location: z.string(),
      effectiveExpiration: z.string(),
      daysLeft: z.int(),
    }),
  ),
})
export type Summary = z.infer<typeof Summary>

export const summary = endpoint({
  method: 'GET',
  path: '/api/summary',
  auth: 'household',
  summary: 'The kitchen at a glance, for dashboards outside; an access token that reads is enough',
  reply: Summary,
})
