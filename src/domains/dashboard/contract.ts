import { z } from 'zod'
import { Lot } from '#domains/inventory/contract.ts'
import { Period } from '#domains/waste/contract/report.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { QuantityOrZero } from '#platform/shared/quantity.ts'
import { Unit } from '#platform/shared/units.ts'

export const ExpirationAnalytics = z.object({
  totalActive: z.int(),
  expiringSoon: z.int(),
  expired: z.int(),
  /** Lots with the food's name at their top level, too. */
  expiringSoonItems: z.array(Lot.extend({ name: z.string() })),
})
export type ExpirationAnalytics = z.infer<typeof ExpirationAnalytics>

export const expirationAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/expiration',
  auth: 'household',
  summary: 'What goes off, in numbers and items',
  reply: ExpirationAnalytics,
})

const flow = {
  /** Lots that came. */
  added: z.int(),
  /** How often something was used. */
  used: z.int(),
  /** Records of waste, as the waste report counts them: what was donated or composted is none. */
  wasted: z.int(),
  /** What was paid for the lots that came, as far as it is known. */
  spent: z.number(),
}
export const InventoryAnalytics = z.object({
  period: Period,
  ...flow,
  /** Categories where anything happened, the busiest first; they add up to the whole. */
  byCategory: z.array(z.object({ category: z.string(), ...flow })),
})
export type InventoryAnalytics = z.infer<typeof InventoryAnalytics>

export const inventoryAnalytics = endpoint({
  method: 'GET',
  path: '/api/analytics/inventory',
  auth: 'household',
  summary: 'What came, was used, was thrown away and was paid in a calendar period (weeks begin on Monday), in the household’s time zone',
  query: z.object({ period: Period.default('month') }).strict(),
  reply: InventoryAnalytics,
})

/** The kitchen at a glance, in one answer. Its names stay as they are: dashboards outside are built on them. */
export const Summary = z.object({
  household: z.object({ id: z.string(), name: z.string() }),
  /** The household's day. */
  today: z.string(),
  /** Lots, expired ones among them. */
  totalItems: z.int(),
  /** Lots that go off within three days. */
  expiringSoon: z.int(),
  expired: z.int(),
  /** Foods below their par level. */
  lowStock: z.int(),
  shoppingList: z.object({ open: z.int(), checked: z.int() }),
  /** What is expired or goes off within three days, soonest first; at most 20. */
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
