import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { defaultHouseholdName } from '../../contract/index.ts'
import { newHousehold, useCreateHousehold } from '../api.ts'
import { QuotaNotice } from './quota-notice.tsx'

export function CreateHousehold({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('')
  const create = useCreateHousehold()
  return (
    <Card>
      <CardHeader title={t`Create a household`} />
      <form
        className="mt-3 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (!create.isPending) create.mutateAsync(newHousehold(name)).then(onDone, () => {})
        }}
      >
        <TextInput
          label={t`Name`}
          placeholder={defaultHouseholdName}
          hint={t`Everyone in a household shares the same inventory and shopping list.`}
          maxLength={80}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <QuotaNotice name="households" />
        {create.error ? <Notice tone="error">{errorMessage(create.error, t`Failed to create household`)}</Notice> : null}
        <Button type="submit" className="w-full" busy={create.isPending} busyLabel={t`Creating...`}>
          <Trans>Create</Trans>
        </Button>
      </form>
    </Card>
  )
}
