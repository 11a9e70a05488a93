import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRef, useState } from 'react'
import { ApiError, errorMessage, request } from '#platform/web/api/call.ts'
import { useMutation } from '#platform/web/api/query-cache.ts'
import { supportsPasskeys } from '#platform/web/session/secure-context.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { PasswordInput } from '#platform/web/ui/form-fields.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useMe } from '../api/me.ts'
import { requestPasskey } from '../api/sign-in-with-passkey.ts'

/** Checks the password, or a passkey if it is null. Returns false if the user dismissed the passkey prompt. Throws `ApiError`. */
async function reauthenticate(password: string | null): Promise<boolean> {
  const passkey = password === null ? await requestPasskey() : null
  if (password === null && passkey === null) return false
  await request('POST', '/api/users/reauthenticate', { body: password === null ? { passkey } : { password } })
  return true
}

/** Prompts for the password or a passkey. `onDone` receives whether the server accepted it. */
export default function RecentAuthForm({ onDone }: { onDone: (isAccepted: boolean) => void }) {
  const [password, setPassword] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const me = useMe().data
  const reauthentication = useMutation({ mutationFn: reauthenticate })
  const passwordError = reauthentication.error instanceof ApiError ? reauthentication.error.field('password') : undefined
  const send = (typedPassword: string | null) =>
    reauthentication.mutate(typedPassword, {
      onSuccess: (isAccepted) => {
        if (isAccepted) onDone(true)
      },
      onError: () => input.current?.focus(),
    })
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => isOpen || onDone(false)}
      title={t`Confirm it’s you`}
      description={t`You entered your password a while ago. Enter it again to continue.`}
      size="small"
      initialFocus={input}
    >
      <form
        noValidate
        className="space-y-4"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Keeps a dialog underneath open.
          event.nativeEvent.stopPropagation()
          onDone(false)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (!reauthentication.isPending) send(password)
        }}
      >
        {/* For password managers. */}
        <input type="text" name="username" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
        <PasswordInput
          ref={input}
          label={t`Your password`}
          autoComplete="current-password"
          required
          value={password}
          error={passwordError}
          onChange={(event) => setPassword(event.target.value)}
        />
        {reauthentication.error && passwordError === undefined ? (
          <Notice tone="error">{errorMessage(reauthentication.error, t`That didn’t work. Try again.`)}</Notice>
        ) : null}
        <div className="flex flex-col gap-2 sm:flex-row-reverse sm:justify-start">
          <Button type="submit" busy={reauthentication.isPending}>
            <Trans>Confirm</Trans>
          </Button>
          {supportsPasskeys() ? (
            <Button variant="quiet" onClick={() => reauthentication.isPending || send(null)}>
              <Trans>Use a passkey</Trans>
            </Button>
          ) : null}
          <Button variant="plain" onClick={() => onDone(false)}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
