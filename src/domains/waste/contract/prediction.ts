import { z } from 'zod'
import { Unit } from '#platform/shared/units.ts'
import { WasteAction } from './report.ts'

export const RiskLevel = z.enum(['high', 'medium', 'low'])
export type RiskLevel = z.infer<typeof RiskLevel>

/** What is to be expected of one open lot with a date. */
export const WastePrediction = z.object({
  lotId: z.string(),
  ingredientId: z.string(),
  ingredientName: z.string(),
  category: z.string(),
  riskLevel: RiskLevel,
  /** That some of it is left when it goes off, 0 to 1. */
  estimatedWasteProbability: z.number(),
  /** Of what is expected to be left, by what was paid; null: no price is known. */
  estimatedWasteCost: z.number().nullable(),
  recommendations: z.array(z.string()),
  actions: z.array(WasteAction),
  quantity: z.number(),
  expectedLeft: z.number(),
  unit: Unit,
  effectiveExpiration: z.string(),
  /** Whether the household's own records say enough. */
  enoughData: z.boolean(),
  reason: z.string(),
})
export type WastePrediction = z.infer<typeof WastePrediction>

/** What this household's past says about the forecasts: what would have been said, and what happened. */
export const BackTestReport = z.object({
  /** Lots whose end is known and of which enough was known before. */
  lots: z.int(),
  enoughPast: z.boolean(),
  methods: z.array(
    z.object({
      name: z.enum(['base_rate', 'days_left', 'larder']),
      /** Mean squared error of the probabilities: 0 is perfect, a coin 0.25. */
      brier: z.number(),
      /** Mean distance between what was said and what happened, weighted by lots. */
      calibrationError: z.number(),
    }),
  ),
  /** Lots by what was said of them: mean of what was said, share that was wasted. */
  bins: z.array(z.object({ from: z.number(), to: z.number(), said: z.number(), happened: z.number(), count: z.int() })),
})
export type BackTestReport = z.infer<typeof BackTestReport>
