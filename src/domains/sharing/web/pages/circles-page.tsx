import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowLeftRight, HeartHandshake, Plus, UserPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  CircleCard,
  CircleInviteDialog,
  CircleSettingsDialog,
  CirclesLinkedByOthers,
  CreateCircleDialog,
  JoinCircleDialog,
  refreshCirclesOnEvents,
  useCircles,
} from '#domains/circles/web/index.ts'
import { LinksCard } from '#domains/federation/web/index.ts'
import { takeInvite, useHasRole } from '#domains/households/web/index.ts'
import { nameKey } from '#platform/shared/name-key.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { headerButton, PageHeader } from '#platform/web/ui/page-header.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import { SearchBox } from '#platform/web/ui/search-box.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { toast } from '#platform/web/ui/toast.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useBorrow, useLiveSharing } from '../api.ts'
import { BorrowItemsDialog } from '../borrow/borrow-items-dialog.tsx'
import { ingredientOf, sortOpenFirst } from '../borrow/request-format.ts'
import { RequestsTable } from '../borrow/requests-table.tsx'

type Tab = 'circles' | 'requests'
type Open = { what: 'create' | 'join' | 'borrow' } | { what: 'invite' | 'settings'; id: string } | null

export function CirclesPage() {
  // Hides the tab icons on a phone to fit the labels.
  const isWide = useIsWide()
  useLiveSharing()
  useEffect(() => refreshCirclesOnEvents(), [])
  const address: { tab?: unknown } = useSearch()
  const tab: Tab = address.tab === 'requests' ? 'requests' : 'circles'
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<Open>(null)
  const [code, setCode] = useState('')
  const circles = useCircles()
  const requests = useBorrow()
  useEffect(() => {
    const follow = () => {
      const found = takeInvite('/circles')
      if (!found) return
      setCode(found)
      setOpen({ what: 'join' })
    }
    follow()
    window.addEventListener('hashchange', follow)
    return () => window.removeEventListener('hashchange', follow)
  }, [])

  const close = () => setOpen(null)
  const chosen = (what: 'invite' | 'settings') => (open?.what === what ? (circles.data?.find(({ id }) => id === open.id) ?? null) : null)
  const fits = (...texts: string[]) => texts.some((text) => nameKey(text).includes(nameKey(search))) || search.trim() === ''
  const shownCircles = (circles.data ?? []).filter(({ name, description }) => fits(name, description))
  const shownRequests = sortOpenFirst(requests.data ?? []).filter((one) =>
    fits(ingredientOf(one), one.requester.firstName, one.lender.firstName),
  )
  return (
    <>
      <PageHeader
        title={t`Circles`}
        hint={t`People you share food with.`}
        actions={
          <>
            <Button
              variant="quiet"
              icon={<UserPlus aria-hidden="true" className="size-5" />}
              onClick={() => setOpen({ what: 'join' })}
              className="max-sm:w-11 max-sm:px-0!"
            >
              <span className="max-sm:sr-only">
                <Trans>Join</Trans>
              </span>
            </Button>
            <Button
              icon={<Plus aria-hidden="true" className="size-5" />}
              onClick={() => setOpen({ what: 'create' })}
              className={headerButton}
            >
              <Trans>Create Circle</Trans>
            </Button>
          </>
        }
      />
      <div className="space-y-4">
        <SearchBox
          value={search}
          onChange={setSearch}
          placeholder={tab === 'circles' ? t`Search circles...` : t`Search requests...`}
          className="max-w-xl"
        />
        <Tabs<Tab>
          label={t`Circles`}
          wraps
          value={tab}
          onChange={(next) => navigate({ to: '/circles', search: next === 'circles' ? {} : { tab: next }, replace: true })}
          items={[
            {
              value: 'circles',
              label: t`My Circles (${circles.data?.length ?? 0})`,
              ...(isWide && { icon: HeartHandshake }),
              panel: circles.isPending ? (
                <Waiting />
              ) : circles.data === undefined ? (
                <Failed query={circles} fallback={t`Failed to load circles`} />
              ) : shownCircles.length === 0 ? (
                <Card>
                  <EmptyState
                    icon={HeartHandshake}
                    title={t`No circles`}
                    action={
                      circles.data.length === 0 ? (
                        <Button onClick={() => setOpen({ what: 'create' })}>
                          <Trans>Create Circle</Trans>
                        </Button>
                      ) : (
                        <ClearSearch onClear={() => setSearch('')} />
                      )
                    }
                  >
                    {circles.data.length === 0
                      ? t`Create a circle and invite friends, or join one with a code, to see what you can share.`
                      : t`No circles match your search.`}
                  </EmptyState>
                </Card>
              ) : (
                <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
                  {shownCircles.map((circle) => (
                    <li key={circle.id} className="grid">
                      <CircleCard
                        circle={circle}
                        onInvite={() => setOpen({ what: 'invite', id: circle.id })}
                        onSettings={() => setOpen({ what: 'settings', id: circle.id })}
                        onBorrow={() => setOpen({ what: 'borrow' })}
                      />
                    </li>
                  ))}
                </ul>
              ),
            },
            {
              value: 'requests',
              label: t`Borrow Requests (${requests.data?.length ?? 0})`,
              ...(isWide && { icon: ArrowLeftRight }),
              panel: (
                <RequestsPanel
                  requests={requests}
                  shown={shownRequests}
                  onBorrow={() => setOpen({ what: 'borrow' })}
                  onClear={() => setSearch('')}
                />
              ),
            },
          ]}
        />
        {tab === 'circles' ? <CirclesLinkedByOthers /> : null}
        {tab === 'circles' && circles.data ? <LinksCard /> : null}
      </div>
      <CreateCircleDialog
        open={open?.what === 'create'}
        onOpenChange={(shown) => !shown && close()}
        onCreate={(circle) => {
          toast.done(t`Created ${circle.name}. Now invite someone.`)
          setOpen({ what: 'invite', id: circle.id })
        }}
      />
      <JoinCircleDialog
        open={open?.what === 'join'}
        code={code}
        onOpenChange={(shown) => !shown && close()}
        onJoined={(circle) => {
          toast.done(t`Welcome to ${circle.name}.`)
          setCode('')
          navigate({ to: '/circles', search: {}, hash: '', replace: true })
          setOpen({ what: 'settings', id: circle.id })
        }}
      />
      <CircleInviteDialog circle={chosen('invite')} onClose={close} />
      <CircleSettingsDialog circle={chosen('settings')} onClose={close} />
      <BorrowItemsDialog open={open?.what === 'borrow'} onClose={close} />
    </>
  )
}

type Query = Pick<ReturnType<typeof useBorrow>, 'error' | 'isFetching' | 'refetch'>

function RequestsPanel({
  requests,
  shown,
  onBorrow,
  onClear,
}: {
  requests: ReturnType<typeof useBorrow>
  shown: NonNullable<ReturnType<typeof useBorrow>['data']>
  onBorrow: () => void
  onClear: () => void
}) {
  const isWide = useIsWide()
  const mayAsk = useHasRole('MEMBER')
  if (requests.isPending) return <Waiting />
  if (!requests.data) return <Failed query={requests} fallback={t`Failed to load borrow requests`} />
  if (shown.length === 0)
    return (
      <Card>
        <EmptyState
          icon={ArrowLeftRight}
          title={t`No borrow requests`}
          action={
            requests.data.length > 0 ? (
              <ClearSearch onClear={onClear} />
            ) : mayAsk ? (
              <Button onClick={onBorrow}>
                <Trans>Borrow Items</Trans>
              </Button>
            ) : null
          }
        >
          {requests.data.length === 0 ? t`Requests you send and receive appear here.` : t`No matches.`}
        </EmptyState>
      </Card>
    )
  return (
    <Card flush>
      <RequestsTable requests={shown} isWide={isWide} />
    </Card>
  )
}

const ClearSearch = ({ onClear }: { onClear: () => void }) => (
  <Button variant="quiet" onClick={onClear}>
    <Trans>Clear search</Trans>
  </Button>
)

const Waiting = () => (
  <Card flush>
    <SkeletonRows rows={4} />
  </Card>
)

function Failed({ query, fallback }: { query: Pick<Query, 'error' | 'isFetching'> & { refetch: () => unknown }; fallback: string }) {
  return (
    <Card>
      <ErrorState error={query.error} fallback={fallback} busy={query.isFetching} onRetry={() => void query.refetch()} />
    </Card>
  )
}
