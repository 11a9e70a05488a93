import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import clsx from 'clsx'
import { Boxes, ClipboardCheck, Clock, LayoutGrid, Plus, Share2, TrendingDown } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useActiveHouseholdId, useHasRole } from '#domains/households/web/index.ts'
import { Storage } from '#domains/ingredients/contract/index.ts'
import { NotDurableNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { StatCard, StatGrid } from '#platform/web/ui/card.tsx'
import { RenderOnceLoaded, Skeleton } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import { useDebouncedInput, useUrlState } from '#platform/web/ui/use-url-state.ts'
import { type Lot, sorts } from '../../contract.ts'
import { QuickAdd } from '../add-item/quick-add.tsx'
import { inventoryStatsQuery, lotPagesQuery } from '../api/stock-cache.ts'
import type { LotFilters } from '../live/apply-change.ts'
import { useLiveStock } from '../live/follow-stock.ts'
import { type LotAct, LotSheet, lotActs } from '../lot-sheet/lot-sheet.tsx'
import { ShelfCheck } from '../shelf-check/shelf-check.tsx'
import { ListToolbar } from '../stock-list/list-toolbar.tsx'
import { PastDueCard, usePastDue } from '../stock-list/past-due.tsx'
import { StockList } from '../stock-list/stock-list.tsx'

export function InventoryPage() {
  useLiveStock()
  const mayChange = useHasRole('MEMBER')
  const household = useActiveHouseholdId()
  const { filters, item, act, check, filter, open, swap, close } = useInventoryUrlState()
  const pastDue = usePastDue()
  // Fetches the list right away, though it shows after the question above it.
  useInfiniteQuery({ ...lotPagesQuery(filters), notifyOnChangeProps: [] })
  const [typed, setTyped] = useDebouncedInput(filters.search ?? '', (search) => filter({ search }))
  const onAct = useCallback((lot: Lot, what: LotAct) => open({ item: lot.id, act: what === 'detail' ? undefined : what }), [open])
  const clear = () => {
    setTyped('')
    filter({ search: undefined, category: undefined, location: undefined, storage: undefined })
  }
  return (
    <>
      <PageHeader
        title={t`Inventory`}
        actions={mayChange ? <Actions onCheck={() => open({ check: filters.location ?? 'all' })} /> : null}
      />
      <div className="space-y-5">
        <NotDurableNotice household={household} />
        <InventoryStats />
        {mayChange ? <QuickAdd /> : null}
        <PastDueCard lots={pastDue.lots} />
        <RenderOnceLoaded isKnown={pastDue.isKnown} className="space-y-3">
          <ListToolbar filters={filters} onFilter={filter} typed={typed} onType={setTyped} />
          <StockList filters={filters} typing={typed.trim()} onAct={onAct} onClear={clear} />
        </RenderOnceLoaded>
      </div>
      <LotSheet id={item} act={act} onAct={(what) => swap({ act: what === 'detail' ? undefined : what })} onClose={close} />
      <ShelfCheck place={mayChange ? check : null} onPlace={(place) => swap({ check: place })} onClose={close} />
    </>
  )
}

function Actions({ onCheck }: { onCheck: () => void }) {
  return (
    <>
      <Button
        variant="quiet"
        icon={<ClipboardCheck aria-hidden="true" className="size-5" />}
        onClick={onCheck}
        className="max-sm:w-11 max-sm:px-0!"
      >
        <span className="max-sm:sr-only">
          <Trans>Shelf check</Trans>
        </span>
      </Button>
      <Link to="/borrow" search={{ share: true }} className={buttonClass('quiet', 'max-sm:w-11 max-sm:px-0!')}>
        <Share2 aria-hidden="true" className="size-5" />
        <span className="max-sm:sr-only">
          <Trans>Share</Trans>
        </span>
      </Link>
      <Link to="/inventory/add" className={buttonClass()}>
        <Plus aria-hidden="true" className="size-5 max-sm:hidden" />
        <Trans>Add Item</Trans>
      </Link>
    </>
  )
}

/** Shows the figures above the list, as dashes if they failed to load. */
function InventoryStats() {
  const { data, isPending } = useQuery(inventoryStatsQuery())
  const isWide = useIsWide()
  const figures = [
    { label: t`Total Items`, value: data?.totalItems, icon: Boxes },
    { label: t`Expiring Soon`, value: data?.expiringSoon, icon: Clock, tone: 'soon' as const },
    { label: t`Low Stock`, value: data?.lowStock, icon: TrendingDown },
    { label: t`Categories`, value: data?.byCategory.length, icon: LayoutGrid },
  ]
  if (!isWide) return <Strip figures={figures} loading={isPending} />
  return (
    <StatGrid>
      {figures.map(({ value, tone, ...figure }) => (
        <StatCard key={figure.label} {...figure} value={value ?? '–'} tone={value === undefined ? undefined : tone} loading={isPending} />
      ))}
    </StatGrid>
  )
}

interface Figure {
  label: string
  value: number | undefined
  tone?: 'soon'
}

/** Shows all figures in one line, to leave room for the list on a phone. */
function Strip({ figures, loading }: { figures: readonly Figure[]; loading: boolean }) {
  return (
    <dl className="grid grid-cols-4 divide-x divide-line rounded-card border border-line bg-card py-2.5">
      {figures.map(({ label, value, tone }) => (
        <div key={label} className="flex min-w-0 flex-col-reverse items-center justify-end px-1 text-center">
          <dt className="text-xs leading-tight text-ink-soft">{label}</dt>
          <dd className={clsx('figures text-2xl font-semibold', tone && value ? 'text-soon-ink' : '')}>
            {loading ? <Skeleton className="my-1 h-6 w-8" /> : (value ?? '–')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** The URL state of the inventory page: filters, the open item, and the location being checked. */
interface InventoryUrlState {
  filters: LotFilters
  item: string | null
  act: LotAct
  check: string | null
}

const orders = ['asc', 'desc'] as const
const word = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined
const oneOf = <T extends string>(options: readonly T[], value: unknown, otherwise: T): T =>
  options.find((option) => option === value) ?? otherwise

/** Parses the URL's search parameters. Ignores invalid values. */
function parseSearchParams(search: Record<string, unknown>): InventoryUrlState {
  const storage = Storage.safeParse(search['storage'])
  const input = { search: word(search['search']), category: word(search['category']), location: word(search['location']) }
  return {
    filters: {
      ...(input.search === undefined ? {} : { search: input.search }),
      ...(input.category === undefined ? {} : { category: input.category }),
      ...(input.location === undefined ? {} : { location: input.location }),
      ...(storage.success ? { storage: storage.data } : {}),
      sort: oneOf(sorts, search['sort'], 'expirationDate'),
      order: oneOf(orders, search['order'], 'asc'),
    },
    item: word(search['item']) ?? null,
    act: oneOf(lotActs, search['act'], 'detail'),
    check: word(search['check']) ?? null,
  }
}

const closed = { item: undefined, act: undefined, check: undefined }

function useInventoryUrlState() {
  const { raw, filter, open, close } = useUrlState()
  const search = useMemo(() => parseSearchParams(raw), [raw])
  return { ...search, filter, open, close: useCallback(() => close(closed), [close]), swap: filter }
}
