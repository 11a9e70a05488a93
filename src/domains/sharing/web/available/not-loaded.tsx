import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'

interface Asked {
  readonly error: unknown
  /** It failed, and never came before. */
  readonly isLoadingError: boolean
  readonly isFetching: boolean
  readonly refetch: () => unknown
}

/** In place of a part of the page that is not there where it is empty: says so only if it could not be loaded. */
export function NotLoaded({ asked: { error, isLoadingError, isFetching, refetch }, title }: { asked: Asked; title: string }) {
  if (!isLoadingError) return null
  return (
    <Card flush>
      <ErrorState error={error} title={title} onRetry={() => void refetch()} busy={isFetching} className="py-6!" />
    </Card>
  )
}
