import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { sentenceOf } from '#platform/web/call.ts'
import { browserTimeZone } from '#platform/web/device.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select, TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Household } from '../../contract.ts'
import { useChangeHousehold } from '../api.ts'

/** Every zone the browser knows, and the one that is set even if it does not. */
function timeZones(set: string): string[] {
  const known = typeof Intl.supportedValuesOf === 'function' ? Intl.supportedValuesOf('timeZone') : []
  return [...new Set(['UTC', browserTimeZone(), set, ...known])].sort()
}

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

function Form({ household, onDone }: { household: Household; onDone: () => void }) {
  const [name, setName] = useState(household.name)
  const [timeZone, setTimeZone] = useState(household.timeZone)
  const change = useChangeHousehold()
  const save = async () => {
    await change.mutateAsync({ params: { id: household.id }, body: { name: name.trim(), timeZone }, ifMatch: household.version })
    toast.done(t`Household details saved.`)
    onDone()
  }
  return (
    <form
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !change.isPending) save().catch(() => {})
      }}
    >
      <TextInput
        label={t`Name`}
        required
        maxLength={80}
        value={name}
        error={name.trim() ? undefined : t`Please enter a name.`}
        onChange={(event) => setName(event.target.value)}
      />
      <Select
        label={t`Time zone`}
        hint={t`Decides when a day ends, and with it what is expired.`}
        value={timeZone}
        onChange={(event) => setTimeZone(event.target.value)}
      >
        {timeZones(household.timeZone).map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </Select>
      {change.error ? <Notice tone="error">{sentenceOf(change.error, t`The household was not changed.`)}</Notice> : null}
      <Button type="submit" className="w-full" busy={change.isPending} busyLabel={t`Saving...`}>
        <Trans>Save</Trans>
      </Button>
    </form>
  )
}
