import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useId, useState } from 'react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import type { BulkIngredientEdit, BulkIngredientFields } from '../../contract/bulk-edit.ts'
import { storages } from '../../contract/index.ts'
import { categoryOf, categorySuggestions } from '../../rules/category-labels.ts'
import { storedLocation } from '../../rules/location-names.ts'
import { storageWords } from '../ingredient-sheet/location-label.tsx'
import { WarningSelect } from '../ingredient-sheet/warning-select.tsx'

export type BulkEditForm = 'change' | 'remove'

interface DialogProps {
  form: BulkEditForm
  /** How many are selected. */
  count: number
  onEdit: (edit: BulkIngredientEdit) => void
  onClose: () => void
}

/** Asks what to change in the selected ingredients, or whether to delete them. */
export function BulkEditDialog({ form, count, onEdit, onClose }: DialogProps) {
  const onOpenChange = (open: boolean) => open || onClose()
  if (form === 'remove')
    return (
      <ConfirmDialog
        open
        onOpenChange={onOpenChange}
        title={plural(count, { one: 'Delete # ingredient?', other: 'Delete # ingredients?' })}
        confirmLabel={t`Delete`}
        danger
        onConfirm={() => onEdit({ do: 'remove' })}
      >
        <Trans>Those in stock stay. The others are deleted with their minimum, conversions and barcodes.</Trans>
      </ConfirmDialog>
    )
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={plural(count, { one: 'Change # ingredient', other: 'Change # ingredients' })}
      size="small"
    >
      <ChangeForm onChange={(fields) => onEdit({ do: 'change', fields })} />
    </Dialog>
  )
}

/** The choices of the form. An empty one leaves the field as it is. */
interface Choices {
  category: string
  storage: string
  location: string
  /** A storage, or `stays`. */
  opened: string
  warning: string
  minimum: string
  sharing: string
}
const noChoices: Choices = { category: '', storage: '', location: '', opened: '', warning: '', minimum: '', sharing: '' }

function fieldsOf({ category, storage, location, opened, warning, minimum, sharing }: Choices): BulkIngredientFields {
  const defaultStorage = storages.find((one) => one === storage)
  const warningDays = warning === 'usual' ? null : warning === 'never' ? warning : Number(warning)
  return {
    ...(category.trim() === '' ? {} : { category: categoryOf(category) }),
    ...(defaultStorage ? { defaultStorage } : {}),
    ...(location.trim() === '' ? {} : { defaultLocation: storedLocation(location.trim()) }),
    ...(opened === '' ? {} : { openedStorage: storages.find((one) => one === opened) ?? null, openedLocation: '' }),
    ...(warning === '' ? {} : { warningDays }),
    ...(minimum === '' ? {} : { parLevel: null }),
    ...(sharing === '' ? {} : { isShared: sharing === 'yes' }),
  }
}

function ChangeForm({ onChange }: { onChange: (fields: BulkIngredientFields) => void }) {
  const [choices, setChoices] = useState(noChoices)
  const locations = useActiveHousehold()?.locations ?? []
  const [categoryList, locationList] = [useId(), useId()]
  const fields = fieldsOf(choices)
  const isEmpty = Object.keys(fields).length === 0
  const asIs = t`Leave as it is`
  const control = (name: keyof Choices) => ({
    value: choices[name],
    onChange: ({ target }: { target: { value: string } }) => setChoices({ ...choices, [name]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty) onChange(fields)
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <TextInput label={t`Category`} list={categoryList} autoComplete="off" maxLength={40} placeholder={asIs} {...control('category')} />
      <Suggestions id={categoryList} values={categorySuggestions()} />
      <Select label={t`Default storage`} {...control('storage')}>
        <option value="">{asIs}</option>
        {storages.map((one) => (
          <option key={one} value={one}>
            {storageWords[one]}
          </option>
        ))}
      </Select>
      <TextInput
        label={t`Default location`}
        list={locationList}
        autoComplete="off"
        maxLength={60}
        placeholder={asIs}
        {...control('location')}
      />
      <Suggestions id={locationList} values={locations} />
      <Select label={t`Once opened, goes to`} {...control('opened')}>
        <option value="">{asIs}</option>
        <option value="stays">{t`Stays where it is`}</option>
        {storages.map((one) => (
          <option key={one} value={one}>
            {storageWords[one]}
          </option>
        ))}
      </Select>
      <WarningSelect current={null} asIs={asIs} {...control('warning')} />
      <Select label={t`Minimum`} {...control('minimum')}>
        <option value="">{asIs}</option>
        <option value="off">{t`No minimum`}</option>
      </Select>
      <Select label={t`Share new items automatically`} {...control('sharing')}>
        <option value="">{asIs}</option>
        <option value="yes">{t`Yes`}</option>
        <option value="no">{t`No`}</option>
      </Select>
      <Button type="submit" disabled={isEmpty} className="w-full">
        <Trans>Change</Trans>
      </Button>
    </form>
  )
}

const Suggestions = ({ id, values }: { id: string; values: readonly string[] }) => (
  <datalist id={id}>
    {values.map((value) => (
      <option key={value} value={value} />
    ))}
  </datalist>
)
