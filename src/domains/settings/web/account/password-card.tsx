import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { ApiError, errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { Checkbox, PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useChangePassword, usePassingWords } from '../api/profile.ts'

const empty = { currentPassword: '', newPassword: '', again: '' }
type Field = keyof typeof empty

export function PasswordCard({ email }: { email: string }) {
  const [isOpen, setOpen] = useState(false)
  const [form, setForm] = useState(empty)
  const [endTokens, setEndTokens] = useState(true)
  const [differs, setDiffers] = useState(false)
  const [said, say] = usePassingWords()
  const change = useChangePassword()
  const problem = change.error instanceof ApiError ? change.error : null
  const set = (name: Field) => (event: { target: { value: string } }) => setForm({ ...form, [name]: event.target.value })
  const close = () => {
    setOpen(false)
    setForm(empty)
    setEndTokens(true)
    setDiffers(false)
    change.reset()
  }
  const submit = async () => {
    setDiffers(form.newPassword !== form.again)
    if (form.newPassword !== form.again) return
    const { currentPassword, newPassword } = form
    await change.mutateAsync({ body: { currentPassword, newPassword, endTokens } })
    close()
    say(t`Password changed. All other devices were signed out.`)
  }
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
      {said ? (
        <Notice tone="success" alert>
          {said}
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
          {/* Password managers want to know whose password it is. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t`Current password`}
            autoComplete="current-password"
            required
            value={form.currentPassword}
            error={problem?.field('currentPassword')}
            onChange={set('currentPassword')}
          />
          <PasswordInput
            label={t`New password`}
            hint={t`At least 6 characters. All other devices will be signed out.`}
            autoComplete="new-password"
            required
            value={form.newPassword}
            error={problem?.field('newPassword')}
            onChange={set('newPassword')}
          />
          <PasswordInput
            label={t`Confirm new password`}
            autoComplete="new-password"
            required
            value={form.again}
            error={differs ? t`Passwords do not match` : undefined}
            onChange={set('again')}
          />
          <Checkbox
            label={t`Revoke access tokens and calendar links`}
            hint={t`Programs that use them stop working until you give them new ones.`}
            checked={endTokens}
            onChange={(event) => setEndTokens(event.target.checked)}
          />
          {change.error && !problem?.problem?.fields ? (
            <Notice tone="error">{errorMessage(change.error, t`Couldn’t change your password.`)}</Notice>
          ) : null}
          <div className="flex flex-wrap gap-2">
            <Button type="submit" busy={change.isPending} busyLabel={t`Saving...`}>
              <Trans>Change password</Trans>
            </Button>
            <Button variant="plain" onClick={close}>
              <Trans>Cancel</Trans>
            </Button>
          </div>
        </form>
      ) : said ? null : (
        <p className="text-ink-soft">
          <Trans>A short sentence is easier to remember and harder to guess than a complicated word.</Trans>
        </p>
      )}
    </Card>
  )
}
