import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { isSettled } from '#platform/web/api/query-cache.ts'
import { say } from '#platform/web/i18n/language.ts'
import { NotDurableNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { SyncStatus } from '#platform/web/sync/sync-status.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useDebouncedInput } from '#platform/web/ui/use-url-state.ts'
import { type Cart, nothingForInstacart, type ShoppingItem } from '../../contract/index.ts'
import { generate, sendToInstacart, useUsualItems } from '../api/requests.ts'
import { useList } from '../api/use-list.ts'
import { PutAwaySheet } from '../put-away/put-away-sheet.tsx'
import { cartFailed, Failure, InstacartSheet, openCart } from '../send-list/instacart-sheet.tsx'
import { exportFailed, PrintSheet, shareActions } from '../send-list/share-list.tsx'
import { AddItemField } from '../shopping-list/add-item-field.tsx'
import { AislesSheet } from '../shopping-list/aisles-sheet.tsx'
import { ItemSheet } from '../shopping-list/item-sheet.tsx'
import { ListActions } from '../shopping-list/list-actions.tsx'
import { ListCard } from '../shopping-list/list-card.tsx'
import { filtered } from '../shopping-list/list-entries.ts'
import { ListStats } from '../shopping-list/list-stats.tsx'
import { ListToolbar, useFilters } from '../shopping-list/list-toolbar.tsx'
import { UsualItems } from '../shopping-list/usual-items.tsx'

const none: readonly ShoppingItem[] = []
type Sheet = 'instacart' | 'put-away' | 'aisles' | null
/** A failed action: its heading and the server's error. */
type Failed = { words: string; error: unknown } | null

export function ShoppingListPage() {
  const list = useList()
  const canEdit = useHasRole('MEMBER')
  const { filters, item, filter, open: openSheet, close } = useFilters()
  const [typed, setTyped] = useDebouncedInput(filters.search, (search) => filter({ search }))
  const [sheet, setSheet] = useState<Sheet>(null)
  const [cart, setCart] = useState<Cart | null>(null)
  const [busy, setBusy] = useState<'generate' | 'cart' | null>(null)
  const [generated, setGenerated] = useState<Generated | null>(null)
  const [failed, setFailed] = useState<Failed>(null)
  const items = list.items ?? none
  // Usual items are shown above the rows, so wait for them to avoid a layout shift. Offline they fail at once.
  const usual = useUsualItems()
  const isKnown = (list.items !== null || list.failure !== null) && isSettled(usual)
  // Filters at each keystroke; the URL follows with a delay.
  const narrowed = useMemo(() => ({ ...filters, search: typed }), [filters, typed])
  const shown = useMemo(() => filtered(items, narrowed), [items, narrowed])
  const checked = useMemo(() => items.filter(({ isChecked }) => isChecked), [items])
  const open = useCallback((row: ShoppingItem) => openSheet({ item: row.id }), [openSheet])
  const actions = shareActions(list, (error) => setFailed({ words: exportFailed, error }))

  const runGenerate = async () => {
    setBusy('generate')
    setFailed(null)
    setGenerated(null)
    try {
      setGenerated(await generate(list))
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
      setSheet('instacart')
      openCart(created)
    } catch (error) {
      console.error(cartFailed)
      setFailed({ words: cartFailed, error })
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
            actions={actions}
            canEdit={canEdit}
            isGenerating={busy === 'generate'}
            onGenerate={() => void runGenerate()}
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
        {failed ? (
          <Notice tone="error" className="sticky top-17 z-20">
            <Failure error={failed.error} words={failed.words} />
            {failed.words === say(nothingForInstacart) && !list.canSendToInstacart ? (
              <button type="button" onClick={() => setSheet('instacart')} className="min-h-11 font-semibold underline">
                <Trans>Why, and other options</Trans>
              </button>
            ) : null}
          </Notice>
        ) : null}
        {generated ? <GeneratedNotice generated={generated} onClose={() => setGenerated(null)} /> : null}
        <RenderOnceLoaded isKnown={isKnown} className="space-y-5">
          <ListStats stats={list.stats} loading={list.items === null} />
          {canEdit ? (
            <div className="space-y-2">
              <AddItemField items={items} />
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
              canEdit={canEdit}
              isSending={busy === 'cart'}
              onOpen={open}
              onClearFilters={() => {
                setTyped('')
                filter({ search: undefined, category: undefined, priority: undefined })
              }}
              onClearChecked={() => setSheet('put-away')}
              onAddToInstacart={() => void addToInstacart()}
              onGenerate={() => void runGenerate()}
              isGenerating={busy === 'generate'}
            />
          </div>
        </RenderOnceLoaded>
      </div>
      <ItemSheet
        item={item === null ? null : items.find(({ id }) => id === item)}
        canEdit={canEdit}
        onClose={() => close({ item: undefined })}
      />
      <PutAwaySheet open={sheet === 'put-away'} checked={checked} onClose={() => setSheet(null)} />
      <AislesSheet open={sheet === 'aisles'} list={list} onClose={() => setSheet(null)} />
      <InstacartSheet
        open={sheet === 'instacart'}
        list={list}
        actions={actions}
        cart={cart}
        onCart={setCart}
        onClose={() => setSheet(null)}
      />
      <PrintSheet items={shown} />
    </>
  )
}

export interface Generated {
  added: number
  changed: number
  removed: number
  notCompared: { ingredientId: string; ingredientName: string; why: string }[]
}

function describeGenerated({ added, changed, removed }: Generated): string {
  const parts = [
    added > 0 ? plural(added, { one: '# added', other: '# added' }) : '',
    changed > 0 ? plural(changed, { one: '# updated', other: '# updated' }) : '',
    removed > 0 ? plural(removed, { one: '# removed', other: '# removed' }) : '',
  ]
  const words = parts.filter(Boolean).join(', ')
  return words === '' ? t`Your list is up to date. Nothing is below its minimum.` : t`List updated: ${words}.`
}

/** Reports what generating the list changed, and which ingredients couldn't be compared with their par level. */
export function GeneratedNotice({ generated, onClose }: { generated: Generated; onClose: () => void }) {
  return (
    <Notice tone="success">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <p>{describeGenerated(generated)}</p>
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
