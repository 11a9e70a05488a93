/** What simulated households write down, as the forecast reads it. */
import type { HistoryEvent, HouseholdHistory } from '#domains/forecast/rules/history-types.ts'
import type { Household } from './household.ts'
import type { Entry } from './kitchen.ts'

export const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

function toEvent(entry: Entry): HistoryEvent {
  const { quantity } = entry
  const on = dateOf(entry.day)
  if (entry.type === 'added') {
    const effectiveExpiration = entry.date === null ? null : dateOf(entry.date)
    return { type: 'added', lotId: entry.lotId, ingredientId: entry.ingredient.id, quantity, on, effectiveExpiration }
  }
  if (entry.type === 'discarded') return { type: 'discarded', lotId: entry.lotId, quantity, reason: 'expired', on }
  return { type: 'used', ingredientId: entry.ingredient.id, ...(entry.lotId === null ? {} : { lotId: entry.lotId }), quantity, on }
}

/** Returns what was written down before `now`, with other events. */
export const historyOf = (
  household: Household,
  entries: readonly Entry[],
  now: number,
  others: readonly HistoryEvent[] = [],
): HouseholdHistory => ({
  today: dateOf(now),
  ingredients: household.ingredients.map(({ id }) => ({ id })),
  events: [...entries.filter((entry) => entry.day < now).map(toEvent), ...others].sort((a, b) => (a.on < b.on ? -1 : a.on > b.on ? 1 : 0)),
})
