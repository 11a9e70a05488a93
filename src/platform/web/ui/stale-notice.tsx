import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { errorMessage } from '../api/call.ts'
import { Button } from './button.tsx'
import { Notice } from './notice.tsx'

interface FetchedQuery {
  readonly error: unknown
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Reports that a refetch failed and the content shown may be out of date. */
export function StaleNotice({ of }: { of: readonly FetchedQuery[] }) {
  const failed = of.filter(({ error }) => error)
  if (failed.length === 0) return null
  return (
    <Notice tone="soon" className="mb-5">
      <p>
        <Trans>This may be out of date.</Trans> {errorMessage(failed[0]?.error, t`Couldn’t refresh.`)}
      </p>
      <Button
        variant="quiet"
        className="mt-2"
        busy={failed.some(({ isFetching }) => isFetching)}
        onClick={() => {
          for (const query of failed) void query.refetch()
        }}
      >
        <Trans>Try Again</Trans>
      </Button>
    </Notice>
  )
}
