import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { QuotaNotice, useActiveHousehold, useHasRole } from '#domains/households/web/index.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Circle } from '../../contract.ts'
import { useCreateCircle, useLinkHousehold } from '../api.ts'
import { CircleInputs, parseCircleFields } from '../circle-card/circle-fields.tsx'

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
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t`Create Circle`}
      description={t`People you share food with, such as family or neighbors.`}
    >
      <CreateForm onCreate={onCreate} onClose={() => onOpenChange(false)} />
    </Dialog>
  )
}

const blank = { name: '', description: '', isPublic: false, allowInvites: true, isLinked: true }

const resolver = createFormResolver(({ isLinked, ...fields }: typeof blank) => {
  const read = parseCircleFields(fields)
  return 'wrong' in read ? read : { sent: { body: read.sent, isLinked } }
})

function CreateForm({ onCreate, onClose }: { onCreate: (circle: Circle) => void; onClose: () => void }) {
  const { field, register, isSubmitting, failure, leave, submit } = useForm({ fieldsOf: () => blank, resolver, onClose })
  const household = useActiveHousehold()
  const mayLink = useHasRole('ADMIN')
  const create = useCreateCircle()
  const link = useLinkHousehold()
  const save = submit(
    async ({ body, isLinked }) => {
      const circle = await create.mutateAsync({ body })
      if (household && mayLink && isLinked)
        await link
          .mutateAsync({ params: { id: circle.id, householdId: household.id } })
          .catch(() => toast.fail(t`The household wasn’t linked. You can link it in the circle’s settings.`))
      onCreate(circle)
    },
    () => t`Couldn’t create the circle.`,
  )
  return (
    <form noValidate className="space-y-4" onSubmit={save}>
      <CircleInputs field={field} register={register} />
      {household && mayLink ? (
        <Checkbox
          label={t`Link ${household.name}`}
          hint={t`Circle members will see the items you mark as shared.`}
          {...register('isLinked')}
        />
      ) : null}
      <QuotaNotice name="circles" />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2 pt-1 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Creating...`}>
          <Trans>Create</Trans>
        </Button>
      </div>
    </form>
  )
}
