import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Delivery } from '../../contract/webhooks.ts'
import { useDeliveries } from '../api/data.ts'
import { ago } from './ago.ts'

const looks = {
  delivered: { tone: 'herb', words: 'Delivered' },
  waiting: { tone: 'soon', words: 'Waiting' },
  given_up: { tone: 'late', words: 'Given up' },
} as const

function outcome({ state, tries, status }: Delivery): string {
  if (tries === 0) return 'not sent yet'
  const heard = status === null ? 'no answer' : `answered ${status}`
  return `${heard}${tries > 1 ? `, ${tries} tries` : ''}${state === 'waiting' ? ', will be tried again' : ''}`
}

/** What was sent to one address lately, and what became of it. */
export function DeliveryLog({ householdId, webhookId }: { householdId: string; webhookId: string }) {
  const log = useDeliveries(householdId, webhookId)
  if (log.isPending) return <SkeletonRows rows={2} />
  if (!log.data)
    return <ErrorState error={log.error} fallback="The log did not load." busy={log.isFetching} onRetry={() => void log.refetch()} />
  return (
    <div className="rounded-control bg-sunken px-3 py-2">
      {log.data.length === 0 ? (
        <p className="py-1 text-sm text-ink-soft">Nothing was sent yet.</p>
      ) : (
        <ul aria-label="Messages" className="max-h-72 divide-y divide-line overflow-y-auto">
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
      <Button variant="plain" className="-ml-4" busy={log.isFetching} onClick={() => void log.refetch()}>
        Refresh
      </Button>
    </div>
  )
}
