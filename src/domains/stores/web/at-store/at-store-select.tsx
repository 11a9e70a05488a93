import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { Store } from '../../contract.ts'
import { setAtStore } from './use-at-store.ts'

interface SelectProps {
  stores: readonly Store[]
  at: Store | null
  /** Opens the list of stores; null if the person can't change it. */
  onEdit: (() => void) | null
  labelHidden?: boolean
  className?: string
}

/** Asks at which store this device is. */
export const AtStoreSelect = ({ stores, at, onEdit, labelHidden = false, className = '' }: SelectProps) => (
  <Select
    label={t`I’m at`}
    labelHidden={labelHidden}
    className={className}
    value={at?.id ?? ''}
    onChange={({ target }) => (target.value === 'edit' ? onEdit?.() : setAtStore(target.value || null))}
  >
    <option value="">{labelHidden ? t`I’m at…` : t`Any store`}</option>
    {stores.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
    {onEdit ? (
      <option value="edit">
        <Trans>Edit stores…</Trans>
      </option>
    ) : null}
  </Select>
)
