import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { countUnits, massUnits, type Unit, volumeUnits } from '#platform/shared/units.ts'
import { Select } from '#platform/web/ui/form-fields.tsx'

const families: readonly (readonly [string, readonly Unit[]])[] = [
  [t`Count`, countUnits],
  [t`Weight`, massUnits],
  [t`Volume`, volumeUnits],
]

export function UnitSelect(props: Omit<ComponentProps<typeof Select>, 'label' | 'children'> & { label?: string }) {
  return (
    <Select label={t`Unit`} {...props}>
      {families.map(([family, units]) => (
        <optgroup key={family} label={family}>
          {units.map((unit) => (
            <option key={unit} value={unit}>
              {unitLabel(unit)}
            </option>
          ))}
        </optgroup>
      ))}
    </Select>
  )
}
