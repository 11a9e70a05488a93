import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloudUpload } from 'lucide-react'

/** Marks a row with a change that waits on this device. */
export const UnsyncedMark = () => (
  <span title={t`Waiting to sync`} className="inline-flex shrink-0 align-middle text-soon-ink">
    <CloudUpload aria-hidden="true" className="size-4" />
    <span className="sr-only">
      <Trans>Waiting to sync</Trans>
    </span>
  </span>
)
