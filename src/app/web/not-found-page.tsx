import { Link } from '@tanstack/react-router'
import { PackageOpen } from 'lucide-react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { EmptyState } from '#platform/web/ui/states.tsx'

export function NotFoundPage() {
  return (
    <>
      <PageHeader title="Page not found" />
      <Card>
        <EmptyState
          icon={PackageOpen}
          title="Nothing on this shelf"
          action={
            <Link to="/" className={buttonClass()}>
              Go to the Dashboard
            </Link>
          }
        >
          There is no page at this address.
        </EmptyState>
      </Card>
    </>
  )
}
