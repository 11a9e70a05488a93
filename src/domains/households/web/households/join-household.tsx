import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useJoinHousehold } from '../api/index.ts'
import { inviteInHash, takeInvite } from './invite-link.ts'
import { QuotaNotice } from './quota-notice.tsx'

const resolver = createFormResolver((fields: { inviteCode: string }) => {
  const inviteCode = fields.inviteCode.trim().toUpperCase()
  return inviteCode === '' ? { wrong: { inviteCode: t`Enter the invite code you were given.` } } : { sent: { inviteCode } }
})

export function JoinHousehold({ onDone }: { onDone: () => void }) {
  const { field, control, setValue, isSubmitting, failure, submit } = useForm({ fieldsOf: () => ({ inviteCode: '' }), resolver })
  const code = useWatch({ control, name: 'inviteCode' })
  const [invited, setInvited] = useState(false)
  const join = useJoinHousehold()
  const enter = submit(
    async (body) => {
      await join.mutateAsync({ body })
      onDone()
    },
    () => t`Failed to join household`,
  )

  useEffect(() => {
    const fill = (invite: string | null) => {
      if (!invite) return
      setValue('inviteCode', invite)
      setInvited(true)
    }
    fill(takeInvite('/households'))
    const follow = () => fill(inviteInHash(location.hash))
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [setValue])

  return (
    <Card className={invited ? 'border-herb!' : ''}>
      <CardHeader title={t`Join a household`} />
      {invited ? (
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
        <Button type="submit" variant={invited ? 'primary' : 'quiet'} className="w-full" busy={isSubmitting} busyLabel={t`Joining...`}>
          <Trans>Join</Trans>
        </Button>
      </form>
    </Card>
  )
}
