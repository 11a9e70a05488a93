import { t } from '@lingui/core/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { PastDue, useLiveStock } from '#domains/inventory/web/index.ts'
import { Card } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { ErrorState, RenderOnceLoaded, Skeleton } from '#platform/web/ui/states.tsx'
import { useExpiration } from '../api.ts'
import { ExpiringSoon } from '../dashboard/expiring-soon.tsx'
import { KitchenStats } from '../dashboard/kitchen-stats.tsx'
import { QuickActions } from '../dashboard/quick-actions.tsx'
import { RecentItems, recent } from '../dashboard/recent-items.tsx'

// Below the fold, so loaded later.
const KitchenFlow = lazy(async () => ({ default: (await import('../dashboard/kitchen-flow.tsx')).KitchenFlow }))

const InstallOffer = lazy(() => import('../dashboard/install-offer.tsx'))
/** Households with more lots no longer see the introduction. */
const firstItems = 3

export function DashboardPage() {
  useLiveStock()
  // Starts the request at once, before the section is rendered.
  useQuery({ ...recent(), notifyOnChangeProps: [] })
  const { data, error, isFetching, retry } = useExpiration()
  return (
    <>
      <PageHeader title={t`Dashboard`} subtitle={t`Your intelligent kitchen companion`} />
      <div className="space-y-5">
        <QuickActions />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_15rem]">
          <RenderOnceLoaded isKnown={data !== undefined || error !== null} className="space-y-5">
            {data && data.expiringSoonItems.length > 0 ? <ExpiringSoon lots={data.expiringSoonItems} /> : null}
            <RecentItems />
            <PastDue>
              <Suspense fallback={<Skeleton className="h-48" />}>
                <KitchenFlow />
              </Suspense>
              <Suspense fallback={null}>{data && data.totalActive >= firstItems ? <InstallOffer /> : null}</Suspense>
            </PastDue>
          </RenderOnceLoaded>
          {error ? (
            <Card flush>
              <ErrorState error={error} title={t`Couldn’t load the statistics`} onRetry={retry} busy={isFetching} />
            </Card>
          ) : (
            <KitchenStats figures={data} />
          )}
        </div>
      </div>
    </>
  )
}
