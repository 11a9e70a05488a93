import { addDays, addMonths, type CalendarDate } from '#platform/shared/calendar.ts'
import type { Interval } from '../contract/index.ts'
import { type ItemIdentity, isSameItem } from './merge-rows.ts'

/** What the list adds again after an interval. */
export interface RecurringThing extends ItemIdentity {
  id: string
  every: Interval
  dueOn: CalendarDate
  /** The day of the month that `dueOn` is meant for, which a short month may lack; null for its own. */
  monthDay: number | null
  /** The row that was on the list for it; null once what became of that row has set the due date. */
  itemId: string | null
}

export interface RecurringPlan {
  /** Ids of what to add to the list; their rows are theirs from then on. */
  add: string[]
  change: Pick<RecurringThing, 'id' | 'dueOn' | 'monthDay' | 'itemId'>[]
}

export const monthDayOf = (date: CalendarDate): number => Number(date.slice(8))

/**
 * Returns the date some intervals later, or earlier if `times` is negative. Months later it is on `monthDay`, or on the last day of a month
 * without it.
 */
export function addInterval(date: CalendarDate, { count, unit }: Interval, times = 1, monthDay = monthDayOf(date)): CalendarDate {
  if (unit !== 'month') return addDays(date, count * times * (unit === 'week' ? 7 : 1))
  const firstDay = addMonths(`${date.slice(0, 8)}01`, count * times)
  const lastDay = addDays(addMonths(firstDay, 1), -1)
  return `${firstDay.slice(0, 8)}${String(Math.min(monthDay, monthDayOf(lastDay))).padStart(2, '0')}`
}

/** Returns the first due date after `day`. */
function nextDueAfter(day: CalendarDate, { dueOn, monthDay, every }: RecurringThing): CalendarDate {
  let next = dueOn
  for (let times = 1; next <= day; times += 1) next = addInterval(dueOn, every, times, monthDay ?? undefined)
  return next
}

/**
 * Plans what a list adds because it recurs: what is due and has no row yet, an interval after it was bought. What a person took off waits for
 * its next due date. A row about the same thing counts as its row, no matter who added it. `isBought` says of a row that left the list whether it
 * was put away or cleared. Idempotent.
 */
export function planRecurring(
  things: readonly RecurringThing[],
  rows: readonly (ItemIdentity & { id: string })[],
  isBought: (itemId: string) => boolean,
  today: CalendarDate,
): RecurringPlan {
  const plan: RecurringPlan = { add: [], change: [] }
  const added: ItemIdentity[] = []
  for (const thing of things) {
    let { dueOn, monthDay, itemId } = thing
    if (itemId !== null && !rows.some(({ id }) => id === itemId)) {
      if (isBought(itemId)) [dueOn, monthDay] = [addInterval(today, thing.every), monthDayOf(today)]
      else [dueOn, monthDay] = [nextDueAfter(today, thing), monthDay ?? monthDayOf(dueOn)]
      itemId = null
    }
    itemId ??= rows.find((row) => isSameItem(row, thing))?.id ?? null
    if (dueOn !== thing.dueOn || itemId !== thing.itemId) plan.change.push({ id: thing.id, dueOn, monthDay, itemId })
    if (itemId === null && dueOn <= today && !added.some((one) => isSameItem(one, thing))) {
      plan.add.push(thing.id)
      added.push(thing)
    }
  }
  return plan
}
