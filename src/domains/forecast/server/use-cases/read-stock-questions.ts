import { listReservations, lotsConfirmedSince } from '#domains/inventory/server/index.ts'
import type { Database } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { probablyGone, questionsPerWeek, type StockQuestion } from '../../contract.ts'
import { chooseStockQuestions } from '../../rules/stock-questions.ts'
import type { ForecastService } from './waste-forecasts.ts'

const weekMs = 7 * 86_400_000

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Returns the lots that are probably gone. */
export async function readStockDoubts(forecasts: ForecastService, member: Member): Promise<Pick<StockQuestion, 'lotId' | 'gone'>[]> {
  const doubts = await forecasts.doubts(member)
  return doubts.filter(({ gone }) => gone >= probablyGone).map(({ lotId, gone }) => ({ lotId, gone: rounded(gone, 4) }))
}

/** Returns the lots to ask about. Each lot counted in the past week means one question less, and isn't asked about again. */
export async function readStockQuestions(forecasts: ForecastService, member: Member, read: Database['read']): Promise<StockQuestion[]> {
  const { householdId, now } = member
  const since = new Date(now.getTime() - weekMs).toISOString()
  const [counted, reservations] = await read(householdId, (q) =>
    Promise.all([lotsConfirmedSince(q, householdId, since, questionsPerWeek), listReservations(q, householdId)]),
  )
  if (counted.length >= questionsPerWeek) return []
  const planned = new Set(reservations.map(({ lot_id }) => lot_id))
  const lots = (await forecasts.doubts(member))
    .filter(({ lotId }) => !counted.includes(lotId))
    .map((doubt) => {
      const { milli, whole_milli, price_cents } = doubt.lot
      const whole = fromMilli(Math.max(milli, whole_milli))
      return { ...doubt, recorded: fromMilli(milli), whole, price: price_cents, isPlanned: planned.has(doubt.lotId) }
    })
  const chosen = chooseStockQuestions(lots, questionsPerWeek - counted.length)
  return chosen.map(({ lotId, gone, left }) => ({ lotId, gone: rounded(gone, 4), left: rounded(left, 3) }))
}
