import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Check, CircleAlert, CircleCheck, Info, type LucideIcon, OctagonAlert, PartyPopper, Trash2, TriangleAlert } from 'lucide-react'
import { type ReactNode, use, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { AddToListContext } from '#domains/inventory/web/index.ts'
import { Badge, type Tone } from '#platform/web/ui/badge.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card, StatCard } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { RelativeTime } from '#platform/web/ui/relative-time.tsx'
import { ShowMore } from '#platform/web/ui/show-more.tsx'
import { type Alert, type Severity, severities } from '../../contract.ts'
import { useAlertActions, useAlerts } from '../api/index.ts'

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
                {groupAlerts(alerts).map((group) => (
                  <AlertCard
                    key={group[0]?.id}
                    alerts={group}
                    onResolve={() => {
                      for (const { id } of group) void resolve(id)
                    }}
                    onRemove={() => {
                      for (const { id } of group) void remove(id)
                    }}
                  />
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

const severityStyles: Record<Severity, { tone: Tone; icon: LucideIcon; label: string }> = {
  critical: { tone: 'late', icon: OctagonAlert, label: t`Critical` },
  high: { tone: 'soon', icon: TriangleAlert, label: t`High` },
  medium: { tone: 'sky', icon: CircleAlert, label: t`Medium` },
  low: { tone: 'stone', icon: Info, label: t`Low` },
}

const rank = ({ severity }: Pick<Alert, 'severity'>) => severities.indexOf(severity)

/** Groups open alerts by ingredient, the most urgent first. Resolved alerts stay single, newest first. */
export function groupAlerts(alerts: readonly Alert[]): readonly Alert[][] {
  const open = Map.groupBy(
    alerts.filter(({ isResolved }) => !isResolved),
    ({ ingredient }) => ingredient.id,
  )
  const groups = [...open.values()].map((group) => group.toSorted((a, b) => rank(a) - rank(b)))
  return [
    ...groups.toSorted(([a], [b]) => (a && b ? rank(a) - rank(b) : 0)),
    ...alerts.filter(({ isResolved }) => isResolved).map((alert) => [alert]),
  ]
}

interface CardProps {
  /** About one ingredient, the most urgent first. */
  alerts: readonly Alert[]
  onResolve: () => void
  onRemove: () => void
}

export function AlertCard({ alerts, onResolve, onRemove }: CardProps) {
  const [first] = alerts
  if (!first) return null
  const { title, severity, ingredient, isResolved, createdAt } = first
  const lotId = alerts.find((alert) => alert.lotId !== null)?.lotId ?? null
  const { tone, icon, label } = severityStyles[severity]
  const heading = alerts.length === 1 ? title : ingredient.name
  return (
    <li className="flex items-start gap-3 px-4 py-3 sm:px-5">
      <IngredientGlyph name={ingredient.name} category={ingredient.category} />
      <div className="min-w-0 flex-1">
        <h3 className="display text-lg leading-snug break-words">
          {lotId ? (
            <Link to="/inventory" search={{ item: lotId }} className="text-ink no-underline hover:underline">
              {heading}
            </Link>
          ) : (
            heading
          )}
        </h3>
        {alerts.map(({ id, message }) => (
          <p key={id} className="mt-0.5 break-words text-ink-soft">
            {message}
          </p>
        ))}
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-soft">
          {isResolved ? (
            <Badge tone="herb" icon={CircleCheck}>
              <Trans>Resolved</Trans>
            </Badge>
          ) : (
            <Badge tone={tone} icon={icon}>
              {label}
            </Badge>
          )}
          <RelativeTime at={createdAt} />
        </p>
        {isResolved ? null : <AlertActions lotId={lotId} ingredient={ingredient} />}
      </div>
      <div className="-me-2 flex shrink-0 max-sm:flex-col">
        {isResolved ? null : (
          <IconButton label={t`Mark as resolved`} icon={<Check className="size-5" aria-hidden="true" />} onClick={onResolve} />
        )}
        <IconButton label={t`Delete alert`} variant="danger" icon={<Trash2 className="size-5" aria-hidden="true" />} onClick={onRemove} />
      </div>
    </li>
  )
}

const actionClass = buttonClass('plain', 'px-2! py-1! text-sm!')

/** What to do about it. */
function AlertActions({ lotId, ingredient }: Pick<Alert, 'lotId' | 'ingredient'>) {
  const mayChange = useHasRole('MEMBER')
  const addToList = use(AddToListContext)
  if (!mayChange) return null
  return (
    <p className="-mx-2 mt-0.5 flex flex-wrap gap-x-1">
      {lotId ? (
        <>
          <Link to="/inventory" search={{ item: lotId, act: 'use' }} className={actionClass}>
            <Trans>Use</Trans>
          </Link>
          <Link to="/inventory" search={{ item: lotId, act: 'move' }} className={actionClass}>
            <Trans>Move</Trans>
          </Link>
          <Link to="/inventory" search={{ item: lotId, act: 'discard' }} className={actionClass}>
            <Trans>Discard</Trans>
          </Link>
        </>
      ) : null}
      {addToList ? (
        <button type="button" onClick={() => addToList(ingredient)} className={actionClass}>
          <Trans>Add to list</Trans>
        </button>
      ) : null}
    </p>
  )
}
