import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { memo } from 'react'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { chooseList, useChosenList } from '../api/chosen-list.ts'
import { ListOptions } from './list-options.tsx'

/** Switches between the household's lists; nothing while it has only one. `onEdit` opens them; null if the person can't change them. */
export const ListSelect = memo(function ListSelect({ onEdit, className = '' }: { onEdit: (() => void) | null; className?: string }) {
  const { chosen, open } = useChosenList()
  if (open.length === 0) return null
  return (
    <Select
      label={t`List`}
      labelHidden
      className={className}
      value={chosen?.id ?? ''}
      onChange={({ target }) => (target.value === 'edit' ? onEdit?.() : chooseList(target.value || null))}
    >
      <ListOptions lists={open} />
      {onEdit ? (
        <option value="edit">
          <Trans>Edit lists…</Trans>
        </option>
      ) : null}
    </Select>
  )
})
