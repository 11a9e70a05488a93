import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Notice } from '../ui/notice.tsx'
import { useSyncState } from './use-sync-session.ts'

/** Whether the server is known to be unreachable. */
export const useIsOffline = (): boolean => useSyncState(null).offlineSince !== null

/**
 * Disables the controls in it while the server can't be reached, and says why, unless `isQuiet`: something near it does. They return by
 * themselves.
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
      {/* Its controls are disabled with it. */}
      <fieldset disabled={isOffline} className="contents">
        {children}
      </fieldset>
    </>
  )
}
