import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#domains/account/contract/index.ts'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangeEmail } from '../api/profile.ts'

/** Results of the mailed link. */
const fromMail: Record<string, { tone: 'success' | 'error'; words: string }> = {
  changed: { tone: 'success', words: t`Your email address was changed.` },
  expired: { tone: 'error', words: t`That link has expired or has already been used. Request a new one here.` },
}

export function EmailCard({ me, mailResult }: { me: User; mailResult?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState<string | null>(null)
  const change = useChangeEmail()
  const problem = change.error instanceof ApiError ? change.error : null
  const told = mailResult === undefined ? undefined : fromMail[mailResult]
  const submit = async () => {
    setPending(null)
    const { state } = await change.mutateAsync({ body: { email, password } })
    setOpen(false)
    setPassword('')
    setEmail('')
    if (state === 'pending') setPending(email.trim())
  }
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Email address`}
        aside={
          isOpen ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              <Trans>Change</Trans>
            </Button>
          )
        }
      />
      <p className="break-all">{me.email}</p>
      {told && !isOpen && pending === null ? <Notice tone={told.tone}>{told.words}</Notice> : null}
      {pending ? (
        <Notice tone="info">
          <Trans>We’ve sent a link to {pending}. Open it within an hour to change your address.</Trans>
        </Notice>
      ) : null}
      {isOpen ? (
        <form
          noValidate
          className="space-y-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (!change.isPending) submit().catch(() => {})
          }}
        >
          <TextInput
            label={t`New email address`}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={email}
            error={problem?.field('email')}
            onChange={(event) => setEmail(event.target.value)}
          />
          <PasswordInput
            label={t`Your password`}
            autoComplete="current-password"
            required
            value={password}
            error={problem?.field('password')}
            onChange={(event) => setPassword(event.target.value)}
          />
          {change.error && !problem?.problem?.fields ? (
            <Notice tone="error">{errorMessage(change.error, t`Couldn’t change your email address.`)}</Notice>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={change.isPending} busyLabel={t`Saving...`}>
              <Trans>Change address</Trans>
            </Button>
            <Button variant="plain" onClick={() => setOpen(false)}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </form>
      ) : null}
    </Card>
  )
}
