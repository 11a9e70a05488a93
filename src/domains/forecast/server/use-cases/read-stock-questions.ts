import { listReservations, lotsConfirmedSince, probablyGoneLots, stockedVersions } from '#domains/inventory/server/index.ts'
import type { Database, Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { fromMilli } from '#platform/shared/quantity-and-money.ts'
import { maxStockDoubts, questionsPerWeek, type StockDoubt, type StockQuestion } from '../../contract.ts'
import { chooseStockQuestions } from '../../rules/stock-questions.ts'
import type { DoubtedLot, ForecastService } from './waste-forecasts.ts'

type Read = Database['read']

const weekMs = 7 * 86_400_000
/** More than are asked, as some may have changed since the forecast. */
const maxCandidates = 50

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Leaves out the lots that changed since the forecast, which is a few seconds old: they may just have been counted. */
async function unchanged<D extends DoubtedLot>(doubts: readonly D[], { householdId }: Member, read: Read): Promise<D[]> {
  const ids = doubts.map(({ lotId }) => lotId)
  const versions = await read(householdId, (q) => stockedVersions(q, householdId, ids))
  return doubts.filter(({ lotId, lot }) => versions.get(lotId) === lot.version)
}

/** Returns the lots most likely gone by the last forecast, which the job keeps. */
export async function readStockDoubts(q: Reader, { householdId, today }: Member): Promise<StockDoubt[]> {
  const lots = (await probablyGoneLots(q, householdId, today)).slice(0, maxStockDoubts)
  return lots.map(({ id, ingredient_id, version, gone_percent }) => ({
    lotId: id,
    ingredientId: ingredient_id,
    version,
    gone: gone_percent / 100,
  }))
}

/** Returns the lots to ask about. Each lot counted in the past week means one question less, and isn't asked about again. */
export async function readStockQuestions(forecasts: ForecastService, member: Member, read: Read): Promise<StockQuestion[]> {
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
  const asked = await unchanged(chooseStockQuestions(lots, maxCandidates), member, read)
  return asked
    .slice(0, questionsPerWeek - counted.length)
    .map(({ lotId, lot, gone, left }) => ({ lotId, version: lot.version, gone: rounded(gone, 4), left: rounded(left, 3) }))
}
