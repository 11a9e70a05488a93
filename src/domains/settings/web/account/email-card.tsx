import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { User } from '#domains/account/contract/index.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangeEmail } from '../api/profile.ts'
import { SmallForm } from './small-form.tsx'

/** Results of the mailed link. */
const fromMail: Record<string, { tone: 'success' | 'error'; words: string }> = {
  changed: { tone: 'success', words: t`Your email address was changed.` },
  expired: { tone: 'error', words: t`That link has expired or has already been used. Request a new one here.` },
}

export function EmailCard({ me, mailResult }: { me: User; mailResult?: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  const [pending, setPending] = useState<string | null>(null)
  const told = mailResult === undefined ? undefined : fromMail[mailResult]
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
      {isOpen ? <ChangeEmail onPending={setPending} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

function ChangeEmail({ onPending, onClose }: { onPending: (email: string | null) => void; onClose: () => void }) {
  const form = useForm({ fieldsOf: () => ({ email: '', password: '' }) })
  const change = useChangeEmail()
  const save = form.submit(
    async (body) => {
      onPending(null)
      const { state } = await change.mutateAsync({ body })
      if (state === 'pending') onPending(body.email.trim())
      onClose()
    },
    () => t`Couldn’t change your email address.`,
  )
  return (
    <SmallForm label={t`Change address`} busyLabel={t`Saving...`} form={form} onSubmit={save} onCancel={onClose}>
      <TextInput
        label={t`New email address`}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...form.field('email')}
      />
      <PasswordInput label={t`Your password`} autoComplete="current-password" required {...form.field('password')} />
    </SmallForm>
  )
}
