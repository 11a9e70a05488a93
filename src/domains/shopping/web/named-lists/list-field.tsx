import { t } from '@lingui/core/macro'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { type ListChoice, useChosenList } from '../api/chosen-list.ts'
import { ListOptions } from './list-options.tsx'

interface Props {
  /** Null for the shopping list itself. */
  value: ListChoice
  onChange: (list: ListChoice) => void
}

/** Chooses the list to add to; nothing while there is only one. */
export function ListField({ value, onChange }: Props) {
  const { open } = useChosenList()
  if (open.length === 0) return null
  return (
    <Select label={t`List`} value={value?.id ?? ''} onChange={({ target }) => onChange(open.find(({ id }) => id === target.value) ?? null)}>
      <ListOptions lists={open} />
    </Select>
  )
}
