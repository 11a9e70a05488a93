import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useJoinHousehold } from '../api/index.ts'
import { inviteInHash, takeInvite } from './invite-link.ts'
import { QuotaNotice } from './quota-notice.tsx'

export function JoinHousehold({ onDone }: { onDone: () => void }) {
  const [code, setCode] = useState('')
  const [invited, setInvited] = useState(false)
  const [missing, setMissing] = useState(false)
  const join = useJoinHousehold()

  useEffect(() => {
    const fill = (invite: string | null) => {
      if (!invite) return
      setCode(invite)
      setInvited(true)
    }
    fill(takeInvite('/households'))
    const follow = () => fill(inviteInHash(location.hash))
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  return (
    <Card className={invited ? 'border-herb!' : ''}>
      <CardHeader title={t`Join a household`} />
      {invited ? (
        <p className="mt-1 text-ink-soft">
          <Trans>You’re invited to a household. Join to share its inventory.</Trans>
        </p>
      ) : null}
      <form
        noValidate
        className="mt-3 space-y-4"
        onSubmit={(event) => {
          event.preventDefault()
          const inviteCode = code.trim().toUpperCase()
          setMissing(inviteCode === '')
          if (inviteCode !== '' && !join.isPending) join.mutateAsync({ body: { inviteCode } }).then(onDone, () => {})
        }}
      >
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
          value={code}
          error={missing ? t`Enter the invite code you were given.` : undefined}
          onChange={(event) => setCode(event.target.value)}
        />
        <QuotaNotice name="households" />
        {join.error ? <Notice tone="error">{errorMessage(join.error, t`Failed to join household`)}</Notice> : null}
        <Button type="submit" variant={invited ? 'primary' : 'quiet'} className="w-full" busy={join.isPending} busyLabel={t`Joining...`}>
          <Trans>Join</Trans>
        </Button>
      </form>
    </Card>
  )
}
