import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { TextInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { verifySecondStep } from '../api/auth.ts'
import { AuthFrame, authErrorMessage } from './auth-frame.tsx'
import { useAuthForm } from './use-auth-form.ts'

/** Errors that end the sign-in: it starts over with the password. */
const restartCodes = ['invalid_two_factor_cookie', 'too_many_attempts_request_new_code']

/** The second step of a sign-in. `onBack` starts over and receives the error, if any. */
export function SecondStepForm({
  challenge,
  rememberMe,
  onEntered,
  onBack,
}: {
  challenge: string
  rememberMe: boolean
  onEntered: () => void
  onBack: (error: string | null) => void
}) {
  const [method, setMethod] = useState<'app' | 'recovery'>('app')
  const { values, set, field, message, setMessage, isBusy, submit } = useAuthForm({ code: '' })
  const input = useRef<HTMLInputElement>(null)
  const isApp = method === 'app'
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other code is typed next
  useEffect(() => input.current?.focus(), [method])

  const enter = submit(
    () => (values.code.trim() ? null : { focus: 'code' }),
    async () => {
      try {
        await verifySecondStep(challenge, method, values.code, rememberMe)
        onEntered()
      } catch (error) {
        if (error instanceof ApiError && restartCodes.includes(error.code)) return onBack(authErrorMessage(error, t`Login failed`))
        set({ code: '' })
        input.current?.focus()
        throw error
      }
    },
    t`Login failed`,
  )
  return (
    <AuthFrame
      title={t`One more step`}
      intro={isApp ? t`Enter the code from your authenticator app.` : t`Enter one of your saved recovery codes. Each works only once.`}
    >
      <form noValidate className="space-y-5" onSubmit={enter}>
        {message ? <Notice tone="error">{message.text}</Notice> : null}
        <TextInput
          ref={input}
          label={isApp ? t`Code` : t`Recovery code`}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={isApp ? 8 : 20}
          {...field('code')}
        />
        <Button type="submit" className="w-full text-lg" busy={isBusy} busyLabel={t`Signing in...`}>
          <Trans>Sign in</Trans>
        </Button>
        <div className="flex flex-wrap justify-between gap-x-4">
          <Button
            variant="plain"
            className="-ms-4"
            onClick={() => {
              setMethod(isApp ? 'recovery' : 'app')
              set({ code: '' })
              setMessage(null)
            }}
          >
            {isApp ? t`Use a recovery code` : t`Use authenticator app`}
          </Button>
          <Button variant="plain" className="-me-4" onClick={() => onBack(null)}>
            <Trans>Start over</Trans>
          </Button>
        </div>
      </form>
    </AuthFrame>
  )
}
