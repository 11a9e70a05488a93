import { t } from '@lingui/core/macro'
import { OwnUnitRow } from '#domains/ingredients/web/index.ts'
import type { Form } from '#platform/web/forms/use-form.ts'
import type { NewLot } from '../../contract.ts'
import type { NewLotFields } from '../lot-sheet/lot-form.ts'

/** Asks once what one of a new own unit is: `1 can = 400 g`. */
export function NewOwnUnit({ form: { field, register } }: { form: Form<null, NewLotFields, NewLot> }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm text-ink-soft">{t`How much is one? It’s remembered with the ingredient.`}</legend>
      <OwnUnitRow name={field('newOwnUnit.name')} quantity={field('newOwnUnit.quantity')} unit={register('newOwnUnit.unit')} />
    </fieldset>
  )
}
