import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Smartphone } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { installOffer } from '#platform/web/session/install-prompt.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'

// Not deleted at sign-out: the answer belongs to the device.
const storageKey = 'larder-install'

function wasAnswered(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null
  } catch {
    // Without storage the question would come back each time.
    return true
  }
}

/** Offers to install Larder as an app where the browser supports it; asks once. */
export default function InstallOffer() {
  const offer = useSyncExternalStore(installOffer.watch, installOffer.get)
  const [done, setDone] = useState(wasAnswered)
  if (!offer || done) return null
  const close = () => {
    setDone(true)
    try {
      localStorage.setItem(storageKey, 'no')
    } catch {
      // Closed until the page is loaded again.
    }
  }
  return (
    <Card aria-label={t`Install Larder`}>
      <CardHeader title={t`Add Larder to your home screen`} icon={Smartphone} />
      <p className="mt-1 text-ink-soft">
        <Trans>Open it with one tap, and use the shopping list in the store even offline.</Trans>
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button
          onClick={() => {
            close()
            void offer.prompt()
          }}
        >
          <Trans>Install</Trans>
        </Button>
        <Button variant="plain" onClick={close}>
          <Trans>Not now</Trans>
        </Button>
      </div>
    </Card>
  )
}
