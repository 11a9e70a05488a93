import { ingredientFacts } from '#domains/ingredients/server/index.ts'
import { broughtSince, type DiscardRow, discardsBetween, paidBetween } from '#domains/inventory/server/index.ts'
import type { Reader } from '#platform/server/database/index.ts'
import type { Member } from '#platform/server/endpoints/route.ts'
import { addDays, type CalendarDate, dayIn } from '#platform/shared/calendar.ts'
import type { BodyOf } from '#platform/shared/endpoint.ts'
import { invalid } from '#platform/shared/problem.ts'
import { fromCents, fromMilli } from '#platform/shared/quantity.ts'
import { say } from '#platform/shared/say.ts'
import type { WasteAction, WasteItem, WasteSummary, wasteReport } from '../../contract/index.ts'
import { followDays, followUp } from '../../rules/follow-up.ts'
import { type Asked, type Range, readAsked } from '../../rules/periods.ts'
import { forIngredients, type IngredientPast, tips } from '../../rules/recommend.ts'
import { shareOf, summarizeWaste, topEntries, type WasteEntry } from '../../rules/summary.ts'
import { actionsSince } from '../store.ts'

/** Rows of the table Top Waste Items. */
const maxItems = 10
/** Recommendations made of the past look back so far; actions are followed for twice that. */
const pastDays = 90
const maxRecommendations = 6

type Question = BodyOf<typeof wasteReport>

/** The days a question asks for, read in the household's zone. Throws 422 where they end before they begin. */
export function rangesOf(
  member: Pick<Member, 'timeZone' | 'today'>,
  { period, startDate, endDate }: Omit<Question, 'includeGiven'>,
): Asked {
  const day = (text: string | undefined) => (text === undefined || text.length === 10 ? text : dayIn(member.timeZone, new Date(text)))
  const asked = readAsked({ period, startDate: day(startDate), endDate: day(endDate) }, member.today)
  if (!asked) throw invalid('range_backwards', 'The end date is before the start date.', 'endDate')
  return asked
}

/** What was thrown away in a period, beside the period before, with what can be done about it and what came of that. */
export async function report(q: Reader, member: Member, question: Question): Promise<WasteSummary> {
  const { householdId, today } = member
  const { period, range, before } = rangesOf(member, question)
  const includeGiven = question.includeGiven ?? false
  const recent = addDays(today, -pastDays)
  const [rows, paid, paidBefore, facts, brought, taken] = await Promise.all([
    discardsBetween(q, householdId, before.first, range.last),
    paidBetween(q, householdId, range.first, range.last),
    paidBetween(q, householdId, before.first, before.last),
    ingredientFacts(q, householdId),
    broughtSince(q, householdId, recent),
    actionsSince(q, householdId, addDays(today, -2 * followDays)),
  ])
  // Only as far back as something is followed.
  const followed = addDays(taken[0]?.taken_on ?? today, -followDays)
  const past = await discardsBetween(q, householdId, [followed, recent].toSorted()[0] ?? recent, today)
  const ingredients = new Map(
    facts.map((ingredient) => [ingredient.id, { ...ingredient, conversions: conversionsOf(ingredient.conversions) }]),
  )
  const entries = rows.map(toEntry)
  const now = entries.filter(({ on }) => on >= range.first)
  const figures = (some: readonly WasteEntry[], paidCents: number) => {
    const sums = summarizeWaste(some, ingredients, includeGiven)
    return {
      sums,
      told: {
        totalWasteCost: fromCents(sums.cents),
        totalWasteItems: sums.items,
        potentialSavings: fromCents(sums.avoidableCents),
        unpricedItems: sums.unpriced,
        weightGrams: Math.round(sums.grams),
        unweighedItems: sums.unweighed,
        boughtCost: fromCents(paidCents),
        shareOfBought: shareOf(sums.cents, paidCents),
      },
    }
  }
  const { sums, told } = figures(now, paid)
  const nameOf = (id: string) => ingredients.get(id)?.name ?? say`Deleted item`
  const pastEntries = past.map(toEntry)
  const byIngredient = Map.groupBy(
    pastEntries.filter(({ on }) => on >= recent),
    ({ ingredientId }) => ingredientId,
  )
  const broughtOf = Map.groupBy(brought, (row) => row.ingredient_id)
  const done = new Set(taken.filter(({ taken_on }) => taken_on > addDays(today, -30)).map((row) => `${row.kind} ${row.ingredient_id}`))
  const actions = forIngredients(
    [...byIngredient].flatMap(([id, wasted]): IngredientPast[] => {
      const ingredient = ingredients.get(id)
      if (!ingredient || ingredient.removed_at !== null) return []
      return [
        {
          ingredientId: id,
          name: ingredient.name,
          defaultUnit: ingredient.default_unit,
          conversions: ingredient.conversions,
          par: ingredient.par_milli === null ? null : fromMilli(ingredient.par_milli),
          brought: (broughtOf.get(id) ?? []).map(({ unit, lots, whole_milli }) => ({ unit, lots, quantity: fromMilli(whole_milli) })),
          wasted,
        },
      ]
    }),
  )
    .filter(({ kind, ingredientId }) => !done.has(`${kind} ${ingredientId}`))
    .slice(0, maxRecommendations) satisfies WasteAction[]
  return {
    ...toDates(range),
    period,
    ...told,
    wasteByReason: Object.fromEntries([...sums.byReason].map(([reason, { cents }]) => [reason, fromCents(cents)])),
    itemsByReason: Object.fromEntries([...sums.byReason].map(([reason, { items }]) => [reason, items])),
    topWasteItems: topEntries(now, maxItems, includeGiven).map(
      (entry): WasteItem => ({
        id: entry.id,
        ingredientId: entry.ingredientId,
        ingredientName: nameOf(entry.ingredientId),
        quantity: fromMilli(entry.milli),
        unit: entry.unit,
        purchasePrice: entry.cents === null ? null : fromCents(entry.cents),
        reason: entry.reason,
        discardedDate: entry.on,
      }),
    ),
    leftOut: { items: sums.leftOut.items, cost: fromCents(sums.leftOut.cents) },
    before: {
      ...toDates(before),
      ...figures(
        entries.filter(({ on }) => on < range.first),
        paidBefore,
      ).told,
    },
    recommendations: [...actions.map(({ sentence }) => sentence), ...tips(sums)],
    actions,
    followUps: followUp(
      taken.map((row) => ({ kind: row.kind, ingredientId: row.ingredient_id, on: row.taken_on })),
      pastEntries,
      today,
    ).map(({ before: was, after, ...rest }) => ({
      ...rest,
      ingredientName: nameOf(rest.ingredientId),
      before: { cost: fromCents(was.cents), items: was.items },
      after: { cost: fromCents(after.cents), items: after.items },
    })),
  }
}

const toDates = ({ first, last }: Range): { startDate: CalendarDate; endDate: CalendarDate } => ({ startDate: first, endDate: last })

const parsed = new Map<string, IngredientPast['conversions']>()
// Most foods have one of few texts.
function conversionsOf(text: string): IngredientPast['conversions'] {
  let known = parsed.get(text)
  if (!known) {
    if (parsed.size > 5000) parsed.clear()
    known = JSON.parse(text) as IngredientPast['conversions']
    parsed.set(text, known)
  }
  return known
}

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
