import { t } from '@lingui/core/macro'
import { Inbox, Send } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { useBorrow } from '../api.ts'
import { sortOpenFirst } from './request-format.ts'
import { RequestRow } from './request-row.tsx'

const empty: Record<'my' | 'incoming', { title: string; words: ReactNode }> = {
  my: { title: t`No requests yet`, words: t`Requests you send appear here.` },
  incoming: { title: t`No incoming requests`, words: t`Requests for items your household shares appear here.` },
}

/** The household's requests, or those of others to it. */
export function Requests({ type }: { type: 'my' | 'incoming' }) {
  const requests = useBorrow(type)
  if (requests.isPending) return <Waiting />
  if (!requests.data) return <Failed error={requests.error} busy={requests.isFetching} onRetry={() => void requests.refetch()} />
  if (requests.data.length === 0)
    return (
      <Card>
        <EmptyState
          icon={type === 'my' ? Send : Inbox}
          title={empty[type].title}
          action={
            <Link to={type === 'my' ? '/available' : '/circles'} className={buttonClass('primary')}>
              {type === 'my' ? t`Find items` : t`Go to Circles`}
            </Link>
          }
        >
          {empty[type].words}
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {sortOpenFirst(requests.data).map((request) => (
          <RequestRow key={request.id} request={request} />
        ))}
      </ul>
    </Card>
  )
}

const Waiting = () => (
  <Card flush>
    <SkeletonRows rows={4} />
  </Card>
)

function Failed({ error, busy, onRetry }: { error: unknown; busy: boolean; onRetry: () => void }) {
  return (
    <Card>
      <ErrorState error={error} fallback={t`Failed to fetch data`} busy={busy} onRetry={onRetry} />
    </Card>
  )
}
