import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from './button.tsx'
import { ErrorState } from './load-states.tsx'

interface Pages {
  readonly error: unknown
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly isFetchNextPageError: boolean
  readonly fetchNextPage: () => unknown
}

/** Reports that the next page failed to load, with a retry button. The rows above stay. */
export function ShowMoreFailed({ list: { error, isFetchingNextPage, fetchNextPage } }: { list: Pages }) {
  return (
    <ErrorState
      title={t`Couldn’t load the rest`}
      error={error}
      onRetry={() => void fetchNextPage()}
      busy={isFetchingNextPage}
      className="py-6!"
    />
  )
}

/** The end of a paged list; empty if there are no more pages. */
export function ShowMore({ list }: { list: Pages }) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  if (!hasNextPage) return null
  if (isFetchNextPageError) return <ShowMoreFailed list={list} />
  return (
    <div className="border-t border-line p-3 text-center">
      <Button variant="plain" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </div>
  )
}
