import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { Boxes, ChefHat, Clock, ListChecks, type LucideIcon, Refrigerator, ScanLine, TriangleAlert } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PastDue, useLiveStock } from '#domains/inventory/web/index.ts'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { ErrorState, RenderOnceLoaded, Skeleton } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link, type LinkProps } from '#platform/web/ui/router.tsx'
import type { ExpirationAnalytics } from '../../contract.ts'
import { useExpiration } from '../api/index.ts'
import { ExpiringSoon, RecentItems, recentLotsQuery } from '../dashboard/lot-cards.tsx'

// The list loads its own outbox, which is larger than this page.
const ListCount = lazy(async () => ({ default: (await import('#domains/shopping/web/index.ts')).ListCount }))
// Below the fold, so loaded later.
const StockFlowCard = lazy(async () => ({ default: (await import('../dashboard/stock-flow-card.tsx')).StockFlowCard }))

const StockQuestions = lazy(async () => ({ default: (await import('#domains/forecast/web/index.ts')).StockQuestions }))

const InstallOffer = lazy(() => import('../dashboard/install-offer.tsx'))
/** Minimum number of lots before the app offers to be installed. */
const minLotsForInstallOffer = 3

export function DashboardPage() {
  useLiveStock()
  // Starts the request at once, before the section is rendered.
  useQuery({ ...recentLotsQuery(), notifyOnChangeProps: [] })
  const { data, error, isFetching, retry } = useExpiration()
  return (
    <>
      <PageHeader isLarge title={t`Dashboard`} subtitle={t`Your intelligent kitchen companion`} />
      <div className="space-y-5">
        <QuickActions />
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_15rem]">
          <RenderOnceLoaded isKnown={data !== undefined || error !== null} className="space-y-5">
            {data && data.expiringSoonItems.length > 0 ? <ExpiringSoon lots={data.expiringSoonItems} /> : null}
            <RecentItems />
            <PastDue>
              <Suspense fallback={null}>
                <StockQuestions />
              </Suspense>
              <Suspense fallback={<Skeleton className="h-48" />}>
                <StockFlowCard />
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

interface QuickAction {
  to: NonNullable<LinkProps['to']>
  title: string
  line: string
  icon: LucideIcon
}

/** In the order of kitchen work: add, check, shop, cook. */
const actions: readonly QuickAction[] = [
  { to: '/scan', title: t`Scan Ingredients`, line: t`Add items with camera`, icon: ScanLine },
  { to: '/inventory', title: t`View Inventory`, line: t`See what you have`, icon: Refrigerator },
  { to: '/shopping-list', title: t`Shopping List`, line: t`What to buy`, icon: ListChecks },
  { to: '/recipes', title: t`Find Recipes`, line: t`Cook what you have`, icon: ChefHat },
]

/** The first action is the primary one. */
export function QuickActions() {
  return (
    <nav aria-label={t`Quick actions`}>
      <ul className={clsx('grid grid-cols-2 gap-3', actions.length > 2 && 'lg:grid-cols-4')}>
        {actions.map(({ to, title, line, icon: Icon }, index) => (
          <li key={title}>
            <Link
              to={to}
              className={clsx(
                'flex h-full gap-2 rounded-card border p-3 no-underline transition-colors duration-100 max-sm:flex-col sm:items-center sm:gap-3 sm:px-4 sm:py-5',
                index === 0
                  ? 'border-transparent bg-herb text-on-herb hover:bg-herb-strong'
                  : 'border-line bg-card text-ink hover:bg-hover',
              )}
            >
              <span
                className={clsx(
                  'flex size-9 shrink-0 items-center justify-center rounded-full sm:size-11',
                  index === 0 ? 'bg-on-herb/15' : 'bg-herb-soft text-herb-ink',
                )}
              >
                <Icon aria-hidden="true" className="size-5 sm:size-5.5" />
              </span>
              <span className="min-w-0">
                <span className="display block text-lg leading-snug">{title}</span>
                <span className={clsx('block text-xs sm:text-sm', index === 0 ? 'opacity-90' : 'text-ink-soft')}>{line}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
