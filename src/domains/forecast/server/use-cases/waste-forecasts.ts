import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { timeZoneOf } from '#domains/households/server/index.ts'
import { ingredientFacts } from '#domains/ingredients/server/index.ts'
import { type LotHistory, listReservations, lotHistories, undoneSeqs } from '#domains/inventory/server/index.ts'
import { lastSeq } from '#platform/server/changes/change-log.ts'
import type { Database } from '#platform/server/database/index.ts'
import { coalesceByKey } from '#platform/server/jobs/coalesce-by-key.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { Unit } from '#platform/shared/units.ts'
import type { BackTest } from '../../rules/backtest.ts'
import type { PackAdvice } from '../../rules/pack-advice.ts'
import { type LotDoubt, type LotForecast, riskOf, type WasteRiskLevel } from '../../rules/waste-forecast.ts'
import {
  encodeHistories,
  type ForecastInput,
  type ForecastWorker,
  type HistoryBatch,
  openForecastWorker,
} from './forecast-worker-client.ts'

/** An open lot with a date and its forecast. Quantities are in the lot's own unit. */
export interface LotOutlook extends LotForecast {
  lot: LotHistory
  risk: WasteRiskLevel
  /** Negative if past its date. */
  daysLeft: number
}

/** An open lot that may be gone. Quantities are in the lot's own unit. */
export interface DoubtedLot extends LotDoubt {
  lot: LotHistory
}

/** Advice with the unit of its quantities. */
export interface OwnPackAdvice extends PackAdvice {
  unit: Unit
}

/** The household and day of a forecast. */
export interface ForecastRequest {
  householdId: HouseholdId
  today: CalendarDate
}

export interface ForecastService {
  /** Returns every open lot with a date, the likeliest to be wasted first. Cached until the household's change log grows or the day changes. */
  outlooks(request: ForecastRequest): Promise<readonly LotOutlook[]>
  /** Like `outlooks`, but returns the day's last result even if the change log has grown, and refreshes it soon after. */
  latest(request: ForecastRequest): Promise<readonly LotOutlook[]>
  /** Returns the open lots that may be gone, from the latest available forecast. Empty if the household records all it uses. */
  doubts(request: ForecastRequest): Promise<readonly DoubtedLot[]>
  /** Like `doubts`, but of the household as it is now; takes seconds if it changed. */
  currentDoubts(request: ForecastRequest): Promise<readonly DoubtedLot[]>
  /** Returns better packs, from the latest available forecast. Quantities are in the ingredient's default unit. */
  packs(request: ForecastRequest): Promise<readonly OwnPackAdvice[]>
  /** Compares past forecasts of this household with what happened. */
  backTest(request: ForecastRequest): Promise<BackTest>
  close(): Promise<void>
}

/** Lots read at a time: a few milliseconds of work before other requests get their turn. */
const batchSize = 400
/** Households whose results are cached. */
const maxCached = 50
/** Delays the refresh of an outdated result, so that requests come first and a burst of changes is computed once. */
const defaultRefreshDelayMs = 2_000

/** Opens the forecasts with their worker. Call `close` to end the worker. */
export function openForecastService({
  read,
  log,
  refreshDelayMs = defaultRefreshDelayMs,
}: {
  read: Database['read']
  log: (message: string) => void
  refreshDelayMs?: number
}): ForecastService {
  const worker = openForecastWorker({ log })
  const cachedStock = new ForecastCache<HouseholdForecast>(read)
  const cachedBackTests = new ForecastCache<BackTest>(read)

  const compute = (request: ForecastRequest) => cachedStock.get(request, () => computeForecast(worker, read, request))

  const refreshes = coalesceByKey({ delayMs: refreshDelayMs }, (_householdId: HouseholdId, request: ForecastRequest) => {
    compute(request).catch(() => undefined)
  })
  const latest = async (request: ForecastRequest) => {
    const lastResult = cachedStock.lastResult(request)
    if (!lastResult) return compute(request)
    refreshes.add(request.householdId, request)
    return lastResult
  }

  return {
    outlooks: async (request) => (await compute(request)).outlooks,
    latest: async (request) => (await latest(request)).outlooks,
    doubts: async (request) => (await latest(request)).doubts,
    currentDoubts: async (request) => (await compute(request)).doubts,
    packs: async (request) => (await latest(request)).packs,
    backTest: (request) => cachedBackTests.get(request, () => computeBackTest(worker, read, request)),
    close() {
      refreshes.close()
      return worker.close()
    },
  }
}

interface CacheEntry<T> {
  seq: number
  today: CalendarDate
  result: Promise<T>
  /** The day's last completed result, available while `result` is pending. */
  lastResult: T | undefined
}

/** Caches one result per household for the current change and day. Concurrent requests share a computation. */
class ForecastCache<T> {
  private readonly entries = new Map<HouseholdId, CacheEntry<T>>()
  private readonly read: Database['read']

  constructor(read: Database['read']) {
    this.read = read
  }

  async get({ householdId, today }: ForecastRequest, compute: () => Promise<T>): Promise<T> {
    const seq = await this.read(householdId, (q) => lastSeq(q, householdId))
    const known = this.entries.get(householdId)
    if (known && known.seq === seq && known.today === today) return known.result
    const result = compute()
    const entry: CacheEntry<T> = { seq, today, result, lastResult: known?.today === today ? known.lastResult : undefined }
    this.insert(householdId, entry)
    result.then(
      (completed) => {
        entry.lastResult = completed
      },
      () => {
        if (this.entries.get(householdId) === entry) this.entries.delete(householdId)
      },
    )
    return result
  }

  /** Returns the last completed result of that day, which may be outdated. */
  lastResult({ householdId, today }: ForecastRequest): T | undefined {
    const entry = this.entries.get(householdId)
    return entry?.today === today ? entry.lastResult : undefined
  }

  private insert(householdId: HouseholdId, entry: CacheEntry<T>): void {
    this.entries.delete(householdId)
    this.entries.set(householdId, entry)
    const [oldest] = this.entries.keys()
    if (this.entries.size > maxCached && oldest !== undefined) this.entries.delete(oldest)
  }
}

interface HouseholdForecast {
  outlooks: readonly LotOutlook[]
  doubts: readonly DoubtedLot[]
  packs: readonly OwnPackAdvice[]
}

async function computeForecast(worker: ForecastWorker, read: Database['read'], request: ForecastRequest): Promise<HouseholdForecast> {
  const { open, ...input } = await loadRecords(read, request)
  const lots = new Map(open.map((lot) => [lot.id, lot]))
  const { forecasts, doubts, packs } = await worker.predict(input)
  const units = new Map(input.records.ingredients.map(({ id, defaultUnit }) => [id, defaultUnit]))
  const outlooks = forecasts
    .flatMap((forecast): LotOutlook[] => {
      const lot = lots.get(forecast.lotId)
      if (!lot) return []
      const daysLeft = daysBetween(request.today, lot.goes_off_on)
      return [{ ...forecast, ingredientId: lot.ingredient_id, lot, risk: riskOf(forecast.probability), daysLeft }]
    })
    .sort((a, b) => b.probability - a.probability || a.daysLeft - b.daysLeft || (a.lotId < b.lotId ? -1 : 1))
  const doubted = doubts.flatMap((doubt): DoubtedLot[] => {
    const lot = lots.get(doubt.lotId)
    return lot ? [{ ...doubt, ingredientId: lot.ingredient_id, lot }] : []
  })
  const advised = packs.flatMap((advice): OwnPackAdvice[] => {
    const unit = units.get(advice.ingredientId)
    return unit ? [{ ...advice, unit }] : []
  })
  return { outlooks, doubts: doubted, packs: advised }
}

async function computeBackTest(worker: ForecastWorker, read: Database['read'], request: ForecastRequest): Promise<BackTest> {
  const { open: _, ...input } = await loadRecords(read, request)
  return worker.backTest(input)
}

/** Reads the records in batches. Also returns the open lots. */
async function loadRecords(
  read: Database['read'],
  { householdId, today }: ForecastRequest,
): Promise<ForecastInput & { open: LotHistory[] }> {
  const open: LotHistory[] = []
  const batches: HistoryBatch[] = []
  for (let after = ''; ; ) {
    const histories = await read(householdId, (q) => lotHistories(q, householdId, after, batchSize))
    batches.push(encodeHistories(histories))
    for (const history of histories) if (history.milli > 0) open.push({ ...history, ledger: null })
    const last = histories.at(-1)
    if (!last || histories.length < batchSize) break
    after = last.id
    await yieldToEventLoop()
  }
  const [timeZone, ingredients, held, undone] = await read(householdId, (q) =>
    Promise.all([
      timeZoneOf(q, householdId),
      ingredientFacts(q, householdId),
      listReservations(q, householdId),
      undoneSeqs(q, householdId),
    ]),
  )
  const measures = ingredients.map(({ id, default_unit, conversions }) => ({
    id,
    defaultUnit: default_unit,
    conversions: JSON.parse(conversions),
  }))
  return { records: { today, timeZone, ingredients: measures, held, undone }, batches, open }
}

/** The probability that some of a lot is left when it expires, and the share of it expected to be. */
export interface Loss {
  chance: number
  loss: number
}
const lossesByOutlooks = new WeakMap<readonly LotOutlook[], ReadonlyMap<string, Loss>>()

/** Returns the expected losses of open lots not past their date, by lot id, from the latest available forecast. Used to sort lists. */
export async function expectedLosses(forecasts: ForecastService, request: ForecastRequest): Promise<ReadonlyMap<string, Loss>> {
  const outlooks = await forecasts.latest(request)
  let losses = lossesByOutlooks.get(outlooks)
  if (!losses) {
    const unexpired = outlooks.filter(({ daysLeft, lot }) => daysLeft >= 0 && lot.milli > 0)
    losses = new Map(
      unexpired.map(({ lotId, lot, probability, expectedLeft }) => [
        lotId,
        { chance: probability, loss: Math.min(probability, (expectedLeft * 1000) / lot.milli) },
      ]),
    )
    lossesByOutlooks.set(outlooks, losses)
  }
  return losses
}

/** Whether a lot has medium or high risk, enough data, and isn't past its date. */
export const isAtRisk = ({ risk, daysLeft, enoughData }: LotOutlook): boolean => risk !== 'low' && daysLeft >= 0 && enoughData

/** Returns the lots not past their date with medium or high risk and enough data, the likeliest to be wasted first. */
export async function lotsAtRisk(forecasts: ForecastService, request: ForecastRequest): Promise<readonly LotOutlook[]> {
  return (await forecasts.outlooks(request)).filter(isAtRisk)
}
