import { plural, t } from '@lingui/core/macro'
import { Copy, Ellipsis } from 'lucide-react'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { maxPlanned } from '../../contract/index.ts'
import { copyToNextWeek } from '../../rules/copy-week.ts'
import { planMeals, usePlan } from '../api/plan.ts'

interface Props {
  /** The week's first and last day. */
  from: CalendarDate
  to: CalendarDate
  today: CalendarDate
  /** Called after meals were copied to the next week. */
  onCopied: () => void
}

/** What can be done with a week of meals. */
export function WeekMenu({ from, to, today, onCopied }: Props) {
  const [week, next] = [usePlan(from, to), usePlan(addDays(from, 7), addDays(to, 7))]
  // While a week loads, the query holds the one shown before.
  const isKnown = week.data && next.data && !week.isPlaceholderData && !next.isPlaceholderData
  const canCopy = isKnown && week.data.length > 0 && addDays(to, 7) >= today
  const copy = async () => {
    const meals = copyToNextWeek(week.data ?? [], next.data ?? [], today).slice(0, maxPlanned)
    if (meals.length === 0) return toast.done(t`Next week has these meals already`)
    const count = meals.length
    if (await planMeals(meals, plural(count, { one: 'Copied # meal to next week', other: 'Copied # meals to next week' }))) onCopied()
  }
  return (
    <Menu trigger={<IconButton label={t`More for this week`} icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem icon={<Copy aria-hidden="true" />} disabled={!canCopy} onSelect={() => void copy()}>
        {t`Copy to next week`}
      </MenuItem>
    </Menu>
  )
}
