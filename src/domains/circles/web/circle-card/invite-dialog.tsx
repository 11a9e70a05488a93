import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, Link2, Mail } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { errorMessage } from '#platform/web/api/call.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { copyText } from '#platform/web/ui/copy-text.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Skeleton } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import type { Circle } from '../../contract.ts'
import { useInvite, useRefreshCode } from '../api.ts'

export function CircleInviteDialog({ circle, onClose }: { circle: Circle | null; onClose: () => void }) {
  return (
    <Dialog
      open={circle !== null}
      onOpenChange={(open) => !open && onClose()}
      title={t`Invite members`}
      description={circle?.name}
      footer={
        <Button variant="quiet" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      {circle ? <Invite circle={circle} /> : null}
    </Dialog>
  )
}

const copy = async (text: string, done: string) => {
  if (await copyText(text)) toast.done(done)
  else toast.fail(t`Couldn’t copy. Select the text and copy it manually.`)
}

function Invite({ circle }: { circle: Circle }) {
  const params = { id: circle.id }
  const code = useInvite()
  const mail = useInvite()
  const { field, control, reset, isSubmitting, failure, submit } = useForm({ fieldsOf: () => ({ email: '' }) })
  const email = useWatch({ control, name: 'email' })
  const refresh = useRefreshCode()
  const [sent, setSent] = useState<{ email: string; code: string } | null>(null)
  const { mutate } = code
  useEffect(() => {
    // A new version may have a new code.
    if (circle.allowInvites && circle.version > 0) mutate({ params: { id: circle.id }, body: {} })
  }, [circle.id, circle.version, circle.allowInvites, mutate])

  const send = submit(
    async (body) => {
      const to = body.email.trim()
      if (to === '') return
      const { code: sentCode } = await mail.mutateAsync({ params, body: { email: to } })
      setSent({ email: to, code: sentCode })
      reset()
    },
    () => t`Couldn’t send the invitation.`,
  )

  if (!circle.allowInvites)
    return (
      <Notice tone="info">
        <Trans>Invites are disabled for this circle. An admin can enable them in its settings.</Trans>
      </Notice>
    )
  return (
    <div className="space-y-6">
      <section className="space-y-2" aria-label={t`Circle code`}>
        <p className="text-sm text-ink-soft">
          <Trans>Anyone with this code or link can join right away.</Trans>
        </p>
        <div className="rounded-control border border-line bg-paper p-3 sm:p-4">
          <p className="text-sm font-semibold text-ink-soft">
            <Trans>Circle code</Trans>
          </p>
          {code.data ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <code className="figures font-sans text-2xl font-semibold whitespace-nowrap select-all max-sm:text-xl">{code.data.code}</code>
              <span className="flex">
                <IconButton
                  label={t`Copy circle code`}
                  icon={<Copy aria-hidden="true" />}
                  onClick={() => void copy(code.data.code, t`Circle code copied.`)}
                />
                <IconButton
                  label={t`Copy circle link`}
                  icon={<Link2 aria-hidden="true" />}
                  onClick={() => void copy(circleLink(code.data.code), t`Circle link copied.`)}
                />
              </span>
              {circle.role === 'ADMIN' ? (
                <Button
                  variant="plain"
                  className="ms-auto"
                  busy={refresh.isPending}
                  onClick={() =>
                    refresh.mutateAsync({ params }).then(
                      () => {
                        mutate({ params, body: {} })
                        toast.done(t`The old code and its links no longer work.`)
                      },
                      (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t change the code.`)),
                    )
                  }
                >
                  <Trans>New code</Trans>
                </Button>
              ) : null}
            </div>
          ) : code.error ? (
            <Notice tone="error">{errorMessage(code.error, t`Couldn’t load the code.`)}</Notice>
          ) : (
            <Skeleton className="h-9 w-44" />
          )}
        </div>
      </section>
      <form noValidate className="space-y-3" onSubmit={send}>
        <TextInput
          label={t`Email address`}
          type="email"
          autoComplete="off"
          hint={t`They’ll get a single-use link that expires in two weeks.`}
          before={<Mail aria-hidden="true" />}
          {...field('email')}
        />
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        {sent ? (
          <Notice tone="success">
            <span className="break-all">
              <Trans>Invitation sent to {sent.email}.</Trans>
            </span>{' '}
            <button
              type="button"
              className="font-semibold underline"
              onClick={() => void copy(circleLink(sent.code), t`Invitation link copied.`)}
            >
              <Trans>Copy its link</Trans>
            </button>
          </Notice>
        ) : null}
        <Button type="submit" variant="quiet" busy={isSubmitting} busyLabel={t`Sending...`} disabled={email.trim() === ''}>
          <Trans>Send invitation</Trans>
        </Button>
      </form>
    </div>
  )
}

const circleLink = (code: string): string => `${location.origin}/circles#code=${encodeURIComponent(code)}`
