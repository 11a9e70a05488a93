import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useJoinHousehold } from '../api/index.ts'
import { QuotaNotice } from './quota-notice.tsx'

const resolver = createFormResolver((fields: { inviteCode: string }) => {
  const inviteCode = fields.inviteCode.trim().toUpperCase()
  return inviteCode === '' ? { wrong: { inviteCode: t`Enter the invite code you were given.` } } : { sent: { inviteCode } }
})

/** `invite` is the code of an invite link. */
export function JoinHousehold({ invite, onDone }: { invite: string | null; onDone: () => void }) {
  const { field, control, setValue, isSubmitting, failure, submit } = useForm({ fieldsOf: () => ({ inviteCode: '' }), resolver })
  const code = useWatch({ control, name: 'inviteCode' })
  const join = useJoinHousehold()
  const enter = submit(
    async (body) => {
      await join.mutateAsync({ body })
      onDone()
    },
    () => t`Failed to join household`,
  )

  useEffect(() => {
    if (invite) setValue('inviteCode', invite)
  }, [invite, setValue])

  return (
    <Card className={invite ? 'border-herb!' : ''}>
      <CardHeader title={t`Join a household`} />
      {invite ? (
        <p className="mt-1 text-ink-soft">
          <Trans>You’re invited to a household. Join to share its inventory.</Trans>
        </p>
      ) : null}
      <form noValidate className="mt-3 space-y-4" onSubmit={enter}>
        <TextInput
          label={t`Invite code`}
          required
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={32}
          style={{ textTransform: 'uppercase', letterSpacing: code ? '0.08em' : undefined }}
          hint={t`Only for households. Enter a circle’s code under Circles.`}
          placeholder="ACDE-FGHJ-KMNP"
          {...field('inviteCode')}
        />
        <QuotaNotice name="households" />
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <Button type="submit" variant={invite ? 'primary' : 'quiet'} className="w-full" busy={isSubmitting} busyLabel={t`Joining...`}>
          <Trans>Join</Trans>
        </Button>
      </form>
    </Card>
  )
}
