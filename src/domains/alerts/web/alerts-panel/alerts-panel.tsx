import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AlarmClock, PartyPopper } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { Alert } from '../../contract.ts'
import { resolveAll, useAlerts } from '../api/index.ts'
import { UseSoonCard } from '../use-soon/use-soon-card.tsx'
import { AlertCard } from './alert-card.tsx'
import { groupAlerts, splitSnoozed } from './group-alerts.ts'

/**
 * Shows the household's alerts with counters, a filter and actions, and `aside` in a second column: on a phone behind a tab, on a tablet
 * below, where it is hidden until the alerts have loaded so that it doesn't jump. The open tab is in the URL.
 */
export function AlertsPanel({ aside, asideLabel }: { aside: ReactNode; asideLabel: string }) {
  const tab = useSearch()['tab'] === 'mine' ? 'mine' : 'alerts'
  const [onlyOpen, setOnlyOpen] = useState(true)
  const alerts = <Alerts onlyOpen={onlyOpen} onOnlyOpen={setOnlyOpen} />
  const isWide = useIsWide()
  const isLoading = useAlerts(true).list.isPending
  if (!isWide) {
    return (
      <Tabs
        label={t`Alerts & Notifications`}
        value={tab}
        onChange={(next) => navigate({ to: '/notifications', search: next === 'alerts' ? {} : { tab: next }, replace: true })}
        items={[
          { value: 'alerts', label: t`Alerts`, panel: alerts },
          { value: 'mine', label: asideLabel, panel: aside },
        ]}
      />
    )
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      {alerts}
      <div className={isLoading ? 'max-lg:hidden' : ''}>{aside}</div>
    </div>
  )
}

function Alerts({ onlyOpen, onOnlyOpen }: { onlyOpen: boolean; onOnlyOpen: (onlyOpen: boolean) => void }) {
  const [isResolving, setResolving] = useState(false)
  // The checkbox answers at once, the list follows.
  const { list, counts } = useAlerts(useDeferredValue(onlyOpen))
  // Kept while they don't change, as are the groups below, so that no card renders again.
  const alerts = useMemo(() => list.data?.pages.flatMap((page) => page.alerts), [list.data])
  const open = counts.data?.unresolved ?? 0
  return (
    <div className="space-y-3 sm:space-y-5">
      <Counters figures={counts.data} isLoading={counts.isPending} />
      {alerts ? <UseSoonCard alerts={alerts} /> : null}
      <Card flush>
        <h2 className="sr-only">
          <Trans>Alerts</Trans>
        </h2>
        <div className="flex min-h-13 flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-1 sm:px-5">
          <Checkbox label={t`Show unresolved only`} checked={onlyOpen} onChange={(event) => onOnlyOpen(event.target.checked)} />
          {open > 0 && alerts ? (
            <Button
              variant="quiet"
              className="px-3.5! max-sm:px-2! max-sm:text-sm!"
              busy={isResolving}
              busyLabel={t`Resolving...`}
              onClick={() => {
                setResolving(true)
                void resolveAll().finally(() => setResolving(false))
              }}
            >
              <Trans>Resolve All</Trans>
            </Button>
          ) : null}
        </div>
        {alerts === undefined ? (
          list.isPending ? (
            <SkeletonRows rows={4} />
          ) : (
            <ErrorState
              error={list.error}
              title={t`Failed to fetch alerts`}
              fallback={t`Try again.`}
              onRetry={() => {
                void list.refetch()
                void counts.refetch()
              }}
              busy={list.isFetching}
            />
          )
        ) : (
          <AlertList alerts={alerts} list={list} />
        )}
      </Card>
    </div>
  )
}

function Counters({ figures, isLoading }: { figures: ReturnType<typeof useAlerts>['counts']['data']; isLoading: boolean }) {
  const isWide = useIsWide()
  const counters = [
    { label: t`Total Alerts`, value: figures?.total },
    { label: t`Unresolved`, value: figures?.unresolved, tone: 'soon' as const },
    { label: t`Resolved`, value: figures?.resolved },
  ]
  if (isWide) {
    return (
      <div className="grid grid-cols-3 gap-3">
        {counters.map((counter) => (
          <StatCard key={counter.label} {...counter} loading={isLoading} />
        ))}
      </div>
    )
  }
  return (
    <dl className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
      {counters.map(({ label, value }) => (
        <div key={label} className="flex gap-1.5">
          <dt>{label}</dt>
          <dd className="figures font-semibold text-ink">{value ?? '…'}</dd>
        </div>
      ))}
    </dl>
  )
}

function AlertList({ alerts, list }: { alerts: readonly Alert[]; list: ReturnType<typeof useAlerts>['list'] }) {
  const { shown, snoozed } = useMemo(() => splitSnoozed(alerts), [alerts])
  return (
    <>
      {shown.length > 0 ? (
        <Cards label={t`Alerts`} alerts={shown} />
      ) : list.hasNextPage ? null : (
        <EmptyState icon={PartyPopper} title={t`No alerts`}>
          <Trans>You're all caught up! No alerts to show.</Trans>
        </EmptyState>
      )}
      <ShowMore list={list} />
      {snoozed.length > 0 ? <Snoozed alerts={snoozed} /> : null}
    </>
  )
}

function Cards({ label, alerts }: { label: string; alerts: readonly Alert[] }) {
  const groups = useMemo(() => groupAlerts(alerts), [alerts])
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {groups.map((group) => (
        <AlertCard key={group[0]?.id} alerts={group} />
      ))}
    </ul>
  )
}

/** Snoozed alerts, folded away. */
const Snoozed = ({ alerts }: { alerts: readonly Alert[] }) => (
  <details className="border-t border-line">
    <summary className="flex min-h-11 cursor-pointer items-center gap-2 px-4 text-sm font-semibold text-ink-soft sm:px-5">
      <AlarmClock aria-hidden="true" className="size-4.5" />
      {plural(alerts.length, { one: '# snoozed alert', other: '# snoozed alerts' })}
    </summary>
    <Cards label={t`Snoozed alerts`} alerts={alerts} />
  </details>
)
