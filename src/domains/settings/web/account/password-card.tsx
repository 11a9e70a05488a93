import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useSavedNotice } from '#platform/web/forms/saved-notice.tsx'
import { createFormResolver, useForm } from '#platform/web/forms/use-form.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Checkbox, PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { useChangePassword } from '../api/profile.ts'
import { SmallForm } from './small-form.tsx'

export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [savedNotice, showSavedNotice] = useSavedNotice()
  return (
    <Card className="space-y-4">
      <CardHeader
        title={t`Password`}
        aside={
          isOpen ? null : (
            <Button variant="quiet" onClick={() => setOpen(true)}>
              <Trans>Change</Trans>
            </Button>
          )
        }
      />
      {savedNotice}
      {isOpen ? (
        <ChangePassword
          email={email}
          onDone={() => {
            setOpen(false)
            showSavedNotice(t`Password changed. All other devices were signed out.`)
          }}
          onCancel={() => setOpen(false)}
        />
      ) : savedNotice ? null : (
        <p className="text-ink-soft">
          <Trans>A short sentence is easier to remember and harder to guess than a complicated word.</Trans>
        </p>
      )}
    </Card>
  )
}

const blank = { currentPassword: '', newPassword: '', again: '', endTokens: true }
const resolver = createFormResolver(({ again, ...sent }: typeof blank) =>
  again === sent.newPassword ? { sent } : { wrong: { again: t`Passwords do not match` } },
)

function ChangePassword({ email, onDone, onCancel }: { email: string; onDone: () => void; onCancel: () => void }) {
  const form = useForm({ fieldsOf: () => blank, resolver })
  const change = useChangePassword()
  const save = form.submit(
    async (body) => {
      await change.mutateAsync({ body })
      onDone()
    },
    () => t`Couldn’t change your password.`,
  )
  return (
    <SmallForm label={t`Change password`} busyLabel={t`Saving...`} form={form} onSubmit={save} onCancel={onCancel}>
      {/* Password managers want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordInput label={t`Current password`} autoComplete="current-password" required {...form.field('currentPassword')} />
      <PasswordInput
        label={t`New password`}
        hint={t`At least 6 characters. All other devices will be signed out.`}
        autoComplete="new-password"
        required
        {...form.field('newPassword')}
      />
      <PasswordInput label={t`Confirm new password`} autoComplete="new-password" required {...form.field('again')} />
      <Checkbox
        label={t`Revoke access tokens and calendar links, end tablets`}
        hint={t`Programs that use them stop working until you give them new ones. Tablets have to be paired again.`}
        {...form.register('endTokens')}
      />
    </SmallForm>
  )
}
