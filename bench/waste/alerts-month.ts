/**
 * A month of messages about food in simulated kitchens: `npm run --silent bench alerts-month`. Each morning the alerts of the day are ranked
 * by what acting on them is worth, and one message names those worth most, as Larder does. The kitchens don't act on messages, so food that
 * was named and eaten anyway counts as a false announcement.
 */
import type { Alert, Severity } from '#domains/alerts/contract.ts'
import { alertForDate, wasteRiskSeverity } from '#domains/alerts/rules/alert-severity.ts'
import { alertWorth } from '#domains/alerts/rules/alert-worth.ts'
import { type Announcements, afterMessage, announcedBefore } from '#domains/alerts/rules/announcements.ts'
import { findUseSoon } from '#domains/alerts/rules/use-soon.ts'
import { type LotForecast, predictWaste } from '#domains/forecast/rules/waste-forecast.ts'
import { dateOf, historyOf } from './entry-events.ts'
import { drawHousehold, type Household, type World } from './household.ts'
import { type Entry, type KitchenState, liveDays, newKitchen, nothing, type TrueLot } from './kitchen.ts'
import { seeded } from './random.ts'

const households = Number(process.env['BENCH_HOUSEHOLDS'] ?? 200)
/** Seeds from 100,000 on are for choosing the numbers of the rules. */
const firstSeed = Number(process.env['BENCH_SEED'] ?? 2_000_000)
const days = 30
/** Messages are sent before the month, too, so that it doesn't begin with food that no message named. */
const warmUpDays = 7
/** Simulated households have five to twelve foods; four of them make a usual kitchen. */
const householdsInOne = 4
const seedsApart = 100_000_000

interface Lot {
  id: string
  ingredient: string
  addedOn: number
  date: number | null
  quantity: number
  cents: number
}

/** What happened to a lot that ended in the month. */
interface Outcome {
  /** The value of what was thrown out, in cents. */
  wasted: number
  isAnnounced: boolean
  inTime: boolean
}

interface Month {
  messages: number[]
  outcomes: Outcome[]
  /** Open alerts each morning, and those that are left after ranking: not quiet and worth a message. */
  open: number[]
  ranked: number[]
  /** Messages a day by the old rule: one for each new alert, up to three; more are combined. */
  former: number[]
}

const newMonth = (): Month => ({ messages: [], outcomes: [], open: [], ranked: [], former: [] })

const stockOf = (kitchen: KitchenState): TrueLot[] => kitchen.ingredients.flatMap(({ lots }) => lots).filter(({ left }) => left > nothing)

/** Returns the alert that Larder shows for a lot today; null for none. */
function alertFor(lot: Lot, left: number, today: number, forecast: LotForecast | undefined, usualCents: number): Alert | null {
  if (lot.date === null) return null
  const [expiresOn, day] = [dateOf(lot.date), dateOf(today)]
  // Every other food has a use-by date.
  const dateKind = Number(lot.ingredient.slice(1)) % 2 === 0 ? 'use_by' : 'best_before'
  const facts = { expirationDate: expiresOn, dateKind } as const
  const byDate = alertForDate(expiresOn, facts, day)
  const risk = forecast?.enoughData ? wasteRiskSeverity(forecast.probability) : null
  const cause = byDate ?? (risk && lot.date >= today ? { kind: 'waste_risk' as const, severity: risk } : null)
  if (!cause) return null
  const worth = alertWorth(
    {
      ...facts,
      kind: cause.kind,
      expiresOn,
      isFrozen: false,
      milli: left * 1000,
      wholeMilli: lot.quantity * 1000,
      cents: lot.cents,
      usualCents,
      chance: forecast ? Math.round(forecast.probability * 20) / 20 : null,
    },
    day,
  )
  return {
    id: `${lot.id} ${cause.kind}`,
    type: cause.kind,
    severity: cause.severity as Severity,
    title: '',
    message: '',
    isResolved: false,
    createdAt: '',
    resolvedAt: null,
    lotId: lot.id,
    storage: 'FRIDGE',
    effectiveExpiration: expiresOn,
    snoozedUntil: null,
    worth,
    announcedDays: 0,
    ingredient: { id: lot.ingredient, name: lot.ingredient, category: '' },
  }
}

/** Returns a kitchen with the foods of several households that live as the first one does. */
function largeKitchen(world: World, seed: number): Household {
  const [first, ...others] = Array.from({ length: householdsInOne }, (_, i) => drawHousehold(world, seed + i * seedsApart))
  if (!first) throw new Error('no household')
  const ingredients = [first, ...others].flatMap((household) => household.ingredients)
  return { ...first, ingredients: ingredients.map((ingredient, i) => ({ ...ingredient, id: `f${i}` })) }
}

/** Lives the household's past, then a month with a message each morning. */
function live(household: Household): Month {
  const draws = seeded(household.seed)
  const kitchen = newKitchen(household, draws)
  const serial = { next: 0 }
  const entries = liveDays(household, kitchen, household.today - household.historyDays, household.today, draws, serial)
  const month = newMonth()
  const announcements = new Map<string, Announcements>()
  const firstNamed = new Map<string, number>()
  const seen = new Set<string>()
  const lots = new Map<string, Lot>()
  const note = (all: readonly Entry[]) => {
    for (const one of all)
      if (one.type === 'added') {
        const { lotId: id, ingredient, day: addedOn, date, quantity, price } = one
        lots.set(id, { id, ingredient: ingredient.id, addedOn, date, quantity, cents: Math.round(price * 100) })
      }
  }
  note(entries)
  const first = household.today + warmUpDays
  for (let day = household.today; day < first + days; day++) {
    const morning = stockOf(kitchen)
    morningMessage({ household, kitchen, day, entries, lots, announcements, firstNamed, seen, month: day < first ? newMonth() : month })
    const before = new Map(morning.map(({ id, left }) => [id, left]))
    const lived = liveDays(household, kitchen, day, day + 1, draws, serial)
    entries.push(...lived)
    note(lived)
    if (day >= first) month.outcomes.push(...outcomesOf(before, kitchen, lived, day, lots, firstNamed))
  }
  return month
}

interface Morning {
  household: Household
  kitchen: KitchenState
  day: number
  entries: readonly Entry[]
  lots: ReadonlyMap<string, Lot>
  announcements: Map<string, Announcements>
  /** The day on which each lot was first named. */
  firstNamed: Map<string, number>
  seen: Set<string>
  month: Month
}

function morningMessage({ household, kitchen, day, entries, lots, announcements, firstNamed, seen, month }: Morning): void {
  const forecasts = new Map(predictWaste(historyOf(household, entries, day)).map((one) => [one.lotId, one]))
  const stock = stockOf(kitchen)
  const prices = stock.flatMap(({ id }) => lots.get(id)?.cents ?? [])
  const usual = prices.reduce((sum, price) => sum + price, 0) / Math.max(1, prices.length)
  const alerts = stock.flatMap(({ id, left }) => {
    const lot = lots.get(id)
    const alert = lot && alertFor(lot, left, day, forecasts.get(id), usual)
    if (!alert) return []
    const last = announcements.get(alert.id)
    const now = { severity: alert.severity, lotVersion: Math.round(left * 1000) }
    return [{ ...alert, announcedDays: last ? announcedBefore(last, now, dateOf(day)) : 0 }]
  })
  const useSoon = findUseSoon(alerts, dateOf(day))
  const named = useSoon?.named.flatMap((food) => food.alerts) ?? []
  for (const { id, lotId, severity } of named) {
    const left = stock.find((lot) => lot.id === lotId)?.left ?? 0
    const last = announcements.get(id) ?? { days: 0, on: null, severity: null, lotVersion: null }
    announcements.set(id, afterMessage(last, { severity, lotVersion: Math.round(left * 1000) }, dateOf(day)))
    if (lotId !== null && !firstNamed.has(lotId)) firstNamed.set(lotId, day)
  }
  const fresh = alerts.filter(({ id }) => !seen.has(id))
  for (const { id } of fresh) seen.add(id)
  month.former.push(fresh.length > 3 ? 1 : fresh.length)
  month.messages.push(useSoon ? 1 : 0)
  month.open.push(alerts.length)
  month.ranked.push(new Set(named.map(({ ingredient }) => ingredient.id)).size)
}

/** Returns what happened to the lots that ended on this day. */
function outcomesOf(
  before: ReadonlyMap<string, number>,
  kitchen: KitchenState,
  lived: readonly Entry[],
  day: number,
  lots: ReadonlyMap<string, Lot>,
  firstNamed: ReadonlyMap<string, number>,
): Outcome[] {
  const there = new Set(stockOf(kitchen).map(({ id }) => id))
  const thrown = new Set(lived.flatMap((entry) => (entry.type === 'discarded' ? entry.lotId : [])))
  return [...before].flatMap(([id, left]) => {
    const lot = lots.get(id)
    if (!lot || there.has(id) || lot.date === null) return []
    const named = firstNamed.get(id)
    // Thrown out without a record, too: nothing is eaten past its date here.
    const isWasted = thrown.has(id) || day > lot.date
    // Bought on its last days, it can't be announced a day ahead.
    const inTime = named !== undefined && (named < lot.date || (named <= lot.date && lot.date - lot.addedOn <= 1))
    return [{ wasted: isWasted ? (lot.cents * left) / lot.quantity : 0, isAnnounced: named !== undefined, inTime: isWasted && inTime }]
  })
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const mean = (values: readonly number[]) => sum(values) / Math.max(1, values.length)
const percent = (value: number) => `${(100 * value).toFixed(1)} %`

console.log(
  '| Kitchens | Messages a day | Most on one day | Formerly | Waste announced in time | Named, eaten anyway | Open alerts | Named of them |',
)
console.log('|---|--:|--:|--:|--:|--:|--:|--:|')
for (const world of ['home', 'abroad'] satisfies World[]) {
  const months = Array.from({ length: households }, (_, i) => live(largeKitchen(world, firstSeed + i)))
  const outcomes = months.flatMap((month) => month.outcomes)
  const named = outcomes.filter(({ isAnnounced }) => isAnnounced)
  const messages = months.flatMap((month) => month.messages)
  const cells = [
    `${world} (${households})`,
    mean(messages).toFixed(2),
    Math.max(...messages),
    `${mean(months.flatMap(({ former }) => former)).toFixed(2)}, up to ${Math.max(...months.flatMap(({ former }) => former))}`,
    percent(sum(outcomes.map(({ wasted, inTime }) => (inTime ? wasted : 0))) / sum(outcomes.map(({ wasted }) => wasted))),
    percent(named.filter(({ wasted }) => wasted === 0).length / Math.max(1, named.length)),
    mean(months.flatMap(({ open }) => open)).toFixed(1),
    mean(months.flatMap(({ ranked }) => ranked)).toFixed(1),
  ]
  console.log(`| ${cells.join(' | ')} |`)
}
