/**
 * How wrong the shown stock is in kitchens that record seven in ten of their uses, with and without three questions a week:
 * `npm run --silent bench waste-questions`. Eight weeks are simulated after each household's past; the last four are compared. An answer is
 * one of none, a quarter, half, three quarters and all.
 */

import { questionsPerWeek } from '#domains/forecast/contract.ts'
import type { HistoryEvent, HouseholdHistory } from '#domains/forecast/rules/history-types.ts'
import { chooseStockQuestions } from '#domains/forecast/rules/stock-questions.ts'
import { forecastStock } from '#domains/forecast/rules/waste-forecast.ts'
import { dateOf, historyOf } from './entry-events.ts'
import { drawHousehold, type Household, kinds, type World } from './household.ts'
import { type Entry, type KitchenState, liveDays, newKitchen, nothing } from './kitchen.ts'
import { seeded } from './random.ts'

const usesRecorded = 0.7
const weeks = 8
const households = Number(process.env['BENCH_HOUSEHOLDS'] ?? 300)
const firstSeed = 1_000_000
/** What the records say is left of each lot. */
function recordedStock(events: readonly HistoryEvent[]): Map<string, { ingredient: string; left: number; added: number; due: string }> {
  const lots = new Map<string, { ingredient: string; left: number; added: number; due: string }>()
  for (const event of events) {
    if (event.type === 'added')
      lots.set(event.lotId, {
        ingredient: event.ingredientId,
        left: event.quantity,
        added: event.quantity,
        due: event.effectiveExpiration ?? '9999-12-31',
      })
    else if (event.type === 'used') {
      let needed = event.quantity
      const named = event.lotId ? lots.get(event.lotId) : undefined
      const open = [...lots.values()]
        .filter(({ ingredient, left, due }) => ingredient === event.ingredientId && left > nothing && due >= event.on)
        .sort((a, b) => (a.due < b.due ? -1 : 1))
      for (const lot of named ? [named] : open) {
        const taken = Math.min(lot.left, needed)
        lot.left -= taken
        needed -= taken
      }
    } else {
      const lot = lots.get(event.lotId)
      if (lot) lot.left = event.type === 'counted' ? Math.min(lot.left, event.quantity) : Math.max(0, lot.left - event.quantity)
    }
  }
  return lots
}

interface Errors {
  /** Mean difference between shown and true stock, in packs. */
  quantity: number
  /** Share of the shown lots that aren't there. */
  ghosts: number
}

/** Compares the shown lots that aren't past their date with the kitchen. Those that are `gone` count as nothing. */
function errorsOf(lots: ReturnType<typeof recordedStock>, kitchen: KitchenState, today: string, gone: ReadonlySet<string>): Errors {
  const real = new Map(kitchen.ingredients.flatMap((one) => one.lots.map((lot) => [lot.id, lot.left] as const)))
  let [sum, shown, ghosts] = [0, 0, 0]
  for (const [id, { left, added, due }] of lots) {
    if (due < today || (left <= nothing && (real.get(id) ?? 0) <= nothing)) continue
    const said = gone.has(id) ? 0 : left
    sum += Math.abs(said - (real.get(id) ?? 0)) / added
    shown++
    if (said > nothing && (real.get(id) ?? 0) <= nothing) ghosts++
  }
  return shown === 0 ? { quantity: 0, ghosts: 0 } : { quantity: sum / shown, ghosts: ghosts / shown }
}

/** Adds an answer to each of this week's questions, as counted on the evening before `now`. Returns how many were asked. */
function answer(history: HouseholdHistory, kitchen: KitchenState, now: number, counts: HistoryEvent[]): number {
  const lots = recordedStock(history.events)
  const candidates = forecastStock(history).doubts.flatMap((doubt) => {
    const lot = lots.get(doubt.lotId)
    return lot && lot.left > nothing ? [{ ...doubt, recorded: lot.left, whole: lot.added, price: null, isPlanned: false }] : []
  })
  const questions = chooseStockQuestions(candidates, questionsPerWeek)
  for (const { lotId, recorded } of questions) {
    const real = kitchen.ingredients.flatMap((one) => one.lots).find(({ id }) => id === lotId)?.left ?? 0
    const quantity = (Math.round((4 * Math.min(real, recorded)) / recorded) * recorded) / 4
    counts.push({ type: 'counted', lotId, quantity, on: dateOf(now - 1) })
  }
  return questions.length
}

interface Weeks {
  /** Errors of the records, and with lots that are probably gone shown as such. */
  plain: Errors[]
  marked: Errors[]
  /** A week. */
  asked: number
}

/** Lives the household's past, then some weeks, with or without questions. */
function live(household: Household, asks: boolean): Weeks {
  const draws = seeded(household.seed)
  const kitchen = newKitchen(household, draws)
  const entries: Entry[] = []
  const counts: HistoryEvent[] = []
  const result: Weeks = { plain: [], marked: [], asked: 0 }
  const serial = { next: 0 }
  const liveUntil = (from: number, to: number) => void entries.push(...liveDays(household, kitchen, from, to, draws, serial))
  liveUntil(household.today - household.historyDays, household.today)
  for (let week = 0; week < weeks; week++) {
    const now = household.today + 7 * week
    if (asks) result.asked += answer(historyOf(household, entries, now, counts), kitchen, now, counts) / weeks
    if (week >= weeks / 2) {
      const history = historyOf(household, entries, now, counts)
      const lots = recordedStock(history.events)
      const gone = new Set(forecastStock(history).doubts.flatMap((doubt) => (doubt.gone >= 0.5 ? [doubt.lotId] : [])))
      result.plain.push(errorsOf(lots, kitchen, history.today, new Set()))
      result.marked.push(errorsOf(lots, kitchen, history.today, gone))
    }
    liveUntil(now, now + 7)
  }
  return result
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
const percent = (value: number) => `${(100 * value).toFixed(0)} %`

for (const world of ['home', 'abroad'] satisfies World[]) {
  const lived = Array.from({ length: households }, (_, i) => {
    const household = { ...drawHousehold(world, firstSeed + i), usesRecorded }
    return { kind: household.kind, before: live(household, false), after: live(household, true) }
  })
  console.log(`\n${world}: ${households} households\n`)
  console.log('| Households | Error of the records | Marked | Asked | Both | Not there, records | Not there, both | Questions a week |')
  console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
  for (const kind of ['all', ...kinds] as const) {
    const group = lived.filter((one) => kind === 'all' || one.kind === kind)
    const of = (pick: (one: (typeof lived)[number]) => readonly Errors[], field: keyof Errors) =>
      mean(group.flatMap((one) => pick(one).map((errors) => errors[field])))
    const records = of(({ before }) => before.plain, 'quantity')
    const cells = [
      kind,
      records.toFixed(3),
      percent(of(({ before }) => before.marked, 'quantity') / records),
      percent(of(({ after }) => after.plain, 'quantity') / records),
      percent(of(({ after }) => after.marked, 'quantity') / records),
      percent(of(({ before }) => before.plain, 'ghosts')),
      percent(of(({ after }) => after.marked, 'ghosts')),
      mean(group.map(({ after }) => after.asked)).toFixed(1),
    ]
    console.log(`| ${cells.join(' | ')} |`)
  }
}
