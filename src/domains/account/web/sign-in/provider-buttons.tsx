import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api/call.ts'
import { supportsPasskeys } from '#platform/web/session/secure-context.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { providerFailure, takeProviderReturn } from '../api/provider-return.ts'
import { connectAtSignIn, enterFromProvider, goToProvider, readSignInMethods } from '../api/sign-in-providers.ts'
import { signInWithPasskey } from '../api/sign-in-with-passkey.ts'
import { authErrorMessage } from './auth-frame.tsx'

/** One button for each sign-in provider of this server, and the end of a sign-in at one. Shows nothing if there are none. */
export default function ProviderButtons({ onEntered }: { onEntered: () => void }) {
  const [providers, setProviders] = useState<{ id: string; name: string }[]>([])
  const [hasPassword, setHasPassword] = useState(true)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const enter = useRef(onEntered)
  enter.current = onEntered

  useEffect(() => {
    void readSignInMethods().then(
      (methods) => {
        setProviders(methods.providers)
        setHasPassword(methods.password)
      },
      // Passwords work without knowing more.
      () => {},
    )
    const back = takeProviderReturn()
    if (back.failure !== null) setFailure(providerFailure(back.failure))
    const { provider } = back
    if (provider === null) return
    setBusy(provider)
    enterFromProvider(provider).then(
      () => enter.current(),
      (error: unknown) => {
        if (error instanceof ApiError && error.code === 'connect_first') connectAtSignIn(provider)
        setBusy(null)
        setFailure(authErrorMessage(error, t`Login failed`))
      },
    )
  }, [])

  const open = async (id: string) => {
    setBusy(id)
    setFailure(null)
    try {
      await goToProvider(id)
    } catch (error) {
      setBusy(null)
      setFailure(authErrorMessage(error, t`Login failed`))
    }
  }
  const enterByPasskey = async () => {
    setFailure(null)
    try {
      if (await signInWithPasskey(true)) onEntered()
    } catch (error) {
      setFailure(authErrorMessage(error, t`Login failed`))
    }
  }
  if (providers.length === 0 && failure === null) return null
  return (
    <div className={`space-y-3 ${hasPassword ? 'mt-5' : 'mt-7'}`} data-only={hasPassword ? undefined : ''}>
      {hasPassword && providers.length > 0 ? (
        <p className="flex items-center gap-3 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Trans>or</Trans>
        </p>
      ) : null}
      {failure === null ? null : (
        <div ref={(element) => element?.scrollIntoView({ block: 'center' })}>
          <Notice tone="error" alert>
            {failure}
          </Notice>
        </div>
      )}
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant={hasPassword ? 'quiet' : 'primary'}
          className="w-full"
          busy={busy === id}
          busyLabel={t`Opening ${name}...`}
          onClick={() => void open(id)}
        >
          <Trans>Continue with {name}</Trans>
        </Button>
      ))}
      {!hasPassword && supportsPasskeys() ? (
        <Button variant="quiet" className="w-full" onClick={() => void enterByPasskey()}>
          <Trans>Use a passkey</Trans>
        </Button>
      ) : null}
    </div>
  )
}
