import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Inbox, PackageSearch, Send, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useBorrow, useLiveSharing, useShareable } from '../api.ts'
import { AvailableGrid } from '../available/available-grid.tsx'
import { Offers } from '../available/offers.tsx'
import { ShareDialog } from '../available/share-dialog.tsx'
import { Debts } from '../borrow/debts.tsx'
import { sortOpenFirst } from '../borrow/request-format.ts'
import { RequestRow } from '../borrow/request-row.tsx'

const tabs = ['available', 'my', 'incoming'] as const
type Tab = (typeof tabs)[number]

export function BorrowPage() {
  useLiveSharing()
  const mayShare = useHasRole('MEMBER')
  const navigate = useNavigate()
  const search: { tab?: unknown; share?: unknown } = useSearch({ strict: false })
  const incoming = useBorrow('incoming').data?.filter(({ status }) => status === 'PENDING').length ?? 0
  const tab = tabs.find((one) => one === search.tab) ?? 'available'
  const show = (next: { tab?: Tab | undefined; share?: true | undefined }) => void navigate({ to: '/borrow', search: next, replace: true })
  const isSharing = search.share !== undefined
  // Hides the icons on a phone to fit the labels.
  const isWide = useIsWide()
  return (
    <>
      <PageHeader
        title={t`Borrow & Share`}
        subtitle={t`Borrow what you need and share what you can spare.`}
        actions={
          mayShare ? (
            <Button variant="quiet" icon={<Share2 aria-hidden="true" className="size-5" />} onClick={() => show({ tab, share: true })}>
              <Trans>Share items</Trans>
            </Button>
          ) : null
        }
      />
      <div className="space-y-5">
        <Debts />
        <Tabs<Tab>
          label={t`Borrow & Share`}
          wraps
          value={tab}
          onChange={(next) => show({ tab: next })}
          items={[
            { value: 'available', label: t`Available Items`, ...(isWide && { icon: PackageSearch }), panel: <Available /> },
            { value: 'my', label: t`My Requests`, ...(isWide && { icon: Send }), panel: <Requests type="my" /> },
            {
              value: 'incoming',
              label: (
                <>
                  <Trans>Incoming Requests</Trans>
                  {incoming > 0 ? (
                    <span className="figures inline-flex min-w-5.5 justify-center rounded-full bg-soon px-1.5 text-xs leading-5.5 text-ink">
                      {incoming}
                    </span>
                  ) : null}
                </>
              ),
              ...(isWide && { icon: Inbox }),
              panel: <Requests type="incoming" />,
            },
          ]}
        />
      </div>
      <ShareDialog open={isSharing} onClose={() => show({ tab })} />
    </>
  )
}

function Available() {
  const all = useShareable()
  return (
    <div className="space-y-5">
      <h2 className="sr-only">
        <Trans>Available Items</Trans>
      </h2>
      <Offers />
      {all.isPending ? (
        <Waiting />
      ) : all.items === undefined ? (
        <Failed error={all.error} busy={all.isFetching} onRetry={() => void all.refetch()} />
      ) : all.items.length === 0 ? (
        <Card>
          <EmptyState
            icon={PackageSearch}
            title={t`No items available`}
            action={
              <Link to="/circles" className={buttonClass('primary')}>
                <Trans>Go to Circles</Trans>
              </Link>
            }
          >
            <Trans>Food that friends in your circles mark as shared appears here.</Trans>
          </EmptyState>
        </Card>
      ) : (
        <AvailableGrid items={all.items} more={all.more} />
      )}
    </div>
  )
}

const empty: Record<'my' | 'incoming', { title: string; words: ReactNode }> = {
  my: { title: t`No requests yet`, words: t`Requests you send appear here.` },
  incoming: { title: t`No incoming requests`, words: t`Requests for items your household shares appear here.` },
}

function Requests({ type }: { type: 'my' | 'incoming' }) {
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
