import { t } from '@lingui/core/macro'
import 'sonner/dist/styles.css'
import { type CSSProperties, useEffect } from 'react'
import { Toaster } from 'sonner'

export { toast as show } from 'sonner'

// Inline, because the library's own rules are more specific.
const colors: CSSProperties & Record<`--${string}`, string> = {
  '--normal-bg': 'var(--ink)',
  '--normal-border': 'var(--ink)',
  '--normal-text': 'var(--paper)',
  '--width': '25rem',
}

/** The toast region: above the bottom bars on a phone, else at the left, away from a row's buttons and a dialog's. `onReady` runs once it can show toasts. */
export default function ToastRegion({ onReady }: { onReady: () => void }) {
  useEffect(onReady, [onReady])
  return (
    <Toaster
      position="bottom-left"
      offset={{ bottom: 24, left: 'calc(var(--rail) + 24px)' }}
      mobileOffset={{ bottom: 'calc(var(--bar) + var(--pinned) + 12px)', left: 12, right: 12 }}
      visibleToasts={1}
      swipeDirections={['left', 'right', 'bottom']}
      style={colors}
      containerAriaLabel={t`Messages`}
    />
  )
}
