import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Unit } from '#platform/shared/units.ts'

/** The open debts of one ingredient between two households, in one direction. */
export const Debt = z.object({
  /** Ids of the loans it adds up. */
  ids: z.array(z.string()),
  direction: z.enum(['owed_to_us', 'owed_by_us']),
  household: z.object({ name: z.string() }),
  ingredient: z.object({ name: z.string(), category: z.string() }),
  quantity: z.number(),
  unit: Unit,
  /** When the oldest of the loans was completed. */
  since: z.string(),
})
export type Debt = z.infer<typeof Debt>

export const listDebts = endpoint({
  method: 'GET',
  path: '/api/debts',
  auth: 'household',
  mode: 'free',
  summary: 'What the household owes others in kind, and others owe it, per food',
  reply: z.array(Debt),
})
export const settleDebts = endpoint({
  method: 'POST',
  path: '/api/debts/settle',
  auth: 'household',
  role: 'MEMBER',
  mode: 'free',
  summary: 'Close what is owed: it was returned, or never mind (the lender’s to say)',
  body: z.object({ ids: z.array(Id).min(1).max(200), how: z.enum(['returned', 'never_mind']) }).strict(),
  reply: z.object({ settled: z.int() }),
})

const About = z.object({ requestIds: z.array(z.string()), how: z.enum(['returned', 'never_mind']) })
export const debtSettled = eventType('debt.settled', About)
/** Recorded in the other household's log when a settlement is undone. */
export const debtReopened = eventType('debt.reopened', About)
