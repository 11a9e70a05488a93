import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useSyncState } from './use-sync-session.ts'

/** Whether the server is known to be unreachable. */
export const useIsOffline = (): boolean => useSyncState(null).offlineSince !== null

/**
 * Disables its controls while the server is unreachable and shows why. `isQuiet` hides the notice, for a screen that already shows one.
 */
export function NeedsServer({ isQuiet = false, children }: { isQuiet?: boolean; children: ReactNode }) {
  const isOffline = useIsOffline()
  return (
    <>
      {isOffline && !isQuiet ? (
        <Notice tone="soon" className="mb-5">
          <Trans>You’re offline. This works again once you’re online.</Trans>
        </Notice>
      ) : null}
      <fieldset disabled={isOffline} className="contents">
        {children}
      </fieldset>
    </>
  )
}
