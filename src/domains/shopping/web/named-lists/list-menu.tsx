import { t } from '@lingui/core/macro'
import { cloneElement, type MouseEvent, type ReactElement } from 'react'
import { Menu, MenuItem } from '#platform/web/ui/menu.tsx'
import { type ListChoice, useChosenList } from '../api/chosen-list.ts'

/** A button that asks which list; while there is only one, it chooses that at once. */
export function ListMenu({
  trigger,
  onChoose,
}: {
  trigger: ReactElement<{ onClick?: (event: MouseEvent) => void }>
  onChoose: (list: ListChoice) => void
}) {
  const { open } = useChosenList()
  if (open.length === 0) return cloneElement(trigger, { onClick: () => onChoose(null) })
  return (
    <Menu trigger={trigger}>
      <MenuItem onSelect={() => onChoose(null)}>{t`Shopping List`}</MenuItem>
      {open.map((list) => (
        <MenuItem key={list.id} onSelect={() => onChoose(list)}>
          {list.name}
        </MenuItem>
      ))}
    </Menu>
  )
}
