import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import { formatAmount, unitLabel, unitSuffix } from '#platform/shared/unit-display.ts'
import { type Conversion, convert, type Unit } from '#platform/shared/units.ts'
import type { Form } from '#platform/web/forms/use-form.ts'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import type { Ingredient, NewIngredient, OwnUnit } from '../../contract/index.ts'
import { ownUnitOption, readOwnUnitOption } from '../../rules/own-unit-option.ts'
import { ownUnitLabel } from '../../rules/own-units.ts'
import type { IngredientFields } from './ingredient-form.ts'

interface ParInputProps {
  form: Form<Ingredient | null, IngredientFields, NewIngredient>
  unit: Unit
  ownUnits: readonly OwnUnit[]
  conversions: readonly Conversion[]
}

/** The minimum, in the default unit or in one of the ingredient's own units. */
export function ParInput({ form: { field, register, control }, unit: measured, ownUnits, conversions }: ParInputProps) {
  const chosen = readOwnUnitOption(useWatch({ control, name: 'parUnit' }))
  const converts = (one: OwnUnit) => convert(1, one.unit, measured, conversions) !== null
  const isChosen = (one: OwnUnit) => chosen !== null && ownUnitOption(one) === ownUnitOption(chosen)
  const known = chosen === null || ownUnits.some(isChosen) ? ownUnits : [...ownUnits, chosen]
  const offered = known.filter((one) => isChosen(one) || converts(one))
  const unit = unitSuffix(measured, 2)
  const level = field('parLevel')
  const error = chosen && !converts(chosen) ? missingConversion(chosen.unit, measured) : level.error
  const hint = t`You’ll be told when you have less. Leave empty for no minimum.`
  const plain =
    unit === ''
      ? t`You’ll be told when you have fewer. Leave empty for no minimum.`
      : t`In ${unit}. You’ll be told when you have less. Leave empty for no minimum.`
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] items-start gap-3">
      <TextInput
        label={t`Keep at least`}
        inputMode="decimal"
        autoComplete="off"
        hint={offered.length > 0 ? hint : plain}
        {...level}
        error={error}
      />
      {offered.length > 0 ? (
        <Select label={t`Counted in`} {...register('parUnit')}>
          <option value="">{unitLabel(measured, 2)}</option>
          {offered.map((one) => (
            <option key={one.name} value={ownUnitOption(one)}>
              {ownUnitLabel(one.name, 2)} ({formatAmount(one.quantity, one.unit)})
            </option>
          ))}
        </Select>
      ) : null}
    </div>
  )
}

function missingConversion(unit: Unit, defaultUnit: Unit): string {
  const [from, to] = [unitLabel(unit), unitLabel(defaultUnit)]
  return t`Add a conversion from ${from} to ${to} below, or choose another unit.`
}
