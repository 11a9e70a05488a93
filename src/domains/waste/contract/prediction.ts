import { z } from 'zod'
import { Unit } from '#platform/shared/units.ts'
import { WasteAction } from './report.ts'

export const RiskLevel = z.enum(['high', 'medium', 'low'])
export type RiskLevel = z.infer<typeof RiskLevel>

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
