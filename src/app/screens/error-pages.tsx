import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PackageOpen } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link } from '#platform/web/ui/router.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t`Page not found`} />
      <Card>
        <EmptyState
          icon={PackageOpen}
          title={t`Nothing here`}
          action={
            <Link to="/" className={buttonClass()}>
              <Trans>Back to the dashboard</Trans>
            </Link>
          }
        >
          <Trans>This page doesn’t exist or has moved.</Trans>
        </EmptyState>
      </Card>
    </>
  )
}

/** A page that failed to render or load, within the app's frame. */
export function PageError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState
        title={t`This page couldn’t be opened`}
        error={error}
        fallback={t`Something went wrong. Try again, or reload the page if the problem continues.`}
        onRetry={onRetry}
      />
    </Card>
  )
}
