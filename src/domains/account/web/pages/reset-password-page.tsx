import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Checkbox, PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { resetPassword } from '../api/auth.ts'
import { AuthFrame, AuthLink } from '../sign-in/auth-frame.tsx'
import { useAuthForm } from '../sign-in/use-auth-form.ts'

/** Sets a new password. `token` is from the mailed link; without it, the page explains how to get a link. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const { values, set, field, message, isBusy, submit } = useAuthForm({ password: '', confirmPassword: '', endTokens: true })
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

  const check = () => {
    if (values.password.length < 6) return { text: t`Password must be at least 6 characters long`, focus: 'password' } as const
    if (values.password !== values.confirmPassword) return { text: t`Passwords do not match`, focus: 'confirmPassword' } as const
    return null
  }
  const save = submit(
    check,
    async () => {
      await resetPassword(values.password, token, values.endTokens)
      setDone(true)
    },
    t`Your password couldn’t be set. Request a new link and try again.`,
  )

  return (
    <AuthFrame title={t`Set a new password`} intro={t`You’ll be signed out on all other devices.`}>
      <form noValidate className="space-y-5" onSubmit={save}>
        {message ? <Notice tone="error">{message.text}</Notice> : null}
        <PasswordInput
          label={t`New password`}
          autoComplete="new-password"
          hint={t`At least 6 characters. A short sentence works well.`}
          {...field('password')}
        />
        <PasswordInput label={t`Confirm password`} autoComplete="new-password" {...field('confirmPassword')} />
        <Checkbox
          label={t`Revoke access tokens and calendar links, end tablets`}
          checked={values.endTokens}
          onChange={(event) => set({ endTokens: event.target.checked })}
        />
        <Button type="submit" className="w-full text-lg" busy={isBusy} busyLabel={t`Saving...`}>
          <Trans>Set new password</Trans>
        </Button>
      </form>
    </AuthFrame>
  )
}
