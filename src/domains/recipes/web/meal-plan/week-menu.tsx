import { t } from '@lingui/core/macro'
import { Copy, Ellipsis } from 'lucide-react'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { copyToNextWeek } from '../../rules/copy-week.ts'
import { copyWeek } from '../api/copy-week.ts'
import { usePlan } from '../api/plan.ts'

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
    if (await copyWeek(copyToNextWeek(week.data ?? [], next.data ?? [], today))) onCopied()
  }
  return (
    <Menu trigger={<IconButton label={t`More for this week`} icon={<Ellipsis aria-hidden="true" />} />}>
      <MenuItem icon={<Copy aria-hidden="true" />} disabled={!canCopy} onSelect={() => void copy()}>
        {t`Copy to next week`}
      </MenuItem>
    </Menu>
  )
}
