import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { House } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#domains/account/web/index.ts'
import { QuotaNotice, useHouseholds } from '#domains/households/web/index.ts'
import { isRoleAtLeast } from '#platform/shared/roles.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { changedFields, currentRowFrom412 } from '#platform/web/api/concurrent-edits.ts'
import { createFormResolver, pickChanged, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { type Circle, changeCircle } from '../../contract.ts'
import { useChangeCircle, useDeleteCircle, useLinkHousehold, useRemoveCircleMember, useUnlinkHousehold } from '../api.ts'
import { type CircleFields, CircleInputs, parseCircleFields } from './circle-fields.tsx'
import { CircleMembers } from './circle-members.tsx'

export function CircleSettingsDialog({ circle, onClose }: { circle: Circle | null; onClose: () => void }) {
  return (
    <Dialog open={circle !== null} onOpenChange={(open) => !open && onClose()} title={t`Circle settings`} description={circle?.name}>
      {circle ? <Settings circle={circle} onClose={onClose} /> : null}
    </Dialog>
  )
}

type Tab = 'members' | 'households' | 'circle'

function Settings({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const [tab, setTab] = useState<Tab>('members')
  return (
    <Tabs<Tab>
      label={t`Circle settings`}
      value={tab}
      onChange={setTab}
      items={[
        { value: 'members', label: t`Members`, panel: <CircleMembers circle={circle} /> },
        { value: 'households', label: t`Households`, panel: <CircleHouseholds circle={circle} /> },
        { value: 'circle', label: t`Circle`, panel: <About circle={circle} onClose={onClose} /> },
      ]}
    />
  )
}

const fieldsOf = ({ name, description, isPublic, allowInvites }: CircleFields): CircleFields => ({
  name,
  description,
  isPublic,
  allowInvites,
})

function About({ circle, onClose }: { circle: Circle; onClose: () => void }) {
  const me = useMe().data
  const form = useForm({
    row: circle,
    fieldsOf,
    resolver: createFormResolver(parseCircleFields),
    changedRowIn: (error) => currentRowFrom412(error, changeCircle),
    onClose,
  })
  const [confirming, setConfirming] = useState<'leave' | 'delete' | null>(null)
  const change = useChangeCircle()
  const leave = useRemoveCircleMember()
  const remove = useDeleteCircle()
  const isAdmin = circle.role === 'ADMIN'
  const save = form.submit(
    async (fields, { known, changed }) => {
      const body = changedFields(fieldsOf(known), { ...fieldsOf(known), ...pickChanged(fields, changed) })
      if (Object.keys(body).length > 0) await change.mutateAsync({ params: { id: circle.id }, body, ifMatch: known.version })
      onClose()
    },
    () => t`Couldn’t save the circle.`,
  )
  const confirm = (which: 'leave' | 'delete') => ({
    open: confirming === which,
    onOpenChange: (open: boolean) => setConfirming(open ? which : null),
  })
  return (
    <div className="space-y-5">
      {isAdmin ? (
        <form noValidate className="space-y-4" onSubmit={save}>
          <CircleInputs {...form} />
          {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
          <Button type="submit" className="w-full" busy={form.isSubmitting}>
            <Trans>Save</Trans>
          </Button>
        </form>
      ) : (
        <p className="text-ink-soft">{circle.description || t`Only admins can change a circle.`}</p>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-4">
        <Button variant="quiet" onClick={() => setConfirming('leave')}>
          <Trans>Leave circle</Trans>
        </Button>
        {isAdmin ? (
          <Button variant="danger" onClick={() => setConfirming('delete')}>
            <Trans>Delete circle</Trans>
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        {...confirm('leave')}
        title={t`Leave ${circle.name}?`}
        confirmLabel={t`Leave`}
        danger
        fallback={t`Couldn’t leave the circle.`}
        onConfirm={() => me && leave.mutateAsync({ params: { id: circle.id, userId: 'me' } }).then(onClose)}
      >
        <Trans>You will no longer see it, and your borrow requests in it will be cancelled.</Trans>
      </ConfirmDialog>
      <ConfirmDialog
        {...confirm('delete')}
        title={t`Delete ${circle.name}?`}
        confirmLabel={t`Delete circle`}
        danger
        fallback={t`Couldn’t delete the circle.`}
        onConfirm={() => remove.mutateAsync({ params: { id: circle.id } }).then(onClose)}
      >
        <Trans>Sharing stops and open requests are cancelled. Existing loans aren’t affected.</Trans>
      </ConfirmDialog>
    </div>
  )
}

const visibilityHint = t`Members see only the items you mark as shared: name, amount, location, opened or sealed, date, who added it, and your household’s name. If you borrow or lend, the other person also sees your name and email address.`

function CircleHouseholds({ circle }: { circle: Circle }) {
  const mine = useHouseholds().data ?? []
  const link = useLinkHousehold()
  const unlink = useUnlinkHousehold()
  const linked = new Set(circle.households.map(({ id }) => id))
  const linkable = mine.filter(({ id, role }) => !linked.has(id) && isRoleAtLeast(role, 'ADMIN'))
  const mayUnlink = (id: string) => circle.role === 'ADMIN' || mine.some((one) => one.id === id && isRoleAtLeast(one.role, 'ADMIN'))
  const failure = link.error ?? unlink.error
  const busyId = link.isPending ? link.variables.params.householdId : unlink.isPending ? unlink.variables.params.householdId : null
  return (
    <div className="space-y-4">
      <p className="rounded-control bg-sunken px-4 py-3 text-sm text-ink-soft">{visibilityHint}</p>
      {failure ? <Notice tone="error">{errorMessage(failure, t`That didn’t work.`)}</Notice> : null}
      {circle.households.length === 0 ? (
        <p className="text-ink-soft">
          <Trans>No households linked yet.</Trans>
        </p>
      ) : null}
      <ul className="divide-y divide-line">
        {circle.households.map(({ id, name }) => (
          <li key={id} className="flex items-center gap-3 py-2">
            <House aria-hidden="true" className="size-5 shrink-0 text-herb-ink" />
            <span className="min-w-0 flex-1 font-semibold break-words">{name}</span>
            {mayUnlink(id) ? (
              <Button
                variant="quiet"
                aria-label={t`Unlink ${name}`}
                busy={busyId === id}
                onClick={() => unlink.mutate({ params: { id: circle.id, householdId: id } })}
              >
                <Trans>Unlink</Trans>
              </Button>
            ) : (
              <span className="text-sm text-ink-soft">
                <Trans>Linked</Trans>
              </span>
            )}
          </li>
        ))}
        {linkable.map(({ id, name }) => (
          <li key={id} className="space-y-2 py-2">
            <div className="flex items-center gap-3">
              <House aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
              <span className="min-w-0 flex-1 break-words">{name}</span>
              <Button
                aria-label={t`Link ${name}`}
                busy={busyId === id}
                onClick={() => link.mutate({ params: { id: circle.id, householdId: id } })}
              >
                <Trans>Link</Trans>
              </Button>
            </div>
            <QuotaNotice name="linkedCircles" householdId={id} />
          </li>
        ))}
      </ul>
    </div>
  )
}
