import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { supportsPasskeys } from '#platform/web/session/secure-context.ts'
import { takeSignOutNotice } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox, PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { requestPasswordReset, signIn } from '../api/auth.ts'
import { signInWithPasskey } from '../api/sign-in-with-passkey.ts'
import { AuthFrame, AuthLink } from '../sign-in/auth-frame.tsx'
import { SecondStepForm } from '../sign-in/second-step-form.tsx'
import { type AuthMessage, findMissing, useAuthForm } from '../sign-in/use-auth-form.ts'

/** Returns the outcome of a confirmation mail's link. */
function confirmationMessage(search: URLSearchParams): AuthMessage | null {
  if (search.has('error'))
    return { tone: 'error', text: t`That link has expired or has already been used. Sign in and we’ll send a new one.` }
  return search.get('confirmed') === '1' ? { tone: 'success', text: t`Your email is confirmed. Sign in to get started.` } : null
}

const initialMessage = (): AuthMessage | null => {
  const text = takeSignOutNotice()
  return text ? { tone: 'error', text } : confirmationMessage(new URLSearchParams(location.search))
}

export function LoginPage({ onEntered, others }: { onEntered: () => void; others?: ReactNode }) {
  const form = useAuthForm({ email: '', password: '', rememberMe: true }, initialMessage)
  const { values, set, field, message, isBusy } = form
  const { rememberMe } = values
  const email = values.email.trim()
  /** Set while a code is required. */
  const [challenge, setChallenge] = useState<string | null>(null)

  const submit = form.submit(
    () => findMissing(values, { email: t`Enter your email.`, password: t`Enter your password.` }),
    async () => {
      const next = await signIn({ ...values, email })
      setChallenge(next)
      if (next === null) onEntered()
    },
    t`Login failed`,
  )
  const enterByPasskey = async () => {
    if (await signInWithPasskey(rememberMe)) onEntered()
  }
  const requestReset = async () => {
    if (email === '') return form.reject({ text: t`Please enter your email first`, focus: 'email' })
    await form.send(async () => {
      await requestPasswordReset(email)
      form.setMessage({ tone: 'success', text: t`Check your email for reset link` })
    }, t`Failed to send reset email`)
  }
  const startOver = (text: string | null) => {
    setChallenge(null)
    set({ password: '' })
    form.setMessage(text === null ? null : { tone: 'error', text })
  }

  if (challenge !== null) return <SecondStepForm challenge={challenge} rememberMe={rememberMe} onEntered={onEntered} onBack={startOver} />
  return (
    <AuthFrame
      title={t`Welcome back`}
      intro={t`Sign in to see what’s in your kitchen.`}
      others={others}
      foot={
        <Trans>
          New here? <AuthLink href="/signup">Create an account</AuthLink>
        </Trans>
      }
    >
      <form noValidate className="space-y-5" onSubmit={submit}>
        {message ? (
          <Notice tone={message.tone} alert>
            {message.text}
          </Notice>
        ) : null}
        <TextInput
          label={t`Email`}
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...field('email')}
        />
        <PasswordInput label={t`Password`} autoComplete="current-password" {...field('password')} />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label={t`Remember me`} checked={rememberMe} onChange={(event) => set({ rememberMe: event.target.checked })} />
          <a
            href="/login"
            className="inline-flex min-h-11 items-center font-semibold text-herb-ink underline decoration-herb/40 underline-offset-4 hover:decoration-current"
            onClick={(event) => {
              event.preventDefault()
              void requestReset()
            }}
          >
            <Trans>Forgot password?</Trans>
          </a>
        </div>
        <Button type="submit" className="w-full text-lg" busy={isBusy} busyLabel={t`Signing in...`}>
          <Trans>Sign in</Trans>
        </Button>
        {supportsPasskeys() ? (
          <Button variant="quiet" className="w-full" onClick={() => void form.send(enterByPasskey, t`Login failed`)}>
            <Trans>Use a passkey</Trans>
          </Button>
        ) : null}
      </form>
    </AuthFrame>
  )
}
