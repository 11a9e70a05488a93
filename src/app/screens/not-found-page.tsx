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
