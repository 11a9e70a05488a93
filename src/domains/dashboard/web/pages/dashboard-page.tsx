import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Boxes, Clock, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PastDue, useLiveStock } from '#domains/inventory/web/index.ts'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { ErrorState, RenderOnceLoaded, Skeleton } from '#platform/web/ui/states.tsx'
import type { ExpirationAnalytics } from '../../contract.ts'
import { useExpiration } from '../api.ts'
import { ExpiringSoon, RecentItems, recent } from '../dashboard/lot-cards.tsx'
import { QuickActions } from '../dashboard/quick-actions.tsx'

// The list loads its own outbox, which is larger than this page.
const ListCount = lazy(async () => ({ default: (await import('#domains/shopping/web/index.ts')).ListCount }))
// Below the fold, so loaded later.
const KitchenFlow = lazy(async () => ({ default: (await import('../dashboard/kitchen-flow.tsx')).KitchenFlow }))

const InstallOffer = lazy(() => import('../dashboard/install-offer.tsx'))
/** Minimum number of lots before the app offers to be installed. */
const minLotsForInstallOffer = 3

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
              <Suspense fallback={null}>{data && data.totalActive >= minLotsForInstallOffer ? <InstallOffer /> : null}</Suspense>
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

/** The kitchen's key figures, in color only when something needs attention. */
function KitchenStats({ figures }: { figures: ExpirationAnalytics | undefined }) {
  const loading = figures === undefined
  return (
    <section aria-label={t`Kitchen Stats`}>
      <h2 className="display mb-3 text-xl">
        <Trans>Kitchen Stats</Trans>
      </h2>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-1">
        <StatCard label={t`Total Items`} value={figures?.totalActive} icon={Boxes} loading={loading} />
        <StatCard label={t`Expiring Soon`} value={figures?.expiringSoon} icon={Clock} tone="soon" loading={loading} />
        <StatCard label={t`Expired`} value={figures?.expired} icon={TriangleAlert} tone="late" loading={loading} />
        <Suspense fallback={<StatCard label={t`Shopping List Items`} value={null} loading />}>
          <ListCount />
        </Suspense>
      </div>
    </section>
  )
}
