import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { QuotaNotice, useActiveHousehold, useHasRole } from '#domains/households/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Circle } from '../../contract.ts'
import { useCreateCircle, useLinkHousehold } from '../api.ts'
import { type CircleFields, CircleFieldset } from '../circle-card/circle-fields.tsx'

const emptyFields: CircleFields = { name: '', description: '', isPublic: false, allowInvites: true }

/** Creates a circle and, unless unchecked, links the active household. */
export function CreateCircleDialog({
  open,
  onOpenChange,
  onCreate,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreate: (circle: Circle) => void
}) {
  const [fields, setFields] = useState(emptyFields)
  const [missing, setMissing] = useState(false)
  const [isLinking, setLinking] = useState(true)
  const household = useActiveHousehold()
  const mayLink = useHasRole('ADMIN')
  const create = useCreateCircle()
  const link = useLinkHousehold()

  const submit = async () => {
    const name = fields.name.trim()
    setMissing(name === '')
    if (name === '' || create.isPending) return
    try {
      const circle = await create.mutateAsync({ body: { ...fields, name, description: fields.description.trim() } })
      if (household && mayLink && isLinking)
        await link
          .mutateAsync({ params: { id: circle.id, householdId: household.id } })
          .catch(() => toast.fail(t`The household wasn’t linked. You can link it in the circle’s settings.`))
      setFields(emptyFields)
      onCreate(circle)
    } catch {
      // Shown below the form.
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Create Circle`}
      description={t`People you share food with, such as family or neighbors.`}
      footer={
        <>
          <Button variant="quiet" onClick={() => onOpenChange(false)}>
            <Trans>Cancel</Trans>
          </Button>
          <Button busy={create.isPending || link.isPending} busyLabel={t`Creating...`} onClick={() => void submit()}>
            <Trans>Create</Trans>
          </Button>
        </>
      }
    >
      <form
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <CircleFieldset fields={fields} missing={missing} onChange={(change) => setFields({ ...fields, ...change })} />
        {household && mayLink ? (
          <Checkbox
            label={t`Link ${household.name}`}
            hint={t`Circle members will see the items you mark as shared.`}
            checked={isLinking}
            onChange={(event) => setLinking(event.target.checked)}
          />
        ) : null}
        <QuotaNotice name="circles" />
        {create.error ? <Notice tone="error">{errorMessage(create.error, t`Couldn’t create the circle.`)}</Notice> : null}
        <button type="submit" hidden aria-hidden="true" tabIndex={-1} />
      </form>
    </Dialog>
  )
}
