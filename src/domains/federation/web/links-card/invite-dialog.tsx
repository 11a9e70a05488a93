import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { OneTimeLink } from '#platform/web/ui/one-time-link.tsx'
import { useInviteLink } from '../api.ts'
import { NoCircle, type OwnSide, OwnSideFields, useOwnSide } from './own-side-fields.tsx'

export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const side = useOwnSide(useActiveHousehold()?.name ?? '')
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={t`Invite a household`}
      description={t`For friends who run their own Larder`}
    >
      {side ? <InviteForm side={side} onClose={onClose} /> : <NoCircle />}
    </Dialog>
  )
}

const resolver = createFormResolver(({ circleId, ownName }: OwnSide) =>
  ownName.trim() === '' ? { wrong: { ownName: t`Enter a name.` } } : { sent: { circleId, ownName: ownName.trim() } },
)

function InviteForm({ side, onClose }: { side: OwnSide; onClose: () => void }) {
  const invite = useInviteLink()
  const [invitation, setInvitation] = useState<string | null>(null)
  const { field, register, isSubmitting, failure, leave, submit } = useForm({ fieldsOf: () => side, resolver, onClose })
  const send = submit(
    async (body) => setInvitation((await invite.mutateAsync({ body })).invitation),
    () => t`Couldn’t create the invitation.`,
  )
  if (invitation !== null)
    return (
      <div className="space-y-4">
        <p className="text-ink-soft">
          <Trans>
            Send this text to the other household. They paste it in their own Larder, under Circles. It works once and expires after a week.
          </Trans>
        </p>
        <OneTimeLink
          isText
          address={t`In your own Larder, under Circles, choose “Enter an invitation” and paste this: ${invitation}`}
          label={t`Invitation for the other household`}
          title={t`Invitation to lend to each other`}
        />
        <Button variant="quiet" className="w-full" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      </div>
    )
  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      <OwnSideFields register={register} wrongName={field('ownName').error} />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Creating...`}>
          <Trans>Create invitation</Trans>
        </Button>
      </div>
    </form>
  )
}
