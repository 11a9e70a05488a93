import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState } from 'react'
import { startSession } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { signUp } from '../api/auth.ts'
import { AuthFrame, AuthLink } from '../sign-in/auth-frame.tsx'
import { findMissing, useAuthForm } from '../sign-in/use-auth-form.ts'

const empty = { firstName: '', lastName: '', email: '', password: '', confirmPassword: '' }
const missingMessages: Record<keyof typeof empty, string> = {
  firstName: t`Enter your first name.`,
  lastName: t`Enter your last name.`,
  email: t`Enter your email.`,
  password: t`Choose a password.`,
  confirmPassword: t`Enter the password again.`,
}
const minPasswordLength = 6
const redirectMs = 2000

interface SignupPageProps {
  /** Whether this account becomes the server admin. */
  isFirst?: boolean
  /** Other ways to sign in. */
  others?: ReactNode
  onEntered: () => void
  onConfirmationNeeded: () => void
}

export function SignupPage({ isFirst = false, others, onEntered, onConfirmationNeeded }: SignupPageProps) {
  const { values, field, message, isBusy, submit } = useAuthForm(empty)
  const [created, setCreated] = useState(false)

  useEffect(() => {
    if (!created) return
    const timer = setTimeout(onEntered, redirectMs)
    return () => clearTimeout(timer)
  }, [created, onEntered])

  const check = () => {
    if (values.password !== values.confirmPassword) return { text: t`Passwords do not match`, focus: 'confirmPassword' } as const
    if (values.password.length < minPasswordLength)
      return { text: t`Password must be at least 6 characters long`, focus: 'password' } as const
    return null
  }
  const create = submit(
    () => findMissing(values, missingMessages) ?? check(),
    async () => {
      if (created) return
      const { firstName, lastName, email, password } = values
      const outcome = await signUp({ firstName: firstName.trim(), lastName: lastName.trim(), email: email.trim(), password })
      if (outcome === 'confirm') return onConfirmationNeeded()
      startSession(outcome.token, true)
      setCreated(true)
    },
    t`Registration failed`,
  )

  return (
    <AuthFrame
      title={isFirst ? t`Welcome to Larder` : t`Create your account`}
      intro={isFirst ? t`Create the first account. You’ll be the server admin.` : t`Know what you have, and use it before it spoils.`}
      others={others}
      foot={
        <Trans>
          Already have an account? <AuthLink href="/login">Sign in</AuthLink>
        </Trans>
      }
    >
      <form noValidate className="space-y-5" onSubmit={create}>
        {message ? <Notice tone="error">{message.text}</Notice> : null}
        {created ? (
          <Notice tone="success" alert>
            <Trans>Account created successfully! Redirecting to dashboard...</Trans>
          </Notice>
        ) : null}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextInput label={t`First name`} autoComplete="given-name" maxLength={60} {...field('firstName')} />
          <TextInput label={t`Last name`} autoComplete="family-name" maxLength={60} {...field('lastName')} />
        </div>
        <TextInput
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <PasswordInput
          label={t`Password`}
          autoComplete="new-password"
          hint={t`At least 6 characters. A short sentence works well.`}
          {...field('password')}
        />
        <PasswordInput label={t`Confirm password`} autoComplete="new-password" {...field('confirmPassword')} />
        <Button
          type="submit"
          className="w-full text-lg"
          busy={isBusy || created}
          busyLabel={created ? t`Account created` : t`Creating account...`}
        >
          <Trans>Create account</Trans>
        </Button>
      </form>
    </AuthFrame>
  )
}
