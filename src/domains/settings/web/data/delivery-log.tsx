import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Delivery } from '../../contract/webhooks.ts'
import { useDeliveries } from '../api/data.ts'
import { ago } from './ago.ts'

const looks = {
  delivered: { tone: 'herb', words: t`Delivered` },
  waiting: { tone: 'soon', words: t`Waiting` },
  given_up: { tone: 'late', words: t`Not delivered` },
} as const

function outcome({ state, tries, status }: Delivery): string {
  if (tries === 0) return t`not sent yet`
  const heard = status === null ? t`no response` : t`status ${status}`
  return [heard, tries > 1 ? t`${tries} attempts` : null, state === 'waiting' ? t`will retry` : null].filter(Boolean).join(', ')
}

/** The latest messages to an address with their results. */
export function DeliveryLog({ householdId, webhookId }: { householdId: string; webhookId: string }) {
  const log = useDeliveries(householdId, webhookId)
  if (log.isPending) return <SkeletonRows rows={2} />
  if (!log.data)
    return <ErrorState error={log.error} fallback={t`Couldn’t load the log.`} busy={log.isFetching} onRetry={() => void log.refetch()} />
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      {log.data.length === 0 ? (
        <p className="py-1 text-sm text-ink-soft">
          <Trans>Nothing sent yet.</Trans>
        </p>
      ) : (
        <ul aria-label={t`Messages`} className="max-h-72 divide-y divide-line overflow-y-auto">
          {log.data.map((delivery) => {
            const { tone, words } = looks[delivery.state]
            return (
              <li key={delivery.id} className="flex flex-wrap items-center gap-x-3 gap-y-0.5 py-2 text-sm">
                <span className="min-w-32 flex-1 font-medium">{delivery.event}</span>
                <span className="text-ink-soft">
                  {ago(delivery.createdAt)}, {outcome(delivery)}
                </span>
                <Badge tone={tone}>{words}</Badge>
              </li>
            )
          })}
        </ul>
      )}
      <Button variant="plain" className="-ms-4" busy={log.isFetching} onClick={() => void log.refetch()}>
        <Trans>Refresh</Trans>
      </Button>
    </div>
  )
}
