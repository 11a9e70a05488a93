import { z } from 'zod'
import { DiscardReason } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { Unit } from '#platform/shared/units.ts'

export const periods = ['week', 'month', 'quarter', 'year'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/** A day, or an instant that is read in the household's zone. */
export const Day = z
  .string()
  .max(40)
  .regex(/^\d{4}(-\d{2}){2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/, 'Use a date like 2026-11-21.')
  .refine((text) => CalendarDate.safeParse(text.slice(0, 10)).success && !Number.isNaN(Date.parse(text)), 'That date doesn’t exist.')

/** Dates win over the period. `includeGiven`: what was donated or composted counts as well. */
export const ReportQuestion = z
  .object({ period: Period, startDate: Day, endDate: Day, includeGiven: z.boolean() })
  .partial()
  .strict()
  .refine(({ period, startDate, endDate }) => (period ?? startDate ?? endDate) !== undefined, {
    path: ['period'],
    message: 'Choose a period or a start and end date.',
  })
export type ReportQuestion = z.infer<typeof ReportQuestion>

/** One thing thrown away, whole or in part. `purchasePrice` is the share of the price that was lost; null: the lot had none. */
export const WasteItem = z.object({
  id: z.string(),
  ingredientId: z.string(),
  ingredientName: z.string(),
  quantity: z.number(),
  unit: Unit,
  purchasePrice: z.number().nullable(),
  reason: DiscardReason,
  discardedDate: z.string(),
})
export type WasteItem = z.infer<typeof WasteItem>

const figures = {
  totalWasteCost: z.number(),
  /** Records, not kinds of food. */
  totalWasteItems: z.int(),
  /** Cost of what could have been otherwise: all reasons but poor quality. */
  potentialSavings: z.number(),
  /** Records of lots without a price: they cost nothing here. */
  unpricedItems: z.int(),
  /** Of the records whose unit can be turned into grams. */
  weightGrams: z.number(),
  unweighedItems: z.int(),
  /** Paid for what came in these days, and the part of it that the waste comes to; null where nothing with a price came. */
  boughtCost: z.number(),
  shareOfBought: z.number().nullable(),
}
const range = { startDate: z.string(), endDate: z.string() }

export const ActionKind = z.enum(['eat_first', 'freeze', 'offer', 'lower_par', 'smaller_pack'])
export type ActionKind = z.infer<typeof ActionKind>
export const FollowUpVerdict = z.enum(['fell', 'same', 'rose', 'too_soon'])
export type FollowUpVerdict = z.infer<typeof FollowUpVerdict>

/** Something to do: the button's part of a recommendation. */
export const WasteAction = z.object({
  kind: ActionKind,
  sentence: z.string(),
  ingredientId: z.string(),
  ingredientName: z.string(),
  lotId: z.string().nullable(),
  /** `eat_first`: what there is. `smaller_pack`: the usual pack. */
  quantity: z.number().nullable(),
  /** `lower_par`: the target now and the one proposed. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  unit: Unit.nullable(),
})
export type WasteAction = z.infer<typeof WasteAction>

const side = z.object({ cost: z.number(), items: z.int() })
/** What became of a food's waste since something was done about it, over equally many days before and after. */
export const FollowUp = z.object({
  ingredientId: z.string(),
  ingredientName: z.string(),
  kinds: z.array(ActionKind),
  since: z.string(),
  days: z.int(),
  before: side,
  after: side,
  verdict: FollowUpVerdict,
})
export type FollowUp = z.infer<typeof FollowUp>

const byReason = <V extends z.ZodType>(value: V) => z.partialRecord(DiscardReason, value)

export const WasteSummary = z.object({
  ...range,
  /** Null: these days are no calendar period. */
  period: Period.nullable(),
  ...figures,
  wasteByReason: byReason(z.number()),
  itemsByReason: byReason(z.int()),
  topWasteItems: z.array(WasteItem),
  /** Donated and composted, where they are not counted. */
  leftOut: z.object({ items: z.int(), cost: z.number() }),
  before: z.object({ ...range, ...figures }),
  recommendations: z.array(z.string()),
  /** The same recommendations, each with what a button needs. */
  actions: z.array(WasteAction),
  followUps: z.array(FollowUp),
})
export type WasteSummary = z.infer<typeof WasteSummary>

export const TrendPoint = z.object({
  /** `YYYY-MM` */
  month: z.string(),
  cost: z.number(),
  items: z.int(),
  unpricedItems: z.int(),
})
export type TrendPoint = z.infer<typeof TrendPoint>
