import { t } from '@lingui/core/macro'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { useChosenList } from '../api/chosen-list.ts'

/** A button that asks which list, null for the shopping list itself; while there is only one, it chooses that at once. */
export function ListMenu({
  trigger,
  onChoose,
}: {
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void }>
  onChoose: (listId: string | null) => void
}) {
  const { open } = useChosenList()
  if (open.length === 0) return cloneElement(trigger, { onClick: () => onChoose(null) })
  return (
    <Menu trigger={trigger}>
      {[{ id: null, name: t`Shopping List` }, ...open].map(({ id, name }) => (
        <MenuItem key={id} onSelect={() => onChoose(id)}>
          {name}
        </MenuItem>
      ))}
    </Menu>
  )
}
