import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClipboardCheck, Plus, Share2 } from 'lucide-react'
import { useCallback } from 'react'
import { useActiveHouseholdId, useHasRole } from '#domains/households/web/index.ts'
import { NotDurableNotice } from '#platform/web/sync/sync-problem-notices.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { RenderOnceLoaded } from '#platform/web/ui/load-states.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useDebouncedInput } from '#platform/web/ui/use-url-state.ts'
import type { Lot } from '../../contract.ts'
import { QuickAdd } from '../add-item/quick-add.tsx'
import { lotPagesQuery } from '../api/stock-cache.ts'
import { useLiveStock } from '../live/follow-stock.ts'
import { type LotAct, LotSheet } from '../lot-sheet/lot-sheet.tsx'
import { ShelfCheck } from '../shelf-check/shelf-check.tsx'
import { InventoryStats } from '../stock-list/inventory-stats.tsx'
import { useInventoryUrlState } from '../stock-list/inventory-url-state.ts'
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
