import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { AlarmClock, PartyPopper } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import type { Alert } from '../../contract.ts'
import { resolveAll, useAlerts } from '../api/index.ts'
import { UseSoonCard } from '../use-soon/use-soon-card.tsx'
import { AlertCard } from './alert-card.tsx'
import { groupAlerts, splitSnoozed } from './group-alerts.ts'

/**
 * Shows the household's alerts with counters, a filter and actions.
 * @param aside content of the second column; on narrow screens it is below, and hidden until the alerts have loaded so that it doesn't jump
 */
export function AlertsPanel({ aside }: { aside: ReactNode }) {
  const [onlyOpen, setOnlyOpen] = useState(true)
  const [isResolving, setResolving] = useState(false)
  // The checkbox answers at once, the list follows.
  const { list, counts } = useAlerts(useDeferredValue(onlyOpen))
  // Kept while they don't change, as are the groups below, so that no card renders again.
  const alerts = useMemo(() => list.data?.pages.flatMap((page) => page.alerts), [list.data])
  const open = counts.data?.unresolved ?? 0
  const figures = counts.data
  const loading = counts.isPending

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
      <div className="space-y-5">
        <div className="grid grid-cols-3 gap-3">
          <StatCard label={t`Total Alerts`} value={figures?.total} loading={loading} className="max-sm:p-3!" />
          <StatCard label={t`Unresolved`} value={figures?.unresolved} tone="soon" loading={loading} className="max-sm:p-3!" />
          <StatCard label={t`Resolved`} value={figures?.resolved} loading={loading} className="max-sm:p-3!" />
        </div>
        {alerts ? <UseSoonCard alerts={alerts} /> : null}
        <Card flush>
          <h2 className="sr-only">
            <Trans>Alerts</Trans>
          </h2>
          <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 sm:px-5">
            <Checkbox label={t`Show unresolved only`} checked={onlyOpen} onChange={(event) => setOnlyOpen(event.target.checked)} />
            {open > 0 && alerts ? (
              <Button
                variant="quiet"
                className="px-3.5! max-sm:px-2.5!"
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
      <div className={list.isPending ? 'max-lg:hidden' : ''}>{aside}</div>
    </div>
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
