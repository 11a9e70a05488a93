import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ClipboardCheck, Plus, Share2 } from 'lucide-react'
import { lazy, Suspense, useCallback, useDeferredValue, useMemo, useState } from 'react'
import { useActiveHouseholdId, useHasRole, useToday } from '#domains/households/web/index.ts'
import { storages } from '#domains/ingredients/contract/index.ts'
import { addDays, type CalendarDate } from '#platform/shared/calendar.ts'
import { NotDurableNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { useDebouncedInput, useUrlState } from '#platform/web/ui/use-url-state.ts'
import { type Lot, lotSortKeys } from '../../contract.ts'
import { expiringDays } from '../../rules/expiry-status.ts'
import type { LotFilters } from '../../rules/list-lots.ts'
import { useQuickAdd } from '../add-item/use-quick-add.tsx'
import { isAnyFound } from '../api/stock-cache.ts'
import { useLiveStock } from '../live/use-live-stock.ts'
import { LotSheet } from '../lot-sheet/lot-sheet-lazy.ts'
import { type LotSheetView, lotSheetViews } from '../lot-sheet/lot-sheet-views.ts'
import { ShelfCheck } from '../shelf-check/shelf-check.tsx'
import { ListToolbar } from '../stock-list/list-toolbar.tsx'
import { PastDueCard, usePastDue } from '../stock-list/past-due.tsx'
import { LineSuggestions, SearchOrAdd } from '../stock-list/search-or-add.tsx'
import { type LotStatus, lotStatuses } from '../stock-list/stock-filters.tsx'
import { StockList } from '../stock-list/stock-list.tsx'

// Loads after the list, with the form library.
const BulkEdit = lazy(async () => ({ default: (await import('../bulk-edit/bulk-edit.tsx')).BulkEdit }))

export function InventoryPage() {
  useLiveStock()
  const mayChange = useHasRole('MEMBER')
  const household = useActiveHouseholdId()
  const { filters, status, item, act, check, filter, open, swap, close } = useInventoryUrlState()
  const pastDue = usePastDue(status === 'expired')
  const [typed, setTyped] = useDebouncedInput(filters.search ?? '', (search) => filter({ search }))
  const quickAdd = useQuickAdd(() => setTyped(''))
  const onAct = useCallback((lot: Lot, what: LotSheetView) => open({ item: lot.id, act: what === 'detail' ? undefined : what }), [open])
  // The item that a selection starts with; null if nothing is being selected.
  const [selection, setSelection] = useState<{ first: string | null } | null>(null)
  const onSelect = useCallback((lot: Lot) => setSelection({ first: lot.id }), [])
  const clear = useCallback(() => {
    setTyped('')
    filter({ search: undefined, category: undefined, location: undefined, storage: undefined, status: undefined })
  }, [setTyped, filter])
  const read = mayChange ? quickAdd.read : undefined
  // Whether the focus is in the field or its suggestions.
  const [isAdding, setIsAdding] = useState(false)
  const suggested = useMemo(
    () => (mayChange && isAdding && status === undefined ? quickAdd.suggest(typed) : []),
    [mayChange, isAdding, status, quickAdd.suggest, typed],
  )
  // The field shows a letter at once, the list follows.
  const typing = useDeferredValue(typed.trim())
  return (
    <>
      <PageHeader
        title={t`Inventory`}
        actions={mayChange ? <Actions onCheck={() => open({ check: filters.location ?? 'all' })} /> : null}
      />
      <div className="space-y-2">
        <NotDurableNotice household={household} />
        <ListToolbar
          filters={filters}
          status={status}
          onFilter={filter}
          onSelect={mayChange ? () => setSelection({ first: null }) : undefined}
          isTyping={isAdding && typed.trim() !== ''}
          suggestions={
            suggested.length > 0 ? (
              <LineSuggestions
                suggested={suggested}
                onLeave={() => setIsAdding(false)}
                onPick={({ line, isWhole }) => (isWhole ? quickAdd.read(line) : setTyped(`${line}, `))}
              />
            ) : null
          }
        >
          <SearchOrAdd
            typed={typed}
            onType={setTyped}
            onAdd={read && (() => read(typed))}
            onFocus={() => {
              quickAdd.prepare()
              setIsAdding(true)
            }}
            onLeave={() => setIsAdding(false)}
            isFound={() => isAnyFound(filters, typed.trim())}
          />
        </ListToolbar>
        <RenderOnceLoaded isKnown={pastDue.isKnown} className="space-y-3">
          {status === 'expired' ? <PastDueCard lots={pastDue.lots} /> : null}
          {selection ? (
            <Suspense fallback={null}>
              <BulkEdit filters={filters} first={selection.first} onDone={() => setSelection(null)} />
            </Suspense>
          ) : (
            <StockList filters={filters} typing={typing} onAct={onAct} onSelect={onSelect} onClear={clear} onAdd={read} />
          )}
        </RenderOnceLoaded>
      </div>
      {quickAdd.sheet}
      <Suspense fallback={null}>
        <LotSheet id={item} act={act} onAct={(what) => swap({ act: what === 'detail' ? undefined : what })} onClose={close} />
      </Suspense>
      <ShelfCheck place={mayChange ? check : null} onPlace={(place) => swap({ check: place })} onClose={close} />
    </>
  )
}

const onPhone = 'max-sm:w-11 max-sm:px-0!'

function Actions({ onCheck }: { onCheck: () => void }) {
  return (
    <>
      <Button variant="quiet" icon={<ClipboardCheck aria-hidden="true" className="size-5" />} onClick={onCheck} className={onPhone}>
        <span className="max-sm:sr-only">
          <Trans>Shelf check</Trans>
        </span>
      </Button>
      <Link to="/borrow" search={{ share: true }} className={buttonClass('quiet', onPhone)}>
        <Share2 aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">
          <Trans>Share</Trans>
        </span>
      </Link>
      <Link to="/inventory/add" className={buttonClass('primary', onPhone)}>
        <Plus aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">
          <Trans>Add Item</Trans>
        </span>
      </Link>
    </>
  )
}

/** The URL state of the inventory page: filters, the open item, and the location being checked. */
interface InventoryUrlState {
  filters: LotFilters
  status: LotStatus | undefined
  item: string | null
  act: LotSheetView
  check: string | null
}

const orders = ['asc', 'desc'] as const
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown, otherwise: T): T =>
  options.find((option) => option === value) ?? otherwise

/** Parses the URL's search parameters. Ignores invalid values. */
function parseSearchParams(search: Record<string, unknown>, today: CalendarDate): InventoryUrlState {
  const status = lotStatuses.find((one) => one === search['status'])
  const storage = storages.find((one) => one === search['storage'])
  const input = { search: word(search['search']), category: word(search['category']), location: word(search['location']) }
  return {
    filters: {
      ...(input.search === undefined ? {} : { search: input.search }),
      ...(input.category === undefined ? {} : { category: input.category }),
      ...(input.location === undefined ? {} : { location: input.location }),
      ...(storage === undefined ? {} : { storage }),
      ...(status === undefined ? {} : filtersOf(status, today)),
      sort: oneOf(lotSortKeys, search['sort'], 'expirationDate'),
      order: oneOf(orders, search['order'], 'asc'),
    },
    status,
    item: word(search['item']) ?? null,
    act: oneOf(lotSheetViews, search['act'], 'detail'),
    check: word(search['check']) ?? null,
  }
}

const filtersOf = (status: LotStatus, today: CalendarDate): LotFilters =>
  status === 'low'
    ? { isLow: 'true' }
    : status === 'expired'
      ? { expiresTo: addDays(today, -1) }
      : { expiresFrom: today, expiresTo: addDays(today, expiringDays) }

const closed = { item: undefined, act: undefined, check: undefined }

function useInventoryUrlState() {
  const { raw, filter, open, close } = useUrlState()
  const today = useToday()
  const search = useMemo(() => parseSearchParams(raw, today), [raw, today])
  return { ...search, filter, open, close: useCallback(() => close(closed), [close]), swap: filter }
}
