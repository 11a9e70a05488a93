import { z } from 'zod'
import { DiscardReason, Lot } from '#domains/inventory/contract.ts'
import { CalendarDate } from '#platform/shared/calendar.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity-and-money.ts'
import { Text } from '#platform/shared/text-schemas.ts'
import { Unit } from '#platform/shared/units.ts'

export const periods = ['week', 'month', 'quarter', 'year'] as const
export const Period = z.enum(periods)
export type Period = z.infer<typeof Period>

/** A calendar date, or an instant converted to the household's time zone. */
const Day = z
  .string()
  .max(40)
  .regex(/^\d{4}(-\d{2}){2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2}))?$/, 'Use a date like 2026-11-21.')
  .refine((text) => CalendarDate.safeParse(text.slice(0, 10)).success && !Number.isNaN(Date.parse(text)), 'That date doesn’t exist.')

/** Dates override `period`. `includeGiven` also counts donated and composted items. */
const ReportQuestion = z
  .object({ period: Period, startDate: Day, endDate: Day, includeGiven: z.boolean() })
  .partial()
  .strict()
  .refine(({ period, startDate, endDate }) => (period ?? startDate ?? endDate) !== undefined, {
    path: ['period'],
    message: 'Choose a period or a start and end date.',
  })

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
const FollowUp = z.object({
  ingredientId: z.string(),
  ingredientName: z.string(),
  kinds: z.array(ActionKind),
  since: z.string(),
  days: z.int(),
  before: side,
  after: side,
  verdict: FollowUpVerdict,
})

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

/** Default notes of the spec for a discard without notes. */
export const defaultNotes = (reason: DiscardReason) =>
  reason === 'expired' ? 'Item expired and was discarded' : 'Item was removed from inventory'

/** The same as `POST /api/inventory/{id}/discard`, under the spec's name. */
export const trackWaste = endpoint({
  method: 'POST',
  path: '/api/waste/track',
  auth: 'household',
  role: 'MEMBER',
  summary: 'Record a whole lot as waste',
  body: z.object({ inventoryItemId: Id, reason: DiscardReason, notes: Text(500).optional() }).strict(),
  reply: Lot,
  status: 201,
})

export const wasteReport = endpoint({
  method: 'POST',
  path: '/api/waste/report',
  auth: 'household',
  summary: 'What was thrown away in a calendar period (weeks begin on Monday) or from one day to another, in the household’s time zone',
  mode: 'read',
  body: ReportQuestion,
  reply: WasteSummary,
})

const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
export const wasteTrends = endpoint({
  method: 'GET',
  path: '/api/waste/trends',
  auth: 'household',
  summary: 'Waste by month, ending with the current one; months without waste are zero',
  query: z.object({ months: z.coerce.number().int().min(1).max(120).default(6), includeGiven: flag.optional() }).strict(),
  reply: z.array(TrendPoint),
})

/** Exports every record of the period as CSV, one per line. */
export const exportWaste = endpoint({
  method: 'GET',
  path: '/api/waste/export',
  auth: 'household',
  summary: 'Every record of a period or of given days as CSV',
  media: 'file',
  query: z.object({ period: Period, startDate: Day, endDate: Day, bom: flag }).partial().strict(),
})

export const wastePredictions = endpoint({
  method: 'GET',
  path: '/api/waste/predictions',
  auth: 'household',
  summary: 'Open lots with a date, the likeliest to be wasted first',
  scope: 'manual',
  query: z.object({ limit: z.coerce.number().int().min(1).max(200).optional() }).strict(),
  reply: z.array(WastePrediction),
})

export const wasteBackTest = endpoint({
  method: 'GET',
  path: '/api/waste/back-test',
  auth: 'household',
  summary: 'How accurate the forecasts would have been in this household’s past, compared with simpler methods',
  scope: 'none',
  reply: BackTestReport,
})

/** An action taken to reduce waste; later reports compare the waste before and after. Undoing its change removes it. */
export const TakenAction = z.object({ kind: ActionKind, ingredientId: z.string(), lotId: z.string().nullable(), takenOn: z.string() })
export type TakenAction = z.infer<typeof TakenAction>

const action = <B extends z.ZodType>(path: string, summary: string, body: B) =>
  endpoint({
    method: 'POST',
    path: `/api/waste/actions/${path}`,
    auth: 'household',
    role: 'MEMBER',
    summary: `${summary}; later reports say whether the ingredient’s waste fell`,
    body,
    reply: TakenAction,
    status: 201,
  })

export const eatFirst = action('eat-first', 'Use some of a lot before it expires', z.object({ lotId: Id, quantity: Quantity }).strict())
export const freezeLot = action('freeze', 'Freeze a lot before it expires', z.object({ lotId: Id }).strict())
export const offerLot = action('offer', 'Offer a lot to a linked circle before it expires', z.object({ lotId: Id, circleId: Id }).strict())
export const lowerPar = action('lower-par', 'Keep less of a food that goes to waste', z.object({ ingredientId: Id, to: Quantity }).strict())
export const noteSmallerPack = action(
  'smaller-pack',
  'Mean to buy less at a time of a food that goes to waste',
  z.object({ ingredientId: Id }).strict(),
)

/** Recorded when a member decides to buy smaller packs of an ingredient. */
export const packNoted = eventType('waste.pack_noted', z.object({ ingredientId: z.string() }))
