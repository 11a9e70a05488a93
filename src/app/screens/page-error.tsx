import { t } from '@lingui/core/macro'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState } from '#platform/web/ui/states.tsx'

/** A page that failed to render or load, within the app's frame. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Card>
      <ErrorState
        title={t`This page couldn’t be opened`}
        error={error}
        fallback={t`Something went wrong. Try again, or reload the page if the problem continues.`}
        onRetry={() => {
          reset()
          void router.invalidate()
        }}
      />
    </Card>
  )
}
