import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { providerFailure, takeProviderReturn } from '../api/provider-return.ts'
import { connectAtSignIn, enterFromProvider, goToProvider, readSignInMethods } from '../api/sign-in-providers.ts'
import { authErrorMessage } from './auth-frame.tsx'
import type { AuthMessage } from './use-auth-form.ts'

export interface ProviderButtonsProps {
  onEntered: () => void
  onMessage: (message: AuthMessage | null) => void
  /** Runs if passwords aren't used on this server. */
  onNoPassword: () => void
}

/** One button for each sign-in provider of this server, and the end of a sign-in at one. Shows nothing if there are none. */
export default function ProviderButtons({ onEntered, onMessage, onNoPassword }: ProviderButtonsProps) {
  const [providers, setProviders] = useState<{ id: string; name: string }[]>([])
  const [hasPassword, setHasPassword] = useState(true)
  const [busy, setBusy] = useState<string | null>(null)
  const handlers = useRef({ onEntered, onMessage, onNoPassword })
  handlers.current = { onEntered, onMessage, onNoPassword }

  useEffect(() => {
    void readSignInMethods().then(
      (methods) => {
        setProviders(methods.providers)
        setHasPassword(methods.password)
        if (!methods.password) handlers.current.onNoPassword()
      },
      // Passwords work without knowing more.
      () => {},
    )
    const { provider, failure } = takeProviderReturn()
    if (failure !== null) handlers.current.onMessage({ tone: 'error', text: providerFailure(failure) })
    if (provider === null) return
    setBusy(provider)
    enterFromProvider(provider).then(
      () => handlers.current.onEntered(),
      (error: unknown) => {
        setBusy(null)
        if (error instanceof ApiError && error.code === 'connect_first') connectAtSignIn(provider)
        handlers.current.onMessage({ tone: 'error', text: authErrorMessage(error, t`Login failed`) })
      },
    )
  }, [])

  const open = async (id: string) => {
    setBusy(id)
    onMessage(null)
    try {
      await goToProvider(id)
    } catch (error) {
      setBusy(null)
      onMessage({ tone: 'error', text: authErrorMessage(error, t`Login failed`) })
    }
  }
  if (providers.length === 0) return null
  return (
    <div className="mt-5 space-y-3">
      {hasPassword ? (
        <p className="flex items-center gap-3 text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <Trans>or</Trans>
        </p>
      ) : null}
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
    </div>
  )
}
