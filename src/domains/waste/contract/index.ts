import { z } from 'zod'
import { DiscardReason, Lot } from '#domains/inventory/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { eventType } from '#platform/shared/event.ts'
import { Id } from '#platform/shared/ids.ts'
import { Quantity } from '#platform/shared/quantity.ts'
import { Text } from '#platform/shared/text.ts'
import { ActionKind, BackTestReport, Day, Period, ReportQuestion, TrendPoint, WastePrediction, WasteSummary } from './report.ts'

export type { ActionKind, BackTestReport, TrendPoint, WasteAction, WasteItem, WastePrediction, WasteSummary } from './report.ts'

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
