import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { storages } from '#domains/ingredients/contract/index.ts'
import { storedLocation } from '#domains/ingredients/rules/location-names.ts'
import { storageWords } from '#domains/ingredients/web/index.ts'
import { isCalendarDate } from '#platform/shared/calendar.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { DateInput } from '#platform/web/ui/date-input.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/form-fields.tsx'
import { type BulkEdit, dateKinds, discardReasons } from '../../contract.ts'
import { LocationInput } from '../add-item/location-input.tsx'
import { DateKindSelect } from '../fields/date-kind-select.tsx'
import { discardReasonWords } from '../fields/discard-reason-words.ts'

export type BulkEditForm = 'move' | 'date' | 'discard'

interface FormProps {
  onEdit: (edit: BulkEdit) => void
}

/** Asks what to do to the selected items. */
export function BulkEditDialog({ form, count, onEdit, onClose }: FormProps & { form: BulkEditForm; count: number; onClose: () => void }) {
  const Form = { move: MoveForm, date: DateForm, discard: DiscardForm }[form]
  const titles: Record<BulkEditForm, string> = {
    move: plural(count, { one: 'Move # item', other: 'Move # items' }),
    date: plural(count, { one: 'Change the date of # item', other: 'Change the date of # items' }),
    discard: plural(count, { one: 'Discard # item', other: 'Discard # items' }),
  }
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={titles[form]} size="small">
      <Form onEdit={onEdit} />
    </Dialog>
  )
}

function MoveForm({ onEdit }: FormProps) {
  const [storage, setStorage] = useState('')
  const [location, setLocation] = useState('')
  const chosen = storages.find((one) => one === storage)
  const isEmpty = chosen === undefined && location.trim() === ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isEmpty)
      onEdit({
        do: 'move',
        ...(chosen ? { storage: chosen } : {}),
        ...(location.trim() ? { location: storedLocation(location.trim()) } : {}),
      })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Select label={t`Storage`} value={storage} onChange={({ target }) => setStorage(target.value)}>
        <option value="">{t`Leave as it is`}</option>
        {storages.map((one) => (
          <option key={one} value={one}>
            {storageWords[one]}
          </option>
        ))}
      </Select>
      <LocationInput value={location} onChange={({ target }) => setLocation(target.value)} onStorage={setStorage} />
      <Button type="submit" disabled={isEmpty} className="w-full">
        <Trans>Move</Trans>
      </Button>
    </form>
  )
}

function DateForm({ onEdit }: FormProps) {
  const today = useToday()
  const [date, setDate] = useState('')
  const [kind, setKind] = useState('')
  const dateKind = dateKinds.find((one) => one === kind)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEdit(
      isCalendarDate(date) ? { do: 'date', expirationDate: date, ...(dateKind ? { dateKind } : {}) } : { do: 'date', expirationDate: null },
    )
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <DateInput label={t`Expiration date`} today={today} value={date} onChange={({ target }) => setDate(target.value)} />
      <DateKindSelect emptyLabel={t`Leave as it is`} disabled={date === ''} value={kind} onChange={({ target }) => setKind(target.value)} />
      <Button type="submit" className="w-full">
        {date === '' ? t`Remove the date` : t`Change the date`}
      </Button>
    </form>
  )
}

function DiscardForm({ onEdit }: FormProps) {
  const [reason, setReason] = useState('')
  const [notes, setNotes] = useState('')
  const chosen = discardReasons.find((one) => one === reason)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen) onEdit({ do: 'discard', reason: chosen, ...(notes.trim() ? { notes: notes.trim() } : {}) })
  }
  return (
    <form onSubmit={submit} className="space-y-4">
      <Select label={t`Reason`} value={reason} onChange={({ target }) => setReason(target.value)}>
        <option value="">{t`Choose a reason.`}</option>
        {discardReasons.map((one) => (
          <option key={one} value={one}>
            {discardReasonWords[one]}
          </option>
        ))}
      </Select>
      <TextInput
        label={t`Notes`}
        maxLength={500}
        placeholder={t`Optional`}
        value={notes}
        onChange={({ target }) => setNotes(target.value)}
      />
      <Button type="submit" variant="danger" disabled={!chosen} className="w-full">
        <Trans>Discard</Trans>
      </Button>
    </form>
  )
}
