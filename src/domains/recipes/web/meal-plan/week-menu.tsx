import { plural, t } from '@lingui/core/macro'
import { Copy, Ellipsis } from 'lucide-react'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { maxPlanned, type PlanEntry } from '../../contract/index.ts'
import { copyToNextWeek } from '../../rules/copy-week.ts'
import { planMeals, usePlan } from '../api/plan.ts'

interface Props {
  /** The week's first and last day. */
  from: CalendarDate
  to: CalendarDate
  week: readonly PlanEntry[]
  today: CalendarDate
  /** Called after meals were copied to the next week. */
  onCopied: () => void
}

/** What can be done with a week of meals. */
export function WeekMenu({ from, to, week, today, onCopied }: Props) {
  const { data: planned } = usePlan(addDays(from, 7), addDays(to, 7))
  const copy = async () => {
    const meals = copyToNextWeek(week, planned ?? [], today).slice(0, maxPlanned)
    if (meals.length === 0) return toast.done(t`Next week has these meals already`)
    const count = meals.length
    if (await planMeals(meals, plural(count, { one: 'Copied # meal to next week', other: 'Copied # meals to next week' }))) onCopied()
  }
  return (
    <Menu trigger={<IconButton label={t`More for this week`} icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem icon={<Copy aria-hidden="true" />} disabled={week.length === 0 || planned === undefined} onSelect={() => void copy()}>
        {t`Copy to next week`}
      </MenuItem>
    </Menu>
  )
}
