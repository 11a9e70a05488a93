import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { UseFormRegister } from 'react-hook-form'
import { useActiveHousehold } from '#domains/households/web/index.ts'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextArea } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useJoinLink } from '../api.ts'
import { describeEnd } from './describe-end.ts'
import { NoCircle, type OwnSide, OwnSideFields, useOwnSide } from './own-side-fields.tsx'

export function AcceptDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const side = useOwnSide(useActiveHousehold()?.name ?? '')
  return (
    <Dialog
      open={open}
      onOpenChange={(shown) => !shown && onClose()}
      title={t`Enter an invitation`}
      description={t`From a household on another Larder`}
    >
      {side ? <AcceptForm side={side} onClose={onClose} /> : <NoCircle />}
    </Dialog>
  )
}

const resolver = createFormResolver(({ circleId, ownName, invitation }: OwnSide & { invitation: string }) => {
  const wrong = {
    ...(ownName.trim() === '' ? { ownName: t`Enter a name.` } : {}),
    ...(invitation.includes('larder-link=') ? {} : { invitation: t`Paste the whole text that they sent you.` }),
  }
  return Object.keys(wrong).length > 0 ? { wrong } : { sent: { circleId, ownName: ownName.trim(), invitation: invitation.trim() } }
})

function AcceptForm({ side, onClose }: { side: OwnSide; onClose: () => void }) {
  const join = useJoinLink()
  const { field, register, isSubmitting, failure, leave, submit } = useForm({
    fieldsOf: () => ({ ...side, invitation: '' }),
    resolver,
    onClose,
  })
  const send = submit(
    async (body) => {
      const { state, endedBy, name, host } = await join.mutateAsync({ body })
      if (state === 'ended') toast.fail(describeEnd(endedBy) ?? t`That invitation doesn’t work. Ask for a new one.`)
      else toast.done(name === null ? t`Larder will reach ${host ?? ''} as soon as it can.` : t`${name} must confirm now.`)
      onClose()
    },
    () => t`Couldn’t accept the invitation.`,
  )
  return (
    <form noValidate className="space-y-4" onSubmit={send}>
      <TextArea label={t`Their invitation`} autoComplete="off" spellCheck={false} maxLength={2000} {...field('invitation')} />
      <OwnSideFields register={register as unknown as UseFormRegister<OwnSide>} wrongName={field('ownName').error} />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <Button variant="quiet" onClick={leave}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit" busy={isSubmitting} busyLabel={t`Sending...`}>
          <Trans>Accept invitation</Trans>
        </Button>
      </div>
    </form>
  )
}
