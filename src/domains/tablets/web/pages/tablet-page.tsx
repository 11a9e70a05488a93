import { Trans } from '@lingui/react/macro'
import { useEffect } from 'react'
import { KitchenScreen } from '../screen/kitchen-screen.tsx'
import { PairingScreen } from '../screen/pairing-screen.tsx'
import { useKitchen } from '../screen/use-kitchen.ts'
import { useWakeLock } from '../screen/use-wake-lock.ts'

/** A tablet on the fridge: a device without a person, paired with a household. */
export default function TabletPage() {
  const { state, refresh, restart } = useKitchen()
  useWakeLock()
  useEffect(() => {
    document.title = 'Larder'
  }, [])
  if (state.phase === 'unpaired') return <PairingScreen isDropped={state.isDropped} onPaired={restart} />
  if (state.phase === 'open') return <KitchenScreen kitchen={state.kitchen} isOffline={state.isOffline} refresh={refresh} />
  return (
    <main className="flex min-h-dvh items-center justify-center bg-paper p-6 text-center text-xl text-ink-soft">
      <p role="status">
        {state.isOffline ? <Trans>No connection to Larder. This page tries again by itself.</Trans> : <Trans>Loading...</Trans>}
      </p>
    </main>
  )
}
