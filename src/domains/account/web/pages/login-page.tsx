import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { supportsPasskeys } from '#platform/web/session/secure-context.ts'
import { takeSignOutNotice } from '#platform/web/session/session.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Checkbox, PasswordInput, TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { requestPasswordReset, signIn } from '../api/auth.ts'
import { signInWithPasskey } from '../api/sign-in-with-passkey.ts'
import { AuthFrame, AuthLink, authErrorMessage, focusField, onSubmit } from '../sign-in/auth-frame.tsx'
import { SecondStepForm } from '../sign-in/second-step-form.tsx'

type Message = { tone: 'error' | 'success'; text: string } | null

/** Returns the outcome of a confirmation mail's link. */
function confirmationMessage(search: URLSearchParams): Message {
  if (search.has('error'))
    return { tone: 'error', text: t`That link has expired or has already been used. Sign in and we’ll send a new one.` }
  return search.get('confirmed') === '1' ? { tone: 'success', text: t`Your email is confirmed. Sign in to get started.` } : null
}

const initialMessage = (): Message => {
  const text = takeSignOutNotice()
  return text ? { tone: 'error', text } : confirmationMessage(new URLSearchParams(location.search))
}

const failure = (error: unknown, fallback: string): Message => ({ tone: 'error', text: authErrorMessage(error, fallback) })

/** The state and the actions of the sign-in form. `challenge` is set while a code is required. */
function useLogin(onEntered: () => void) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(true)
  const [busy, setBusy] = useState(false)
  const [challenge, setChallenge] = useState<string | null>(null)
  const [missing, setMissing] = useState<{ email?: string; password?: string }>({})
  const [message, setMessage] = useState(initialMessage)

  const submit = async () => {
    const found = {
      ...(email.trim() ? {} : { email: t`Enter your email.` }),
      ...(password ? {} : { password: t`Enter your password.` }),
    }
    setMissing(found)
    setMessage(null)
    const first = Object.keys(found)[0]
    if (first) return focusField(first)
    setBusy(true)
    try {
      const next = await signIn({ email: email.trim(), password, rememberMe })
      setChallenge(next)
      if (next === null) onEntered()
    } catch (error) {
      setMessage(failure(error, t`Login failed`))
    } finally {
      setBusy(false)
    }
  }

  const signInByPasskey = async () => {
    setMissing({})
    setMessage(null)
    try {
      if (await signInWithPasskey(rememberMe)) onEntered()
    } catch (error) {
      setMessage(failure(error, t`Login failed`))
    }
  }

  const startOver = (text: string | null) => {
    setChallenge(null)
    setPassword('')
    setMessage(text === null ? null : { tone: 'error', text })
  }
  const fields = { email, setEmail, password, setPassword, rememberMe, setRememberMe, missing, setMissing, message, setMessage }
  return { ...fields, busy, challenge, submit, signInByPasskey, startOver }
}

export function LoginPage({ onEntered }: { onEntered: () => void }) {
  const form = useLogin(onEntered)
  const { email, password, rememberMe, missing, message, busy, challenge } = form

  const requestReset = async () => {
    form.setMissing({})
    if (!email.trim()) {
      form.setMessage({ tone: 'error', text: t`Please enter your email first` })
      return focusField('email')
    }
    form.setMessage(null)
    try {
      await requestPasswordReset(email.trim())
      form.setMessage({ tone: 'success', text: t`Check your email for reset link` })
    } catch (error) {
      form.setMessage(failure(error, t`Failed to send reset email`))
    }
  }

  if (challenge !== null)
    return <SecondStepForm challenge={challenge} rememberMe={rememberMe} onEntered={onEntered} onBack={form.startOver} />
  return (
    <AuthFrame
      title={t`Welcome back`}
      intro={t`Sign in to see what’s in your kitchen.`}
      foot={
        <Trans>
          New here? <AuthLink href="/signup">Create an account</AuthLink>
        </Trans>
      }
    >
      <form noValidate className="space-y-5" onSubmit={onSubmit(() => !busy && void form.submit())}>
        {message ? (
          <Notice tone={message.tone} alert>
            {message.text}
          </Notice>
        ) : null}
        <TextInput
          label={t`Email`}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          error={missing.email}
          onChange={(event) => form.setEmail(event.target.value)}
        />
        <PasswordInput
          label={t`Password`}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          error={missing.password}
          onChange={(event) => form.setPassword(event.target.value)}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox label={t`Remember me`} checked={rememberMe} onChange={(event) => form.setRememberMe(event.target.checked)} />
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
        <Button type="submit" className="w-full text-lg" busy={busy} busyLabel={t`Signing in...`}>
          <Trans>Sign in</Trans>
        </Button>
        {supportsPasskeys() ? (
          <Button variant="quiet" className="w-full" onClick={() => void form.signInByPasskey()}>
            <Trans>Use a passkey</Trans>
          </Button>
        ) : null}
      </form>
    </AuthFrame>
  )
}
