import { ingredientFacts, parseConversions } from '#domains/ingredients/server/index.ts'
import { type DiscardRow, discardsBetween, discardsByMonth, lotsAddedSince, paidBetween } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate, dateInTimeZone } from '#platform/shared/calendar.ts'
import type { BodyOf, QueryOf } from '#platform/shared/endpoint.ts'
import { invalid } from '#platform/shared/problem.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity-and-money.ts'
import { say } from '#platform/shared/say.ts'
import type { exportWaste, TrendPoint, WasteAction, WasteItem, WasteSummary, wasteReport, wasteTrends } from '../../contract.ts'
import { type FollowUp, followUpActions, followUpDays, type PastAction } from '../../rules/follow-up.ts'
import { lastMonths, type Range, type ReportDays, rangeOf, readReportDays } from '../../rules/periods.ts'
import { type IngredientPast, recommendForIngredients, wasteTips } from '../../rules/recommend.ts'
import { countsAsWaste, type Sums, summarizeWaste, topEntries, type WasteEntry, wastedFractionOfSpending } from '../../rules/summary.ts'
import { type ActionRow, actionsSince } from '../store.ts'

/** Rows of the Top Waste Items table. */
const maxItems = 10
/** Recommendations use this many days; actions are followed for twice as many. */
const pastDays = 90
const maxRecommendations = 6

type Question = BodyOf<typeof wasteReport>
type Purchases = Awaited<ReturnType<typeof lotsAddedSince>>[number]
type IngredientFacts = Awaited<ReturnType<typeof ingredientFacts>>[number]
type Ingredients = ReadonlyMap<string, Omit<IngredientFacts, 'conversions'> & Pick<IngredientPast, 'conversions'>>

/** Returns the days of a report in the household's time zone. Throws 422 if the end is before the start. */
function readRanges(
  member: Pick<Member, 'timeZone' | 'today'>,
  { period, startDate, endDate }: Omit<Question, 'includeGiven'>,
): ReportDays {
  const day = (text: string | undefined) =>
    text === undefined || text.length === 10 ? text : dateInTimeZone(member.timeZone, new Date(text))
  const days = readReportDays({ period, startDate: day(startDate), endDate: day(endDate) }, member.today)
  if (!days) throw invalid('range_backwards', 'The end date is before the start date.', 'endDate')
  return days
}

/** Returns the waste of a period and of the period before, with recommendations and the effect of earlier actions. */
export async function readReport(q: Reader, member: Member, question: Question): Promise<WasteSummary> {
  const { householdId, today } = member
  const { period, range, before } = readRanges(member, question)
  const includeGiven = question.includeGiven ?? false
  const recentFrom = addDays(today, -pastDays)
  const [rows, paid, paidBefore, facts, purchases, actionsTaken] = await Promise.all([
    discardsBetween(q, householdId, before.first, range.last),
    paidBetween(q, householdId, range.first, range.last),
    paidBetween(q, householdId, before.first, before.last),
    ingredientFacts(q, householdId),
    lotsAddedSince(q, householdId, recentFrom),
    actionsSince(q, householdId, addDays(today, -2 * followUpDays)),
  ])
  // Older actions are not followed.
  const followedFrom = addDays(actionsTaken[0]?.taken_on ?? today, -followUpDays)
  const past = (await discardsBetween(q, householdId, [followedFrom, recentFrom].toSorted()[0] ?? recentFrom, today)).map(toEntry)
  const ingredients: Ingredients = new Map(
    facts.map((ingredient) => [ingredient.id, { ...ingredient, conversions: parseConversions(ingredient.conversions) }]),
  )
  const nameOf = (id: string) => ingredients.get(id)?.name ?? say`Deleted item`
  const entries = rows.map(toEntry)
  const inPeriod = entries.filter(({ on }) => on >= range.first)
  const sums = summarizeWaste(inPeriod, ingredients, includeGiven)
  const sumsBefore = summarizeWaste(
    entries.filter(({ on }) => on < range.first),
    ingredients,
    includeGiven,
  )
  const recentlyDone = new Set(
    actionsTaken.filter(({ taken_on }) => taken_on > addDays(today, -30)).map((row) => `${row.kind} ${row.ingredient_id}`),
  )
  const recommendations = recommendForIngredients(
    pastOfIngredients(
      ingredients,
      purchases,
      past.filter(({ on }) => on >= recentFrom),
    ),
  )
    .filter(({ kind, ingredientId }) => !recentlyDone.has(`${kind} ${ingredientId}`))
    .slice(0, maxRecommendations) satisfies WasteAction[]
  return {
    ...toDates(range),
    period,
    ...toFigures(sums, paid),
    wasteByReason: Object.fromEntries([...sums.byReason].map(([reason, { cents }]) => [reason, fromCents(cents)])),
    itemsByReason: Object.fromEntries([...sums.byReason].map(([reason, { items }]) => [reason, items])),
    topWasteItems: topEntries(inPeriod, maxItems, includeGiven).map((entry) => toItem(entry, nameOf)),
    leftOut: { items: sums.leftOut.items, cost: fromCents(sums.leftOut.cents) },
    before: { ...toDates(before), ...toFigures(sumsBefore, paidBefore) },
    recommendations: [...recommendations.map(({ sentence }) => sentence), ...wasteTips(sums)],
    actions: recommendations,
    followUps: followUpActions(actionsTaken.map(toAction), past, today).map((effect) => toFollowUp(effect, nameOf)),
  }
}

const toFigures = (sums: Sums, paidCents: number) => ({
  totalWasteCost: fromCents(sums.cents),
  totalWasteItems: sums.items,
  potentialSavings: fromCents(sums.avoidableCents),
  unpricedItems: sums.unpriced,
  weightGrams: Math.round(sums.grams),
  unweighedItems: sums.unweighed,
  boughtCost: fromCents(paidCents),
  shareOfBought: wastedFractionOfSpending(sums.cents, paidCents),
})

const toItem = (entry: WasteEntry, nameOf: (ingredientId: string) => string): WasteItem => ({
  id: entry.id,
  ingredientId: entry.ingredientId,
  ingredientName: nameOf(entry.ingredientId),
  quantity: fromMilli(entry.milli),
  unit: entry.unit,
  purchasePrice: entry.cents === null ? null : fromCents(entry.cents),
  reason: entry.reason,
  discardedDate: entry.on,
})

const toAction = (row: ActionRow): PastAction => ({ kind: row.kind, ingredientId: row.ingredient_id, on: row.taken_on })

const toFollowUp = (
  { before, after, ...effect }: FollowUp,
  nameOf: (ingredientId: string) => string,
): WasteSummary['followUps'][number] => ({
  ...effect,
  ingredientName: nameOf(effect.ingredientId),
  before: { cost: fromCents(before.cents), items: before.items },
  after: { cost: fromCents(after.cents), items: after.items },
})

/** Returns the recent purchases and waste of each ingredient that was wasted and still exists. */
function pastOfIngredients(ingredients: Ingredients, purchases: readonly Purchases[], entries: readonly WasteEntry[]): IngredientPast[] {
  const purchasesOf = Map.groupBy(purchases, (row) => row.ingredient_id)
  return [...Map.groupBy(entries, ({ ingredientId }) => ingredientId)].flatMap(([id, wasted]) => {
    const ingredient = ingredients.get(id)
    if (!ingredient || ingredient.removed_at !== null) return []
    return {
      ingredientId: id,
      name: ingredient.name,
      defaultUnit: ingredient.default_unit,
      conversions: ingredient.conversions,
      par: ingredient.par_milli === null ? null : fromMilli(ingredient.par_milli),
      added: (purchasesOf.get(id) ?? []).map(({ unit, lots, whole_milli }) => ({ unit, lots, quantity: fromMilli(whole_milli) })),
      wasted,
    }
  })
}

const toDates = ({ first, last }: Range): { startDate: CalendarDate; endDate: CalendarDate } => ({ startDate: first, endDate: last })

export const toEntry = (row: DiscardRow): WasteEntry => ({
  id: `${row.lot_id}-${row.seq}`,
  lotId: row.lot_id,
  ingredientId: row.ingredient_id,
  on: row.on_date,
  reason: row.reason,
  milli: row.milli,
  unit: row.unit,
  cents: row.cost_cents,
})

/** Returns the waste of the last months, ending with the current one; months without waste are zero. */
export async function readTrends(
  q: Reader,
  { householdId, today }: Member,
  { months, includeGiven = false }: QueryOf<typeof wasteTrends>,
): Promise<TrendPoint[]> {
  const window = lastMonths(months, today)
  const rows = await discardsByMonth(q, householdId, `${window[0]}-01`, rangeOf('month', today).last)
  const byMonth = Map.groupBy(
    rows.filter(({ reason }) => countsAsWaste(reason, includeGiven)),
    ({ month }) => month,
  )
  return window.map((month) => {
    const own = byMonth.get(month) ?? []
    const sum = (of: 'cost_cents' | 'items' | 'unpriced') => own.reduce((total, row) => total + Number(row[of]), 0)
    return { month, cost: fromCents(sum('cost_cents')), items: sum('items'), unpricedItems: sum('unpriced') }
  })
}

/** Returns every record of the period with a header row. The cost is empty if there was no price. */
export async function exportReport(
  q: Reader,
  member: Member,
  { period, startDate, endDate }: QueryOf<typeof exportWaste>,
): Promise<(string | number | null)[][]> {
  const { range } = readRanges(member, { period, startDate, endDate })
  const [rows, facts] = await Promise.all([
    discardsBetween(q, member.householdId, range.first, range.last),
    ingredientFacts(q, member.householdId),
  ])
  const ingredients = new Map(facts.map((ingredient) => [ingredient.id, ingredient]))
  return [
    ['Date', 'Item', 'Category', 'Quantity', 'Unit', 'Reason', 'Cost', 'Notes'],
    ...rows.map((row) => {
      const ingredient = ingredients.get(row.ingredient_id)
      const cost = row.cost_cents === null ? null : fromCents(row.cost_cents)
      return [
        row.on_date,
        ingredient?.name ?? '',
        ingredient?.category ?? '',
        fromMilli(row.milli),
        row.unit,
        row.reason,
        cost,
        row.notes ?? '',
      ]
    }),
  ]
}
