import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { goToProvider, providerFailure, takeProviderReturn } from '#domains/account/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { ErrorState } from '#platform/web/ui/load-states.tsx'
import { relativeTimeOrDate } from '#platform/web/ui/relative-time.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useConnectedProviders, useConnectProvider, useDisconnectProvider, useSignInMethods } from '../api/profile.ts'

/** Connects the account with the server's sign-in providers. Shows nothing if there are none. */
export function ProvidersCard() {
  const methods = useSignInMethods()
  const connected = useConnectedProviders()
  const disconnect = useDisconnectProvider()
  const isConnecting = useConnectionOnReturn()
  const [ending, setEnding] = useState<{ id: string; name: string } | null>(null)
  const [opening, setOpening] = useState<string | null>(null)
  const providers = methods.data?.providers ?? []
  if (providers.length === 0) return null

  const open = async (id: string) => {
    setOpening(id)
    try {
      await goToProvider(id, 'connect')
    } catch (error) {
      setOpening(null)
      toast.fail(errorMessage(error, t`Couldn’t open the sign-in provider.`))
    }
  }
  return (
    <Card className="space-y-4">
      <CardHeader title={t`Sign-in providers`} />
      <p className="text-ink-soft">
        <Trans>Connect an account that you have elsewhere, and sign in with it.</Trans>
      </p>
      {connected.isError ? (
        <ErrorState
          error={connected.error}
          fallback={t`Couldn’t load your connected accounts.`}
          busy={connected.isFetching}
          onRetry={() => void connected.refetch()}
        />
      ) : null}
      {connected.data ? (
        <ul className="divide-y divide-line border-y border-line">
          {providers.map(({ id, name }) => {
            const own = connected.data.find(({ provider }) => provider === id)
            return (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
                <div className="min-w-32 flex-1">
                  <p className="font-medium break-words">{name}</p>
                  <p className="text-sm text-ink-soft">
                    {own ? <Trans>Connected {relativeTimeOrDate(own.connectedAt)}</Trans> : <Trans>Not connected</Trans>}
                  </p>
                </div>
                {own ? (
                  <Button variant="quiet" onClick={() => setEnding({ id, name })} aria-label={t`Disconnect ${name}`}>
                    <Trans>Disconnect</Trans>
                  </Button>
                ) : (
                  <Button
                    variant="quiet"
                    busy={isConnecting || opening === id}
                    busyLabel={t`Connecting...`}
                    onClick={() => void open(id)}
                    aria-label={t`Connect ${name}`}
                  >
                    <Trans>Connect</Trans>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      ) : null}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(isOpen) => isOpen || setEnding(null)}
        title={t`Disconnect ${ending?.name ?? ''}?`}
        confirmLabel={t`Disconnect`}
        danger
        fallback={t`Couldn’t disconnect it.`}
        onConfirm={() => ending && disconnect.mutateAsync({ params: { provider: ending.id } })}
      >
        <Trans>You won’t be able to sign in with it anymore. Your account and your households stay.</Trans>
      </ConfirmDialog>
    </Card>
  )
}

/** Connects the account that the provider has just confirmed in this browser. Returns whether that is going on. */
function useConnectionOnReturn(): boolean {
  const { mutateAsync: connect, isPending } = useConnectProvider()
  useEffect(() => {
    const { provider, failure } = takeProviderReturn()
    if (failure !== null) toast.fail(providerFailure(failure))
    if (provider === null) return
    connect({}).then(
      () => toast.done(t`Connected.`),
      (error: unknown) => toast.fail(errorMessage(error, t`Couldn’t connect it.`)),
    )
  }, [connect])
  return isPending
}
