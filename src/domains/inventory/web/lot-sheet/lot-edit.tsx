import { zodResolver } from '@hookform/resolvers/zod'
import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { StorageChoice, UnitSelect } from '#domains/ingredients/web/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { rowOf412 } from '#platform/web/api/concurrent-edits.ts'
import { useFormSync } from '#platform/web/forms/form-sync.ts'
import { Checkbox, DateInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { changeLot, type LotChange } from '../../contract.ts'
import { LocationInput } from '../add-item/location-input.tsx'
import { edit } from '../api/lot-actions.ts'
import { DateKindSelect } from '../fields/date-kind-select.tsx'
import { sharedHint } from './lot-detail.tsx'
import { EditLotForm, formErrorMap, type LotFields, lotFieldNames, lotFieldsOf } from './lot-form.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

const together = [
  ['quantity', 'unit'],
  ['expirationDate', 'dateKind'],
] as const

export function EditPanel({ lot, onDone, onBack }: PanelProps) {
  const form = useForm<LotFields, unknown, LotChange>({
    defaultValues: lotFieldsOf(lot),
    resolver: zodResolver(EditLotForm, { error: formErrorMap }),
  })
  const { register, control, handleSubmit, setValue, setError, formState } = form
  const { errors, isSubmitting } = formState
  const [failure, setFailure] = useState<string | null>(null)
  const { known, follow, changed } = useFormSync(lot, form, lotFieldsOf, together)
  const [storage, expirationDate] = useWatch({ control, name: ['storage', 'expirationDate'] })

  const save = handleSubmit(async (values) => {
    setFailure(null)
    const touched = new Set<string>(changed())
    if (touched.has('expirationDate')) touched.add('dateKind')
    const change = Object.fromEntries(Object.entries(values).filter(([name]) => touched.has(name)))
    if (touched.size === 0) return onDone()
    const outcome = await edit(known, change)
    if (outcome.done) return onDone()
    const now = rowOf412(outcome.error, changeLot)
    if (now) follow(now)
    setFailure(errorMessage(outcome.error, t`Couldn’t save ${lot.ingredient.name}`))
    for (const name of lotFieldNames) {
      const message = outcome.error instanceof ApiError ? outcome.error.field(name) : undefined
      if (message) setError(name, { message })
    }
  })

  return (
    <Panel onSubmit={() => void save()} onBack={onBack} doIt={t`Save`} busy={isSubmitting}>
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="grid grid-cols-2 gap-4">
        <TextInput label={t`Quantity`} inputMode="decimal" autoComplete="off" error={errors.quantity?.message} {...register('quantity')} />
        <UnitSelect error={errors.unit?.message} {...register('unit')} />
      </div>
      <StorageChoice
        value={Storage.catch('PANTRY').parse(storage)}
        onChange={(value) => setValue('storage', value, { shouldDirty: true })}
      />
      <LocationInput error={errors.location?.message} {...register('location')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <DateInput label={t`Expiration date`} error={errors.expirationDate?.message} {...register('expirationDate')} />
        <DateKindSelect disabled={expirationDate === ''} {...register('dateKind')} />
      </div>
      <TextInput
        label={t`Price paid`}
        inputMode="decimal"
        autoComplete="off"
        hint={t`For the whole quantity.`}
        error={errors.purchasePrice?.message}
        {...register('purchasePrice')}
      />
      <div>
        <Checkbox label={t`Opened`} {...register('isOpened')} />
        <Checkbox label={t`Shared`} hint={sharedHint} {...register('isShared')} />
      </div>
    </Panel>
  )
}
