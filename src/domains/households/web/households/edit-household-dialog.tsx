import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { changedFields, rowOf412 } from '#platform/web/api/concurrent-edits.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { Household } from '../../contract/index.ts'
import { useChangeHousehold } from '../api.ts'
import { CurrencySelect, TimeZoneSelect } from './region-fields.tsx'

export function EditHouseholdDialog({
  household,
  open,
  onOpenChange,
}: {
  household: Household
  open: boolean
  onOpenChange: (open: boolean) => void
}) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Household details`} size="small">
      <Form household={household} onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}

const fieldsOf = ({ name, timeZone, currency }: Household) => ({ name, timeZone, currency })

function Form({ household, onDone }: { household: Household; onDone: () => void }) {
  /** The household as loaded, or as returned with a 412. */
  const [known, setKnown] = useState(household)
  const [fields, setFields] = useState(() => fieldsOf(known))
  const name = fields.name.trim()
  const change = useChangeHousehold()
  const save = async () => {
    const body = changedFields(fieldsOf(known), { ...fields, name })
    if (Object.keys(body).length > 0)
      await change.mutateAsync({ params: { id: household.id }, body, ifMatch: known.version }).catch((error: unknown) => {
        const now = rowOf412(error, Household)
        if (now) {
          setKnown(now)
          setFields({ ...fieldsOf(now), ...body })
        }
        throw error
      })
    toast.done(t`Household details saved.`)
    onDone()
  }
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name && !change.isPending) save().catch(() => {})
      }}
    >
      <TextInput
        label={t`Name`}
        required
        maxLength={80}
        value={fields.name}
        error={name ? undefined : t`Enter a name.`}
        onChange={(event) => setFields({ ...fields, name: event.target.value })}
      />
      <TimeZoneSelect value={fields.timeZone} onValue={(timeZone) => setFields({ ...fields, timeZone })} />
      <CurrencySelect value={fields.currency} onValue={(currency) => setFields({ ...fields, currency })} />
      {change.error ? <Notice tone="error">{errorMessage(change.error, t`Couldn’t save the household.`)}</Notice> : null}
      <Button type="submit" className="w-full" busy={change.isPending} busyLabel={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
