import { addDays, type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { ActionKind, FollowUpVerdict } from '../contract/report.ts'
import type { WasteEntry } from './summary.ts'
import { countsAsWaste } from './summary.ts'

/** Something that was done about a food. */
export interface Taken {
  kind: ActionKind
  ingredientId: string
  on: CalendarDate
}

/** What a food cost before and since something was done about it, over equally many days. */
export interface FollowUp {
  ingredientId: string
  kinds: ActionKind[]
  /** When it began. */
  since: CalendarDate
  days: number
  before: { cents: number; items: number }
  after: { cents: number; items: number }
  verdict: FollowUpVerdict
}

/** Days after which one may speak of a difference, and beyond which nothing is compared. */
const soonestDays = 14
export const followDays = 90

/**
 * Whether a food's waste fell since the first thing that was done about it (of those given). The day itself belongs to neither side.
 * Compared by cost where there is any, else by the number of entries; a tenth more or less is the same.
 */
export function followUp(taken: readonly Taken[], entries: readonly WasteEntry[], today: CalendarDate): FollowUp[] {
  const byIngredient = Map.groupBy(entries, ({ ingredientId }) => ingredientId)
  return [...Map.groupBy(taken, ({ ingredientId }) => ingredientId)]
    .map(([ingredientId, own]): FollowUp => {
      const since = own.map(({ on }) => on).toSorted()[0] ?? today
      const days = Math.min(followDays, daysBetween(since, today))
      const sum = (first: CalendarDate, last: CalendarDate) => {
        const some = (byIngredient.get(ingredientId) ?? []).filter(
          ({ on, reason }) => on >= first && on <= last && countsAsWaste(reason, false),
        )
        return { cents: some.reduce((cents, entry) => cents + (entry.cents ?? 0), 0), items: some.length }
      }
      const before = sum(addDays(since, -days), addDays(since, -1))
      const after = sum(addDays(since, 1), addDays(since, days))
      return {
        ingredientId,
        kinds: [...new Set(own.map(({ kind }) => kind))],
        since,
        days,
        before,
        after,
        verdict: judge(days, before, after),
      }
    })
    .sort((a, b) => (a.since < b.since ? 1 : a.since > b.since ? -1 : 0))
}

type Side = FollowUp['before']

function judge(days: number, before: Side, after: Side): FollowUpVerdict {
  if (days < soonestDays) return 'too_soon'
  const [was, is] = before.cents + after.cents > 0 ? [before.cents, after.cents] : [before.items, after.items]
  if (is < 0.9 * was) return 'fell'
  return is > 1.1 * was ? 'rose' : 'same'
}
