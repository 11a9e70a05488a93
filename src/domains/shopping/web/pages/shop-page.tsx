import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PartyPopper, X } from 'lucide-react'
import { startTransition, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { AtStoreSelect, StoresSheet, setAtStore, useAtStore, useStores } from '#domains/stores/web/index.ts'
import { NotDurableNotice, RefusedNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { SyncStatus } from '#platform/web/sync/sync-status.tsx'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { ShoppingItem } from '../../contract/index.ts'
import { splitByStore } from '../../rules/split-by-store.ts'
import { endTrip } from '../api/trips.ts'
import { useList, useUnsyncedRows } from '../api/use-list.ts'
import { ListSelect } from '../named-lists/list-select.tsx'
import { PutAwaySheet } from '../put-away/put-away-sheet.tsx'
import { ShopList } from '../shop/shop-list.tsx'
import { useTappedChecks } from '../shop/use-tapped-checks.ts'
import { useWakeLock } from '../shop/wake-lock.ts'
import { AddItemField } from '../shopping-list/add-item-field.tsx'
import { ItemSheet } from '../shopping-list/item-sheet.tsx'
import { checkAll } from '../shopping-list/row-parts.tsx'
import { StoreTotalsButton } from '../store-totals/store-totals-button.tsx'
import { TripControls } from '../trip/trip-controls.tsx'
import { TripNotice } from '../trip/trip-notice.tsx'
import { useChime } from '../trip/use-chime.ts'
import { useNewRows } from '../trip/use-new-rows.ts'
import { useTripsOfList } from '../trip/use-trip.ts'

const none: readonly ShoppingItem[] = []
const undoMs = 8000

/** Shop mode: the list in large rows for use while walking. Works offline. */
export function ShopPage() {
  const list = useList()
  const canEdit = useHasRole('MEMBER')
  const unsynced = useUnsyncedRows(list.household)
  const [isFinishing, setIsFinishing] = useState(false)
  const [last, setLast] = useState<ShoppingItem | null>(null)
  const [opened, setOpened] = useState<string | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  useWakeLock()
  useEffect(() => {
    document.title = t`Shopping · Larder`
    // Keeps the browser from evicting the list when storage is low.
    void navigator.storage?.persist?.().catch(() => false)
  }, [])
  useEffect(() => {
    if (!last) return
    const timer = setTimeout(() => setLast(null), undoMs)
    return () => clearTimeout(timer)
  }, [last])

  const items = list.items ?? none
  const stores = useStores()
  const at = useAtStore(stores)
  const [isEditingStores, setIsEditingStores] = useState(false)
  const editStores = canEdit ? () => setIsEditingStores(true) : null
  const listId = list.list?.id ?? null
  const rows = useMemo(() => ({ listId, ...splitByStore(items, list.aisles, at, stores) }), [listId, items, list.aisles, at, stores])
  // A long list takes longer to render than a tap may take: the tapped row shows its check mark at once, the list follows.
  const later = useDeferredValue(rows)
  const shown = later.listId === listId && later.here.length + later.elsewhere.length > 0 ? later : rows
  const [tapped, noteCheck] = useTappedChecks(rows, shown)
  const checked = useMemo(() => items.filter(({ isChecked }) => isChecked), [items])
  const onCheck = useCallback(
    (item: ShoppingItem, isChecked: boolean) => {
      if (!checkAll(item, isChecked)) return
      noteCheck(item.id, isChecked)
      if (isChecked) startTransition(() => setLast(item))
      else setLast((now) => (now?.id === item.id ? null : now))
    },
    [noteCheck],
  )
  const { userId, mine } = useTripsOfList()
  const sound = useChime(mine !== null)
  const added = useNewRows(list.items, listId, () => mine && sound.play())
  const finish = () => {
    if (mine) void endTrip(mine, { isSilent: true }).catch(() => {})
    navigate({ to: '/shopping-list' })
  }
  const isDone = rows.here.length > 0 && checked.length === rows.here.length

  return (
    <div className="fixed inset-0 z-40 flex flex-col bg-paper">
      <header className="border-b border-line bg-paper pt-[env(safe-area-inset-top)]">
        <div className="mx-auto flex max-w-2xl items-center gap-2 px-3 pt-2">
          <Link to="/shopping-list" aria-label={t`Exit shop mode`} className={buttonClass('plain', 'size-14 px-0! text-ink-soft!')}>
            <X aria-hidden="true" className="size-5.5" />
          </Link>
          <h1 className="display min-w-[min(50%,8rem)] flex-1 text-2xl">
            <Trans>Shopping</Trans>
          </h1>
          {stores.length > 0 ? (
            <AtStoreSelect stores={stores} at={at} onEdit={editStores} labelHidden className="max-w-[60%] shrink" />
          ) : editStores ? (
            <Button variant="plain" onClick={editStores}>
              <Trans>I’m at…</Trans>
            </Button>
          ) : null}
        </div>
        <div className="mx-auto max-w-2xl px-4 pb-2">
          <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <p className="figures text-sm text-ink-soft">
              <Trans>
                {checked.length} of {rows.here.length} in the cart
              </Trans>
            </p>
            <StoreTotalsButton items={items} className="-my-2.5 -ms-3 me-auto" />
            <ListSelect onEdit={null} className="max-w-[60%] shrink" />
            <SyncStatus household={list.household} />
          </div>
          <Progress label={t`In the cart`} value={checked.length} max={Math.max(1, rows.here.length)} />
          {canEdit ? <TripControls userId={userId} mine={mine} listId={listId} sound={sound} /> : null}
        </div>
      </header>
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto overscroll-contain" data-shop-rows="">
        <div className="mx-auto max-w-2xl bg-card sm:border-x sm:border-line">
          <NotDurableNotice household={list.household} className="m-3" />
          <RefusedNotice className="m-3" />
          <TripNotice className="m-3" />
          {list.items === null ? (
            list.failure === null || list.isFetching ? (
              <SkeletonRows rows={8} />
            ) : (
              <ErrorState error={list.failure} title={t`Failed to load shopping list`} onRetry={list.refresh} />
            )
          ) : items.length === 0 ? (
            <EmptyState title={t`No shopping list items`}>
              <Trans>Add what you need below, or generate the list at home.</Trans>
            </EmptyState>
          ) : (
            <>
              {isDone ? (
                <EmptyState icon={PartyPopper} title={t`All done`} className="py-8">
                  <Trans>Everything is in the cart.</Trans>
                </EmptyState>
              ) : null}
              <ShopList
                items={shown.here}
                elsewhere={shown.elsewhere}
                unsynced={unsynced}
                added={added}
                tapped={tapped}
                canEdit={canEdit}
                scroller={scroller}
                onCheck={onCheck}
                onOpen={setOpened}
              />
            </>
          )}
        </div>
      </div>
      <footer className="border-t border-line bg-paper pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        <div className="mx-auto max-w-2xl space-y-2.5 px-3 pt-2.5">
          {last ? (
            <div className="flex items-center justify-between gap-3 ps-1 text-sm" role="status">
              <span className="min-w-0 truncate">
                <Trans>
                  In the cart: <span className="font-semibold">{last.ingredientName}</span>
                </Trans>
              </span>
              <Button variant="plain" onClick={() => onCheck(last, false)} className="-my-1 min-h-14">
                <Trans>Undo</Trans>
              </Button>
            </div>
          ) : null}
          {canEdit ? (
            <AddItemField items={items}>
              <Button onClick={() => setIsFinishing(true)} disabled={checked.length === 0} className="min-h-14">
                <Trans>Done shopping</Trans>
              </Button>
            </AddItemField>
          ) : null}
        </div>
      </footer>
      <ItemSheet item={opened === null ? null : items.find(({ id }) => id === opened)} canEdit={canEdit} onClose={() => setOpened(null)} />
      <PutAwaySheet open={isFinishing} checked={checked} onClose={() => setIsFinishing(false)} onDone={finish} />
      <StoresSheet
        open={isEditingStores}
        onClose={() => setIsEditingStores(false)}
        onAdded={(id) => stores.length === 0 && setAtStore(id)}
      />
    </div>
  )
}
