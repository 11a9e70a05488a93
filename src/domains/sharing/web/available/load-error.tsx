import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState } from '#platform/web/ui/load-states.tsx'

interface FailableQuery {
  readonly error: unknown
  /** The first load failed. */
  readonly isLoadingError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** Stands in for a section that is hidden when empty: shows an error only if the first load failed. */
export function LoadError({ query: { error, isLoadingError, isFetching, refetch }, title }: { query: FailableQuery; title: string }) {
  if (!isLoadingError) return null
  return (
    <Card flush>
      <ErrorState error={error} title={title} onRetry={() => void refetch()} busy={isFetching} className="py-6!" />
    </Card>
  )
}
