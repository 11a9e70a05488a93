import { z } from 'zod'
import { DiscardReason } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { Unit } from '#platform/shared/units.ts'

export const periods = ['week', 'month', 'quarter', 'year'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/** A calendar date, or an instant converted to the household's time zone. */
export const Day = z
  .string()
  .max(40)
  .regex(/^\d{4}(-\d{2}){2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/, 'Use a date like 2026-11-21.')
  .refine((text) => CalendarDate.safeParse(text.slice(0, 10)).success && !Number.isNaN(Date.parse(text)), 'That date doesn’t exist.')

/** Dates override `period`. `includeGiven` also counts donated and composted items. */
export const ReportQuestion = z
  .object({ period: Period, startDate: Day, endDate: Day, includeGiven: z.boolean() })
  .partial()
  .strict()
  .refine(({ period, startDate, endDate }) => (period ?? startDate ?? endDate) !== undefined, {
    path: ['period'],
    message: 'Choose a period or a start and end date.',
  })
export type ReportQuestion = z.infer<typeof ReportQuestion>

/** One discard of a whole or partial lot. `purchasePrice` is the lost share of the price; null if the lot had none. */
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
  /** Number of records, not of ingredients. */
  totalWasteItems: z.int(),
  /** Cost of avoidable waste: all reasons except poor quality. */
  potentialSavings: z.number(),
  /** Records of lots without a price; they add no cost. */
  unpricedItems: z.int(),
  /** Weight of the records whose unit converts to grams. */
  weightGrams: z.number(),
  unweighedItems: z.int(),
  /** Price of the lots added in the period, and the wasted share of it; the share is null if nothing with a price was added. */
  boughtCost: z.number(),
  shareOfBought: z.number().nullable(),
}
const range = { startDate: z.string(), endDate: z.string() }

export const ActionKind = z.enum(['eat_first', 'freeze', 'offer', 'lower_par', 'smaller_pack'])
export type ActionKind = z.infer<typeof ActionKind>
export const FollowUpVerdict = z.enum(['fell', 'same', 'rose', 'too_soon'])
export type FollowUpVerdict = z.infer<typeof FollowUpVerdict>

/** A recommendation in the form its button needs. */
export const WasteAction = z.object({
  kind: ActionKind,
  sentence: z.string(),
  ingredientId: z.string(),
  ingredientName: z.string(),
  lotId: z.string().nullable(),
  /** `eat_first`: the amount in stock. `smaller_pack`: the usual pack size. */
  quantity: z.number().nullable(),
  /** `lower_par`: the current par level and the proposed one. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  unit: Unit.nullable(),
})
export type WasteAction = z.infer<typeof WasteAction>

const side = z.object({ cost: z.number(), items: z.int() })
/** Waste of an ingredient before and after an action, over equally long periods. */
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
  /** Null if the days are no calendar period. */
  period: Period.nullable(),
  ...figures,
  wasteByReason: byReason(z.number()),
  itemsByReason: byReason(z.int()),
  topWasteItems: z.array(WasteItem),
  /** Donated and composted items, if not counted. */
  leftOut: z.object({ items: z.int(), cost: z.number() }),
  before: z.object({ ...range, ...figures }),
  recommendations: z.array(z.string()),
  /** The recommendations in the form their buttons need. */
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

const RiskLevel = z.enum(['high', 'medium', 'low'])

/** Forecast for an open lot with a date. */
export const WastePrediction = z.object({
  lotId: z.string(),
  ingredientId: z.string(),
  ingredientName: z.string(),
  category: z.string(),
  riskLevel: RiskLevel,
  /** Probability that some is left at expiry, 0 to 1. */
  estimatedWasteProbability: z.number(),
  /** Price of the amount expected to be left; null if no price is known. */
  estimatedWasteCost: z.number().nullable(),
  recommendations: z.array(z.string()),
  actions: z.array(WasteAction),
  quantity: z.number(),
  expectedLeft: z.number(),
  unit: Unit,
  effectiveExpiration: z.string(),
  /** Whether the household's own records suffice for a prediction. */
  enoughData: z.boolean(),
  reason: z.string(),
})
export type WastePrediction = z.infer<typeof WastePrediction>

/** Back-test of the forecasts on the household's past: predicted against actual waste. */
export const BackTestReport = z.object({
  /** Lots with a known outcome and enough earlier records. */
  lots: z.int(),
  enoughPast: z.boolean(),
  methods: z.array(
    z.object({
      name: z.enum(['base_rate', 'days_left', 'larder']),
      /** Mean squared error of the probabilities: 0 is perfect, 0.25 is guessing. */
      brier: z.number(),
      /** Mean difference between predicted and actual share, weighted by lots. */
      calibrationError: z.number(),
    }),
  ),
  /** Lots grouped by predicted probability, with the mean prediction and the share wasted. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), said: z.number(), happened: z.number(), count: z.int() })),
})
export type BackTestReport = z.infer<typeof BackTestReport>
