import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Inbox, PackageSearch, Send, Share2 } from 'lucide-react'
import { useEffect } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { headerButton, PageHeader } from '#platform/web/ui/page-header.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import { Tabs } from '#platform/web/ui/tabs.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useBorrow, useLiveSharing } from '../api.ts'
import { AvailablePanel } from '../available/available-panel.tsx'
import { ShareDialog } from '../available/share-dialog.tsx'
import { Debts } from './debts.tsx'
import { Requests } from './requests.tsx'

const tabs = ['available', 'my', 'incoming'] as const
type Tab = (typeof tabs)[number]

/** Leaving `/available` by its tabs mounts those of `/borrow`, which take over the focus. */
const tabFocus = { isWanted: false }

/** Borrowing and sharing. Its first tab also has an address of its own, `/available`. */
export function BorrowScreen({ title, hint, isAvailable = false }: { title: string; hint: string; isAvailable?: boolean }) {
  useLiveSharing()
  const mayShare = useHasRole('MEMBER')
  const search: { tab?: unknown; share?: unknown } = useSearch()
  const incoming = useBorrow('incoming').data?.filter(({ status }) => status === 'PENDING').length ?? 0
  const tab = isAvailable ? 'available' : (tabs.find((one) => one === search.tab) ?? 'available')
  const show = (next: { tab?: Tab | undefined; share?: true | undefined }) => {
    tabFocus.isWanted = isAvailable && !next.share
    navigate({ to: '/borrow', search: next, replace: true })
  }
  useEffect(() => {
    if (!tabFocus.isWanted || isAvailable) return
    tabFocus.isWanted = false
    document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
  }, [isAvailable])
  const isSharing = search.share !== undefined
  // Hides the icons on a phone to fit the labels.
  const isWide = useIsWide()
  return (
    <>
      <PageHeader
        title={title}
        hint={hint}
        actions={
          mayShare ? (
            <Button
              variant="quiet"
              icon={<Share2 aria-hidden="true" className="size-5" />}
              onClick={() => show({ tab, share: true })}
              className={headerButton}
            >
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
            { value: 'available', label: t`Available Items`, ...(isWide && { icon: PackageSearch }), panel: <AvailablePanel /> },
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
