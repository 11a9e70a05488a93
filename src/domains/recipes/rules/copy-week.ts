import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import type { NewPlanEntry, PlanEntry } from '../contract/index.ts'

type Planned = Pick<PlanEntry, 'date' | 'meal' | 'recipeId' | 'servings'>

const slotOf = ({ date, meal, recipeId }: Planned) => `${date} ${meal} ${recipeId}`

/** Returns a week's meals for the week after it, without days before `today` and what `planned` has there already. */
export function copyToNextWeek(week: readonly Planned[], planned: readonly Planned[], today: CalendarDate): NewPlanEntry[] {
  const known = new Set(planned.map(slotOf))
  const copies = week.map(({ date, meal, recipeId, servings }) => ({ date: addDays(date, 7), meal, recipeId, servings }))
  return copies.filter((copy) => copy.date >= today && !known.has(slotOf(copy)))
}
