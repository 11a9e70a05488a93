import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { formatAmount, unitLabel } from '#platform/shared/unit-display.ts'
import { countUnits, massUnits, type Unit, volumeUnits } from '#platform/shared/units.ts'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { OwnUnit } from '../../contract/index.ts'
import { ownUnitOption } from '../../rules/own-unit-option.ts'
import { ownUnitLabel } from '../../rules/own-units.ts'

const families: readonly (readonly [string, readonly Unit[]])[] = [
  [t`Count`, countUnits],
  [t`Weight`, massUnits],
  [t`Volume`, volumeUnits],
]

interface UnitSelectProps extends Omit<ComponentProps<typeof Select>, 'label' | 'children'> {
  label?: string
  /** Offered first. `readOwnUnitOption` reads the value of one. */
  ownUnits?: readonly OwnUnit[] | undefined
  /** Also offers to say a new own unit, by this value. */
  newOwnUnit?: string
  /** Offers only units of weight. */
  isWeight?: boolean
}

export function UnitSelect({ ownUnits = [], newOwnUnit, isWeight = false, ...props }: UnitSelectProps) {
  return (
    <Select label={t`Unit`} {...props}>
      {ownUnits.length === 0 && newOwnUnit === undefined ? null : (
        <optgroup label={t`Own units`}>
          {ownUnits.map((one) => (
            <option key={one.name} value={ownUnitOption(one)}>
              {ownUnitLabel(one.name)} ({formatAmount(one.quantity, one.unit)})
            </option>
          ))}
          {newOwnUnit === undefined ? null : <option value={newOwnUnit}>{t`New: can, pack, slice …`}</option>}
        </optgroup>
      )}
      {isWeight
        ? unitOptions(massUnits)
        : families.map(([family, units]) => (
            <optgroup key={family} label={family}>
              {unitOptions(units)}
            </optgroup>
          ))}
    </Select>
  )
}

const unitOptions = (units: readonly Unit[]) =>
  units.map((unit) => (
    <option key={unit} value={unit}>
      {unitLabel(unit)}
    </option>
  ))
