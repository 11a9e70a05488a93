import { t } from '@lingui/core/macro'
import { ShoppingBasket } from 'lucide-react'
import { useChosenList } from '#domains/shopping/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { addPlanToList } from '../api/add-missing.ts'

/** Adds what the meals of these days lack to the list; asks to which while there are several. */
export function AddPlanButton({ from, to }: { from: CalendarDate; to: CalendarDate }) {
  const { open } = useChosenList()
  const icon = <ShoppingBasket aria-hidden="true" className="size-5" />
  const label = t`Add missing to list`
  if (open.length === 0) {
    return (
      <Button variant="quiet" icon={icon} onClick={() => void addPlanToList(from, to)}>
        {label}
      </Button>
    )
  }
  return (
    <Menu
      trigger={
        <Button variant="quiet" icon={icon}>
          {label}
        </Button>
      }
    >
      {[{ id: null, name: t`Shopping List` }, ...open].map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => void addPlanToList(from, to, id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
