import { t } from '@lingui/core/macro'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { useChosenList } from '../api/chosen-list.ts'

/** Chooses the list to add to, null for the shopping list itself; nothing while there is only one. */
export function ListField({ value, onChange }: { value: string | null; onChange: (listId: string | null) => void }) {
  const { open } = useChosenList()
  if (open.length === 0) return null
  return (
    <Select label={t`List`} value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
      <option value="">{t`Shopping List`}</option>
      {open.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  )
}
