import { addDays, type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import type { ActionKind, FollowUpVerdict } from '../contract.ts'
import { countsAsWaste, type WasteEntry } from './summary.ts'

/** An action actions to reduce an ingredient's waste. */
export interface PastAction {
  kind: ActionKind
  ingredientId: string
  on: CalendarDate
}

/** An ingredient's waste before and after an action, over equally long periods. */
export interface FollowUp {
  ingredientId: string
  kinds: ActionKind[]
  /** Date of the first action. */
  since: CalendarDate
  days: number
  before: { cents: number; items: number }
  after: { cents: number; items: number }
  verdict: FollowUpVerdict
}

/** Fewer days show no difference; later days are not compared. */
const minDays = 14
export const followUpDays = 90

/**
 * Compares an ingredient's waste before and after the first of `actions`; the day itself belongs to neither period. Compares costs, or the
 * number of records if nothing has a price. A change under a tenth counts as none.
 */
export function followUpActions(actions: readonly PastAction[], entries: readonly WasteEntry[], today: CalendarDate): FollowUp[] {
  const byIngredient = Map.groupBy(entries, ({ ingredientId }) => ingredientId)
  return [...Map.groupBy(actions, ({ ingredientId }) => ingredientId)]
    .map(([ingredientId, own]): FollowUp => {
      const since = own.map(({ on }) => on).toSorted()[0] ?? today
      const days = Math.min(followUpDays, daysBetween(since, today))
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
  if (days < minDays) return 'too_soon'
  const [was, is] = before.cents + after.cents > 0 ? [before.cents, after.cents] : [before.items, after.items]
  if (is < 0.9 * was) return 'fell'
  return is > 1.1 * was ? 'rose' : 'same'
}
