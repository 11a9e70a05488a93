import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PartyPopper } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/field.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import { useAlertActions, useAlerts } from '../api.ts'
import { AlertCard } from './alert-card.tsx'

/**
 * Shows the household's alerts with counters, a filter and actions.
 * @param aside content of the second column; on narrow screens it is below, and hidden until the alerts have loaded so that it doesn't jump
 */
export function AlertsPanel({ aside }: { aside: ReactNode }) {
  const [onlyOpen, setOnlyOpen] = useState(true)
  const [isResolving, setResolving] = useState(false)
  const { list, counts } = useAlerts(onlyOpen)
  const { resolve, remove, resolveAll } = useAlertActions()
  const alerts = list.data?.pages.flatMap((page) => page.alerts)
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
        <Card flush>
          <h2 className="sr-only">
            <Trans>Alerts</Trans>
          </h2>
          <div className="flex min-h-15 flex-wrap items-center justify-between gap-x-2 gap-y-1 border-b border-line px-4 py-1.5 sm:px-5">
            <Checkbox label={t`Show unresolved only`} checked={onlyOpen} onChange={(event) => setOnlyOpen(event.target.checked)} />
            {open > 0 && alerts ? (
              <Button
                variant="quiet"
                className="px-3.5!"
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
          ) : alerts.length === 0 ? (
            <EmptyState icon={PartyPopper} title={t`No alerts`}>
              <Trans>You're all caught up! No alerts to show.</Trans>
            </EmptyState>
          ) : (
            <>
              <ul aria-label={t`Alerts`} className="divide-y divide-line">
                {alerts.map((alert) => (
                  <AlertCard key={alert.id} alert={alert} onResolve={() => void resolve(alert.id)} onRemove={() => void remove(alert.id)} />
                ))}
              </ul>
              <ShowMore list={list} />
            </>
          )}
        </Card>
      </div>
      <div className={list.isPending ? 'max-lg:hidden' : ''}>{aside}</div>
    </div>
  )
}
