import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title={t`Page not found`} />
      <Card>
        <EmptyState
          icon={PackageOpen}
          title={t`Nothing on this shelf`}
          action={
            <Link to="/" className={buttonClass()}>
              <Trans>Go to the Dashboard</Trans>
            </Link>
          }
        >
          <Trans>There is no page at this address.</Trans>
        </EmptyState>
      </Card>
    </>
  )
}
