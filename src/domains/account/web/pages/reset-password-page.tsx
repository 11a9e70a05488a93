import { useState } from 'react'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { PasswordInput } from '#platform/web/ui/field.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { resetPassword } from '../api/sign-in.ts'
import { DoorFrame, DoorLink, doorSentence, focusField, onSubmit } from '../components/door-frame.tsx'

/** `token` comes from the mailed link; without one there is nothing to set a password with. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)

  if (done) {
    return (
      <DoorFrame title="Your password is set">
        <Notice tone="success" alert>
          Done. You were signed out everywhere else.
        </Notice>
        <a href="/login" className={buttonClass('primary', 'mt-6 w-full text-lg')}>
          Sign in
        </a>
      </DoorFrame>
    )
  }

  if (!token) {
    return (
      <DoorFrame title="This link is used up" intro="A reset link works once and only for a while.">
        <p>
          Go to <DoorLink href="/login">Sign in</DoorLink>, enter your email and choose “Forgot password?” to get a new one.
        </p>
      </DoorFrame>
    )
  }

  const submit = async () => {
    setFailure(null)
    if (password.length < 6) {
      setFailure('Password must be at least 6 characters long')
      return focusField('password')
    }
    if (password !== again) {
      setFailure('Passwords do not match')
      return focusField('confirmPassword')
    }
    setBusy(true)
    try {
      await resetPassword(password, token)
      setDone(true)
    } catch (error) {
      setFailure(doorSentence(error, 'The password could not be set. Ask for a new link and try again.'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <DoorFrame title="Set a new password" intro="You will be signed out on all other devices.">
      <form noValidate className="space-y-5" onSubmit={onSubmit(() => !busy && void submit())}>
        {failure ? <Notice tone="error">{failure}</Notice> : null}
        <PasswordInput
          label="New password"
          name="password"
          autoComplete="new-password"
          hint="At least 6 characters; a sentence is good."
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordInput
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          value={again}
          onChange={(event) => setAgain(event.target.value)}
        />
        <Button type="submit" className="w-full text-lg" busy={busy} busyLabel="Saving...">
          Set new password
        </Button>
      </form>
    </DoorFrame>
  )
}
