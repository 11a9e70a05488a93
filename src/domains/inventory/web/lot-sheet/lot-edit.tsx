import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { useWatch } from 'react-hook-form'
import { useToday } from '#domains/households/web/index.ts'
import { maxNote, Storage } from '#domains/ingredients/contract/index.ts'
import { StorageChoice, UnitSelect } from '#domains/ingredients/web/index.ts'
import { StoreSelect, useStores } from '#domains/stores/web/index.ts'
import { currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Checkbox, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { changeLot, type Lot } from '../../contract.ts'
import { LocationInput } from '../add-item/location-input.tsx'
import { edit } from '../api/lot-actions.ts'
import { DateKindSelect } from '../fields/date-kind-select.tsx'
import { sharedHint } from './lot-detail.tsx'
import { convertTyped, EditLotFormSchema, formErrorMap, lotFieldsOf } from './lot-form.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

const together = [
  ['quantity', 'unit', 'ownUnit'],
  ['expirationDate', 'dateKind'],
] as const

export function EditPanel({ lot, onDone, onBack }: PanelProps) {
  const today = useToday()
  const { field, register, control, getValues, setValue, isSubmitting, isSubmitted, failure, leave, submit } = useForm({
    row: lot as Lot,
    fieldsOf: lotFieldsOf,
    together,
    resolver: zodResolver(EditLotFormSchema, { error: formErrorMap }),
    changedRowIn: (error) => currentRowFrom412(error, changeLot),
    onClose: onBack,
  })
  const [unit, storage, expirationDate, storeId] = useWatch({ control, name: ['unit', 'storage', 'expirationDate', 'storeId'] })
  const stores = useStores()
  const changeUnit = (to: string) => {
    setValue('ownUnit', '', { shouldDirty: true })
    const quantity = convertTyped(getValues('quantity'), unit, to)
    if (quantity !== null) setValue('quantity', quantity, { shouldDirty: true, shouldValidate: isSubmitted })
  }

  const save = submit(
    async (values, { known, changed }) => {
      const touched = new Set(changed)
      // The same number of another unit is another amount.
      if (touched.has('unit') && values.quantity !== known.quantity) touched.add('quantity')
      if (touched.has('expirationDate')) touched.add('dateKind')
      const outcome = touched.size === 0 ? null : await edit(known, pickChanged(values, touched))
      if (outcome && !outcome.done) throw outcome.error
      onDone()
    },
    () => t`Couldn’t save ${lot.ingredient.name}`,
  )

  return (
    <Panel onSubmit={save} onBack={leave} doIt={t`Save`} busy={isSubmitting}>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="grid grid-cols-2 gap-4">
        <TextInput label={t`Quantity`} inputMode="decimal" autoComplete="off" {...field('quantity')} />
        <UnitSelect
          ownUnits={lot.ingredient.ownUnits}
          {...field('unit')}
          {...register('unit', { onChange: (event: { target: { value: string } }) => changeUnit(event.target.value) })}
        />
      </div>
      <StorageChoice
        value={Storage.catch('PANTRY').parse(storage)}
        onChange={(value) => setValue('storage', value, { shouldDirty: true })}
      />
      <LocationInput {...field('location')} onStorage={(value) => setValue('storage', value, { shouldDirty: true })} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateInput today={today} label={t`Expiration date`} {...field('expirationDate')} />
        <DateKindSelect disabled={expirationDate === ''} {...register('dateKind')} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextInput
          label={t`Price paid`}
          inputMode="decimal"
          autoComplete="off"
          hint={t`For the whole quantity.`}
          {...field('purchasePrice')}
        />
        {stores.length > 0 ? (
          <StoreSelect stores={stores} value={storeId} onChange={(id) => setValue('storeId', id, { shouldDirty: true })} />
        ) : null}
      </div>
      <TextInput label={t`Note`} autoComplete="off" maxLength={maxNote} {...field('note')} />
      <div>
        <Checkbox label={t`Opened`} {...register('isOpened')} />
        <Checkbox label={t`Shared`} hint={sharedHint} {...register('isShared')} />
      </div>
    </Panel>
  )
}
