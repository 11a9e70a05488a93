import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useId, useMemo, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { listIngredients } from '#domains/ingredients/contract/index.ts'
import { AtStoreSelect, StoresSheet, useAtStore, useStores } from '#domains/stores/web/index.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { say } from '#platform/web/i18n/language.ts'
import { NotDurableNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { SyncStatus } from '#platform/web/sync/sync-status.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useDebouncedInput } from '#platform/web/ui/use-url-state.ts'
import { type Cart, nothingForInstacart, type ShoppingItem } from '../../contract/index.ts'
import { statsOf } from '../../rules/list-figures.ts'
import { splitByStore } from '../../rules/split-by-store.ts'
import { generate, sendToInstacart } from '../api/requests.ts'
import { type ListState, useList } from '../api/use-list.ts'
import { ListSelect } from '../named-lists/list-select.tsx'
import { PutAwaySheet } from '../put-away/put-away-sheet.tsx'
import { cartFailedMessage, FailureMessage, InstacartSheet, openCart } from '../send-list/instacart-sheet.tsx'
import { exportFailedMessage, PrintableList, shareActions } from '../send-list/share-list.tsx'
import { AislesSheet } from '../shopping-list/aisles-sheet.tsx'
import { ItemSheet } from '../shopping-list/item-sheet.tsx'
import { ListActions } from '../shopping-list/list-actions.tsx'
import { ListBar } from '../shopping-list/list-bar.tsx'
import { filtered, searchedName } from '../shopping-list/list-entries.ts'
import { Filters, useFilters } from '../shopping-list/list-filters.tsx'
import { CheckedActions, ListCard } from '../shopping-list/list-items-card.tsx'
import { ListStats } from '../shopping-list/list-stats.tsx'
import { StatsLine } from '../shopping-list/stats-line.tsx'
import { StoreTotalsButton } from '../store-totals/store-totals-button.tsx'
import { TripNotice } from '../trip/trip-notice.tsx'

/** Few open them. */
const ListsSheet = lazy(async () => ({ default: (await import('../named-lists/lists-sheet.tsx')).ListsSheet }))
const BundlesSheet = lazy(async () => ({ default: (await import('../bundles/bundles-sheet.tsx')).BundlesSheet }))
const GuestLinksSheet = lazy(async () => ({ default: (await import('../send-list/guest-links-sheet.tsx')).GuestLinksSheet }))
const RecurringSheet = lazy(async () => ({ default: (await import('../recurring/recurring-sheet.tsx')).RecurringSheet }))

const none: readonly ShoppingItem[] = []
type Sheet = 'instacart' | 'put-away' | 'aisles' | 'stores' | 'guests' | 'lists' | 'bundles' | 'recurring' | null
/** A failed action: its heading and the server's error. */
type Failed = { words: string; error: unknown } | null

export function ShoppingListPage() {
  const list = useList()
  const canEdit = useHasRole('MEMBER')
  const { filters, item, filter, open: openSheet, close } = useFilters()
  const [typed, setTyped] = useDebouncedInput(filters.search, (search) => filter({ search }))
  const [sheet, setSheet] = useState<Sheet>(null)
  const items = list.items ?? none
  const figures = useMemo(() => statsOf(items), [items])
  const isKnown = list.items !== null || list.failure !== null
  const isWide = useIsWide()
  const today = useToday()
  const [hasStats, setHasStats] = useState(false)
  const cards = useId()
  const [repeated, setRepeated] = useState<ShoppingItem | null>(null)
  // Filters at each keystroke, after the field has shown it; the URL follows with a delay.
  const search = useDeferredValue(repeated?.ingredientName ?? (canEdit ? searchedName(typed, today, items) : typed))
  const narrowed = useMemo(() => ({ ...filters, search }), [filters, search])
  const shown = useMemo(() => filtered(items, narrowed), [items, narrowed])
  const stores = useStores()
  const at = useAtStore(stores)
  const { here, elsewhere } = useMemo(() => splitByStore(shown, list.aisles, at, stores), [shown, list.aisles, at, stores])
  const checked = useMemo(() => items.filter(({ isChecked }) => isChecked), [items])
  const { busy, failed, generated, cart, setFailed, setGenerated, setCart, runGenerate, addToInstacart } = useListRequests(
    list,
    checked,
    () => setSheet('instacart'),
  )
  const open = useCallback((row: ShoppingItem) => openSheet({ item: row.id }), [openSheet])
  const actions = shareActions(list, (error) => setFailed({ words: exportFailedMessage, error }))

  const stats = (
    <StatsLine stats={figures} loading={list.items === null} isOpen={hasStats} cards={cards} onPress={() => setHasStats(!hasStats)} />
  )
  const lists = <ListSelect onEdit={canEdit ? () => setSheet('lists') : null} className="mb-1 max-w-52 shrink-0" />
  const checkedActions =
    canEdit && checked.length > 0 ? (
      <CheckedActions
        isWide={isWide}
        isSending={busy === 'cart'}
        onClearChecked={() => setSheet('put-away')}
        onAddToInstacart={list.canSendToInstacart ? () => void addToInstacart() : null}
      />
    ) : null

  return (
    <>
      <PageHeader
        title={t`Shopping List`}
        subtitle={
          <>
            <SyncStatus household={list.household} isGlyph />
            {isWide ? lists : null}
            {isWide ? stats : null}
            {isWide ? <StoreTotalsButton items={items} /> : null}
          </>
        }
        actions={
          <ListActions
            hasRows={isKnown && items.length > 0}
            actions={actions}
            canEdit={canEdit}
            isGenerating={busy === 'generate'}
            onGenerate={list.list === null ? () => void runGenerate() : null}
            onInstacart={() => {
              setCart(null)
              setSheet('instacart')
            }}
            onAddToInstacart={() => void addToInstacart()}
            onAisles={() => setSheet('aisles')}
            onStores={() => setSheet('stores')}
            onGuests={() => setSheet('guests')}
            onLists={() => setSheet('lists')}
            onBundles={() => setSheet('bundles')}
            onRecurring={() => setSheet('recurring')}
          />
        }
      />
      {isWide ? null : (
        <div className="-mt-2 flex flex-wrap items-center justify-between gap-x-2">
          {lists}
          {stats}
          <StoreTotalsButton items={items} className="me-auto" />
          {checkedActions}
        </div>
      )}
      <div id={cards} hidden={!hasStats} className="py-2">
        {hasStats ? <ListStats stats={figures} loading={list.items === null} /> : null}
      </div>
      <TripNotice className="mb-3" />
      <div className="mb-3 space-y-3 empty:hidden">
        <NotDurableNotice household={list.household} />
        {failed ? (
          <Notice tone="error" className="sticky top-17 z-20">
            <FailureMessage error={failed.error} words={failed.words} />
            {failed.words === say(nothingForInstacart) && !list.canSendToInstacart ? (
              <button type="button" onClick={() => setSheet('instacart')} className="min-h-11 font-semibold underline">
                <Trans>Why, and other options</Trans>
              </button>
            ) : null}
          </Notice>
        ) : null}
        {generated ? <GeneratedNotice generated={generated} onClose={() => setGenerated(null)} /> : null}
      </div>
      <RenderOnceLoaded isKnown={isKnown} className="pinned:pb-(--pinned)">
        <ListBar
          items={items}
          filters={narrowed}
          canEdit={canEdit}
          text={typed}
          onText={setTyped}
          onRepeated={setRepeated}
          actions={isWide ? checkedActions : null}
        >
          <Filters filters={narrowed} stats={figures} onChange={filter} />
          {stores.length > 0 ? <AtStoreSelect stores={stores} at={at} onEdit={canEdit ? () => setSheet('stores') : null} /> : null}
        </ListBar>
        <ListCard
          list={list}
          shown={here}
          elsewhere={elsewhere}
          filters={narrowed}
          canEdit={canEdit}
          marked={repeated?.id ?? null}
          onOpen={open}
          onClearFilters={() => {
            setTyped('')
            filter({ search: undefined, category: undefined, priority: undefined })
          }}
          onGenerate={list.list === null ? () => void runGenerate() : null}
          isGenerating={busy === 'generate'}
        />
      </RenderOnceLoaded>
      <ItemSheet
        item={item === null ? null : items.find(({ id }) => id === item)}
        canEdit={canEdit}
        onClose={() => close({ item: undefined })}
      />
      <PutAwaySheet open={sheet === 'put-away'} checked={checked} onClose={() => setSheet(null)} />
      <AislesSheet open={sheet === 'aisles'} list={list} at={at} onClose={() => setSheet(null)} />
      {sheet === 'lists' ? (
        <Suspense fallback={null}>
          <ListsSheet open onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {sheet === 'bundles' ? (
        <Suspense fallback={null}>
          <BundlesSheet items={items} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      {sheet === 'recurring' ? (
        <Suspense fallback={null}>
          <RecurringSheet canEdit={canEdit} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      <StoresSheet open={sheet === 'stores'} onClose={() => setSheet(null)} />
      {sheet === 'guests' ? (
        <Suspense>
          <GuestLinksSheet list={list.list} onClose={() => setSheet(null)} />
        </Suspense>
      ) : null}
      <InstacartSheet
        open={sheet === 'instacart'}
        list={list}
        actions={actions}
        cart={cart}
        onCart={setCart}
        onClose={() => setSheet(null)}
      />
      <PrintableList items={shown} />
    </>
  )
}

/** Requests that wait for the server, and what came of them. */
function useListRequests(list: ListState, checked: readonly ShoppingItem[], onCart: () => void) {
  const [cart, setCart] = useState<Cart | null>(null)
  const [busy, setBusy] = useState<'generate' | 'cart' | null>(null)
  const [generated, setGenerated] = useState<Generated | null>(null)
  const [failed, setFailed] = useState<Failed>(null)
  const runGenerate = async () => {
    setBusy('generate')
    setFailed(null)
    setGenerated(null)
    try {
      setGenerated(await generate(list.household))
    } catch (error) {
      console.error('Failed to generate shopping list')
      setFailed({ words: t`Failed to generate shopping list`, error })
    } finally {
      setBusy(null)
    }
  }
  const addToInstacart = async () => {
    setFailed(null)
    const sendable = checked.filter(({ instacartProductId }) => instacartProductId !== null)
    if (sendable.length === 0) return setFailed({ words: say(nothingForInstacart), error: null })
    setBusy('cart')
    try {
      const created = await sendToInstacart(sendable, list.household)
      setCart(created)
      onCart()
      openCart(created)
    } catch (error) {
      console.error(cartFailedMessage)
      setFailed({ words: cartFailedMessage, error })
    } finally {
      setBusy(null)
    }
  }
  return { busy, failed, generated, cart, setFailed, setGenerated, setCart, runGenerate, addToInstacart }
}

export interface Generated {
  added: number
  changed: number
  removed: number
  notCompared: { ingredientId: string; ingredientName: string; why: string }[]
}

function describeGenerated({ added, changed, removed }: Generated, hasMinimums: boolean): string {
  const parts = [
    added > 0 ? plural(added, { one: '# added', other: '# added' }) : '',
    changed > 0 ? plural(changed, { one: '# updated', other: '# updated' }) : '',
    removed > 0 ? plural(removed, { one: '# removed', other: '# removed' }) : '',
  ]
  const words = parts.filter(Boolean).join(', ')
  if (words !== '') return t`List updated: ${words}.`
  return hasMinimums ? t`Your list is up to date. Nothing is below its minimum.` : t`No minimums yet.`
}

/** Reports what generating the list changed, and which ingredients couldn't be compared with their par level. */
export function GeneratedNotice({ generated, onClose }: { generated: Generated; onClose: () => void }) {
  const { data: ingredients } = useEndpointQuery(listIngredients, {})
  const hasMinimums = ingredients?.some(({ parLevel }) => parLevel !== null) ?? true
  return (
    <Notice tone="success">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p>{describeGenerated(generated, hasMinimums)}</p>
          {generated.added + generated.changed + generated.removed === 0 ? (
            <p className="font-normal">
              <Trans>
                Generate List adds what falls below its minimum.{' '}
                <Link to="/ingredients" className="font-semibold underline">
                  Set minimums
                </Link>
              </Trans>
            </p>
          ) : null}
          {generated.notCompared.length > 0 ? (
            <ul className="mt-1 space-y-0.5 font-normal">
              {generated.notCompared.map(({ ingredientId, ingredientName, why }) => (
                <li key={ingredientId}>
                  {ingredientName}: {why}
                </li>
              ))}
            </ul>
          ) : null}
        </div>
        <IconButton label={t`Dismiss`} icon={<X aria-hidden="true" />} onClick={onClose} className="-my-2.5 -me-2" />
      </div>
    </Notice>
  )
}
