import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { Store } from '../../contract.ts'

interface SelectProps {
  stores: readonly Store[]
  /** A store's id; empty for another one, or none. */
  value: string
  onChange: (value: string) => void
  /** Further options. */
  children?: ReactNode
}

/** Asks where something was bought. */
export const StoreSelect = ({ stores, value, onChange, children }: SelectProps) => (
  <Select label={t`Store`} value={value} onChange={({ target }) => onChange(target.value)}>
    {children}
    <option value="">
      <Trans>Another store</Trans>
    </option>
    {stores.map(({ id, name }) => (
      <option key={id} value={id}>
        {name}
      </option>
    ))}
  </Select>
)
