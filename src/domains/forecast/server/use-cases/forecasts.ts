import { setImmediate as otherWork } from 'node:timers/promises'
import { ingredientFacts } from '#domains/ingredients/server/index.ts'
import { heldLots, type LotHistory, lotHistories, undoneSeqs } from '#domains/inventory/server/index.ts'
import { lastSeq } from '#platform/server/changes/log.ts'
import type { Database } from '#platform/server/database/index.ts'
import { type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { HouseholdId } from '#platform/shared/ids.ts'
import type { BackTest } from '../../rules/backtest.ts'
import { type LotForecast, type Risk, riskOf } from '../../rules/forecast.ts'
import { openForecastWorker, type Question } from './forecast-worker-pool.ts'
import type { Records } from './history.ts'

/** An open, dated lot with what is expected of it. Quantities are in the lot's own unit. */
export interface Outlook extends LotForecast {
  lot: LotHistory
  risk: Risk
  /** Negative: past its date. */
  daysLeft: number
}

/** Whose forecast, on which day, and how to read. */
export interface Asker {
  householdId: HouseholdId
  today: CalendarDate
  read: Database['read']
}

export interface Forecasts {
  /** Every open lot with a date, the likeliest to be wasted first. Kept until the household's log goes on or the day changes. */
  outlooks(asker: Asker): Promise<readonly Outlook[]>
  /** As `outlooks`, but where the day's last answer is known it is taken though the log went on since, and made anew soon after. */
  latest(asker: Asker): Promise<readonly Outlook[]>
  /** What would have been said in this household's past, and what happened. */
  backTest(asker: Asker): Promise<BackTest>
  close(): Promise<void>
}

/** Lots read at a time: a few milliseconds, then others are served. */
const portion = 400
/** Households whose answers are kept. */
const maxKept = 50
/** A known answer that the log went past is made anew so much later: who asked is served before, and a burst of changes is reckoned once. */
const usualRestMs = 2_000

interface Kept<T> {
  seq: number
  today: CalendarDate
  answer: Promise<T>
  /** The last one of that day that was ready, while `answer` is on its way. */
  ready: T | undefined
}

export function openForecasts({ log, restMs = usualRestMs }: { log: (message: string) => void; restMs?: number }): Forecasts {
  const thread = openForecastWorker({ log })
  const outlooks = new Map<HouseholdId, Kept<readonly Outlook[]>>()
  const backTests = new Map<HouseholdId, Kept<BackTest>>()
  const resting = new Map<HouseholdId, NodeJS.Timeout>()

  /** The kept answer while it holds; asked for twice at once it is reckoned once. */
  async function kept<T>(answers: Map<HouseholdId, Kept<T>>, asker: Asker, reckon: () => Promise<T>): Promise<T> {
    const { householdId, today } = asker
    const seq = await asker.read(householdId, (q) => lastSeq(q, householdId))
    const known = answers.get(householdId)
    if (known && known.seq === seq && known.today === today) return known.answer
    const answer = reckon()
    const entry: Kept<T> = { seq, today, answer, ready: known?.today === today ? known.ready : undefined }
    answers.delete(householdId)
    answers.set(householdId, entry)
    const [oldest] = answers.keys()
    if (answers.size > maxKept && oldest !== undefined) answers.delete(oldest)
    answer.then(
      (made) => {
        entry.ready = made
      },
      () => {
        if (answers.get(householdId) === entry) answers.delete(householdId)
      },
    )
    return answer
  }

  async function reckonOutlooks(asker: Asker): Promise<Outlook[]> {
    const question = thread.begin()
    const { records, open } = await tell(question, asker)
    const lots = new Map(open.map((lot) => [lot.id, lot]))
    const said = await question.predict(records)
    return said
      .flatMap((forecast): Outlook[] => {
        const lot = lots.get(forecast.lotId)
        if (!lot) return []
        return [
          {
            ...forecast,
            ingredientId: lot.ingredient_id,
            lot,
            risk: riskOf(forecast.probability),
            daysLeft: daysBetween(asker.today, lot.goes_off_on),
          },
        ]
      })
      .sort((a, b) => b.probability - a.probability || a.daysLeft - b.daysLeft || (a.lotId < b.lotId ? -1 : 1))
  }

  const outlooksFor = (asker: Asker) => kept(outlooks, asker, () => reckonOutlooks(asker))

  function renewSoon(asker: Asker): void {
    const { householdId } = asker
    if (resting.has(householdId)) return
    const renew = () => {
      resting.delete(householdId)
      outlooksFor(asker).catch(() => undefined)
    }
    resting.set(householdId, setTimeout(renew, restMs).unref())
  }

  return {
    async latest(asker) {
      const known = outlooks.get(asker.householdId)
      if (known?.today !== asker.today || !known.ready) return outlooksFor(asker)
      renewSoon(asker)
      return known.ready
    },
    outlooks: outlooksFor,
    backTest: (asker) =>
      kept(backTests, asker, async () => {
        const question = thread.begin()
        const { records } = await tell(question, asker)
        return question.backTest(records)
      }),
    close() {
      for (const timer of resting.values()) clearTimeout(timer)
      return thread.close()
    },
  }
}

/** Reads the records into the question, portion by portion; answers what remains to be said, and the lots there is something of. */
async function tell(
  question: Question,
  { householdId, today, read }: Asker,
): Promise<{ records: Omit<Records, 'courses'>; open: LotHistory[] }> {
  try {
    const open: LotHistory[] = []
    for (let after = ''; ; ) {
      const courses = await read(householdId, (q) => lotHistories(q, householdId, after, portion))
      question.loadRecords(courses)
      for (const course of courses) if (course.milli > 0) open.push({ ...course, ledger: null })
      const last = courses.at(-1)
      if (!last || courses.length < portion) break
      after = last.id
      await otherWork()
    }
    const [ingredients, held, undone] = await read(householdId, (q) =>
      Promise.all([ingredientFacts(q, householdId), heldLots(q, householdId), undoneSeqs(q, householdId)]),
    )
    const measures = ingredients.map(({ id, default_unit, conversions }) => ({
      id,
      defaultUnit: default_unit,
      conversions: JSON.parse(conversions),
    }))
    return { records: { today, ingredients: measures, held, undone }, open }
  } catch (error) {
    question.drop()
    throw error
  }
}

/** The chance that some of a lot is left when it goes off, and the share of it that is expected to be. */
export interface Loss {
  chance: number
  loss: number
}
const losses = new WeakMap<readonly Outlook[], ReadonlyMap<string, Loss>>()

/** What is expected of each open lot not past its date, by its id, as far as it is known without waiting: for orders of lists. */
export async function lossesNow(forecasts: Forecasts, asker: Asker): Promise<ReadonlyMap<string, Loss>> {
  const all = await forecasts.latest(asker)
  let byLot = losses.get(all)
  if (!byLot) {
    const ahead = all.filter(({ daysLeft, lot }) => daysLeft >= 0 && lot.milli > 0)
    byLot = new Map(
      ahead.map(({ lotId, lot, probability, expectedLeft }) => [
        lotId,
        { chance: probability, loss: Math.min(probability, (expectedLeft * 1000) / lot.milli) },
      ]),
    )
    losses.set(all, byLot)
  }
  return byLot
}

/** Lots not past their date that will rather be wasted, with records enough to say so; the likeliest first. */
export async function lotsAtRisk(forecasts: Forecasts, asker: Asker): Promise<readonly Outlook[]> {
  const all = await forecasts.outlooks(asker)
  return all.filter(({ risk, daysLeft, enoughData }) => risk !== 'low' && daysLeft >= 0 && enoughData)
}
