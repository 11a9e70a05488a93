import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox, PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { resetPassword } from '../api/auth.ts'
import { AuthFrame, AuthLink, authErrorMessage, focusField, onSubmit } from '../sign-in/auth-frame.tsx'

/** Sets a new password. `token` is from the mailed link; without it, the page explains how to get a link. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [endTokens, setEndTokens] = useState(true)
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)

  if (done) {
    return (
      <AuthFrame title={t`Your password is set`}>
        <Notice tone="success" alert>
          <Trans>Done. You’ve been signed out on all other devices.</Trans>
        </Notice>
        <a href="/login" className={buttonClass('primary', 'mt-6 w-full text-lg')}>
          <Trans>Sign in</Trans>
        </a>
      </AuthFrame>
    )
  }

  if (!token) {
    return (
      <AuthFrame title={t`This link no longer works`} intro={t`Reset links can be used once and expire after 15 minutes.`}>
        <p>
          <Trans>
            Go to <AuthLink href="/login">Sign in</AuthLink>, enter your email and choose “Forgot password?” to get a new link.
          </Trans>
        </p>
      </AuthFrame>
    )
  }

  const submit = async () => {
    setFailure(null)
    if (password.length < 6) {
      setFailure(t`Password must be at least 6 characters long`)
      return focusField('password')
    }
    if (password !== confirmation) {
      setFailure(t`Passwords do not match`)
      return focusField('confirmPassword')
    }
    setBusy(true)
    try {
      await resetPassword(password, token, endTokens)
      setDone(true)
    } catch (error) {
      setFailure(authErrorMessage(error, t`Your password couldn’t be set. Request a new link and try again.`))
    } finally {
      setBusy(false)
    }
  }

  return (
    <AuthFrame title={t`Set a new password`} intro={t`You’ll be signed out on all other devices.`}>
      <form noValidate className="space-y-5" onSubmit={onSubmit(() => !busy && void submit())}>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <PasswordInput
          label={t`New password`}
          name="password"
          autoComplete="new-password"
          hint={t`At least 6 characters. A short sentence works well.`}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordInput
          label={t`Confirm password`}
          name="confirmPassword"
          autoComplete="new-password"
          value={confirmation}
          onChange={(event) => setConfirmation(event.target.value)}
        />
        <Checkbox
          label={t`Revoke access tokens and calendar links`}
          checked={endTokens}
          onChange={(event) => setEndTokens(event.target.checked)}
        />
        <Button type="submit" className="w-full text-lg" busy={busy} busyLabel={t`Saving...`}>
          <Trans>Set new password</Trans>
        </Button>
      </form>
    </AuthFrame>
  )
}
