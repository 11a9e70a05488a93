import { t } from '@lingui/core/macro'
import { builtInOwnUnits, ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import { UnitSelect } from '#domains/ingredients/web/index.ts'
import type { Form } from '#platform/web/forms/use-form.ts'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import type { NewLot } from '../../contract.ts'
import type { NewLotFields } from '../lot-sheet/lot-form.ts'

/** Asks once what one of a new own unit is: `1 can = 400 g`. */
export function NewOwnUnit({ form: { field, register } }: { form: Form<null, NewLotFields, NewLot> }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-ink-soft">{t`How much is one? It’s remembered with the ingredient.`}</legend>
      <div className="flex flex-wrap items-start gap-2">
        <TextInput
          label={t`Unit name`}
          labelHidden
          list="larder-new-own-unit"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={20}
          placeholder={t`e.g. can`}
          className="min-w-36 flex-[2]"
          {...field('newOwnUnit.name')}
        />
        <span className="flex min-h-11 items-center">=</span>
        <TextInput
          label={t`Amount`}
          labelHidden
          inputMode="decimal"
          autoComplete="off"
          placeholder={t`Amount`}
          className="min-w-20 flex-1"
          {...field('newOwnUnit.quantity')}
        />
        <UnitSelect labelHidden className="min-w-20 flex-1" {...register('newOwnUnit.unit')} />
        <datalist id="larder-new-own-unit">
          {builtInOwnUnits.map((name) => (
            <option key={name} value={ownUnitLabel(name)} />
          ))}
        </datalist>
      </div>
    </fieldset>
  )
}
