import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useCallback, useMemo, useState } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { isSettled } from '#platform/web/api/query-cache.ts'
import { say } from '#platform/web/i18n/language.ts'
import { NotDurableNotice } from '#platform/web/sync/pending-notice.tsx'
import { SyncStatus } from '#platform/web/sync/sync-status.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/states.tsx'
import { useDebouncedInput } from '#platform/web/ui/url-state.ts'
import { type Cart, nothingForInstacart, type ShoppingItem } from '../../contract/index.ts'
import { generate, sendToInstacart, useUsual } from '../api/queries.ts'
import { useList } from '../api/use-list.ts'
import { cartFailed, Failure, InstacartSheet, openCart } from '../extras/instacart-sheet.tsx'
import { PrintSheet } from '../extras/print-sheet.tsx'
import { exportFailed, outletsOf } from '../extras/use-outlets.ts'
import { PutAwaySheet } from '../put-away/put-away-sheet.tsx'
import { AddLine } from '../shopping-list/add-line.tsx'
import { AislesSheet } from '../shopping-list/aisles-sheet.tsx'
import { filtered } from '../shopping-list/entries.ts'
import { type Generated, GenerateNews } from '../shopping-list/generated-items.tsx'
import { ItemSheet } from '../shopping-list/item-sheet.tsx'
import { ListActions } from '../shopping-list/list-actions.tsx'
import { ListCard } from '../shopping-list/list-card.tsx'
import { ListStats } from '../shopping-list/list-stats.tsx'
import { ListToolbar } from '../shopping-list/list-toolbar.tsx'
import { useFilters } from '../shopping-list/use-filters.ts'
import { UsualItems } from '../shopping-list/usual-items.tsx'

const none: readonly ShoppingItem[] = []
type Sheet = 'instacart' | 'put-away' | 'aisles' | null
/** What went wrong with a button of this page: its fixed words, and what the server said. */
type Trouble = { words: string; error: unknown } | null

/** What to buy: written by the house itself, by hand, and by whoever thinks of something. */
export function ShoppingListPage() {
  const list = useList()
  const mayChange = useMay('MEMBER')
  const { filters, item, filter, open: openSheet, close } = useFilters()
  const [typed, setTyped] = useDebouncedInput(filters.search, (search) => filter({ search }))
  const [sheet, setSheet] = useState<Sheet>(null)
  const [cart, setCart] = useState<Cart | null>(null)
  const [busy, setBusy] = useState<'generate' | 'cart' | null>(null)
  const [generated, setGenerated] = useState<Generated | null>(null)
  const [trouble, setTrouble] = useState<Trouble>(null)
  const items = list.items ?? none
  // What stands above the rows comes first, or they would move under the finger; without a network it is not waited for.
  const usual = useUsual()
  const isKnown = (list.items !== null || list.failure !== null) && isSettled(usual)
  // The rows narrow with each letter; the address follows.
  const narrowed = useMemo(() => ({ ...filters, search: typed }), [filters, typed])
  const shown = useMemo(() => filtered(items, narrowed), [items, narrowed])
  const checked = useMemo(() => items.filter(({ isChecked }) => isChecked), [items])
  const open = useCallback((row: ShoppingItem) => openSheet({ item: row.id }), [openSheet])
  const outlets = outletsOf(list, (error) => setTrouble({ words: exportFailed, error }))

  const write = async () => {
    setBusy('generate')
    setTrouble(null)
    setGenerated(null)
    try {
      setGenerated(await generate(list))
    } catch (error) {
      console.error('Failed to generate shopping list')
      setTrouble({ words: t`Failed to generate shopping list`, error })
    } finally {
      setBusy(null)
    }
  }
  const addToInstacart = async () => {
    setTrouble(null)
    const sendable = checked.filter(({ instacartProductId }) => instacartProductId !== null)
    if (sendable.length === 0) return setTrouble({ words: say(nothingForInstacart), error: null })
    setBusy('cart')
    try {
      const made = await sendToInstacart(sendable, list.household)
      setCart(made)
      setSheet('instacart')
      openCart(made)
    } catch (error) {
      console.error(cartFailed)
      setTrouble({ words: cartFailed, error })
    } finally {
      setBusy(null)
    }
  }

  return (
    <>
      <PageHeader
        title={t`Shopping List`}
        subtitle={<SyncStatus household={list.household} />}
        actions={
          <ListActions
            hasRows={isKnown && items.length > 0}
            outlets={outlets}
            mayChange={mayChange}
            isWriting={busy === 'generate'}
            onGenerate={() => void write()}
            onInstacart={() => {
              setCart(null)
              setSheet('instacart')
            }}
            onAisles={() => setSheet('aisles')}
          />
        }
      />
      <div className="space-y-5">
        <NotDurableNotice household={list.household} />
        {trouble ? (
          <Notice tone="error" className="sticky top-17 z-20">
            <Failure error={trouble.error} words={trouble.words} />
            {trouble.words === say(nothingForInstacart) && !list.canSendToInstacart ? (
              <button type="button" onClick={() => setSheet('instacart')} className="min-h-11 font-semibold underline">
                <Trans>Why, and other options</Trans>
              </button>
            ) : null}
          </Notice>
        ) : null}
        {generated ? <GenerateNews generated={generated} onClose={() => setGenerated(null)} /> : null}
        <RenderOnceLoaded isKnown={isKnown} className="space-y-5">
          <ListStats stats={list.stats} loading={list.items === null} />
          {mayChange ? (
            <div className="space-y-2">
              <AddLine items={items} />
              <UsualItems items={items} />
            </div>
          ) : null}
          <div className="space-y-3">
            <ListToolbar filters={narrowed} stats={list.stats} onChange={filter} onType={setTyped} />
            <ListCard
              list={list}
              shown={shown}
              checked={checked}
              filters={narrowed}
              mayChange={mayChange}
              isSending={busy === 'cart'}
              onOpen={open}
              onClearFilters={() => {
                setTyped('')
                filter({ search: undefined, category: undefined, priority: undefined })
              }}
              onClearChecked={() => setSheet('put-away')}
              onAddToInstacart={() => void addToInstacart()}
              onGenerate={() => void write()}
              isWriting={busy === 'generate'}
            />
          </div>
        </RenderOnceLoaded>
      </div>
      <ItemSheet
        item={item === null ? null : items.find(({ id }) => id === item)}
        mayChange={mayChange}
        onClose={() => close({ item: undefined })}
      />
      <PutAwaySheet open={sheet === 'put-away'} checked={checked} onClose={() => setSheet(null)} />
      <AislesSheet open={sheet === 'aisles'} list={list} onClose={() => setSheet(null)} />
      <InstacartSheet
        open={sheet === 'instacart'}
        list={list}
        outlets={outlets}
        cart={cart}
        onCart={setCart}
        onClose={() => setSheet(null)}
      />
      <PrintSheet items={shown} />
    </>
  )
}
