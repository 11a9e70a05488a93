import { addDays, type CalendarDate, daysBetween } from '#platform/shared/calendar.ts'
import { rowIdOf } from './missing-list-rows.ts'
import { reservationDays } from './planned-meals.ts'

/** Repeated meals are on the plan this many days ahead, so that stock is reserved for them. */
export const repeatDays = reservationDays + 7

export interface Repeat {
  id: string
  firstOn: CalendarDate
  everyWeeks: number
}

/** Returns the entries of a repeat after its first day, from `today` on, as far ahead as the plan has them. The ids always are the same. */
export function repeatedEntries({ id, firstOn, everyWeeks }: Repeat, today: CalendarDate): { id: string; date: CalendarDate }[] {
  const days = everyWeeks * 7
  const past = Math.max(0, Math.ceil(daysBetween(firstOn, today) / days))
  const entries: { id: string; date: CalendarDate }[] = []
  for (let times = Math.max(1, past); ; times += 1) {
    const date = addDays(firstOn, times * days)
    if (date > addDays(today, repeatDays)) return entries
    entries.push({ id: rowIdOf(id, date, 0), date })
  }
}
