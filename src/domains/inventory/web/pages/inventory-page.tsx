import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ClipboardCheck, Plus, Share2 } from 'lucide-react'
import { useCallback } from 'react'
import { useActiveHouseholdId, useMay } from '#domains/households/web/index.ts'
import { useDebouncedInput } from '#platform/web/address.ts'
import { FleetingNotice } from '#platform/web/offline/unsent-notice.tsx'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { InOnePiece } from '#platform/web/ui/states.tsx'
import type { Lot } from '../../contract.ts'
import { lotPages } from '../api/lists.ts'
import { InventoryStats } from '../components/inventory-stats.tsx'
import { useListSearch } from '../components/list-search.ts'
import { ListToolbar } from '../components/list-toolbar.tsx'
import { type LotAct, LotSheet } from '../components/lot-sheet.tsx'
import { PastDueCard, usePastDue } from '../components/past-due.tsx'
import { QuickAdd } from '../components/quick-add.tsx'
import { ShelfCheck } from '../components/shelf-check.tsx'
import { StockList } from '../components/stock-list.tsx'
import { useLiveStock } from '../live/follow-stock.ts'

/** All that is in the house: what it is, where, until when. */
export function InventoryPage() {
  useLiveStock()
  const mayChange = useMay('MEMBER')
  const household = useActiveHouseholdId()
  const { filters, item, act, check, filter, open, swap, close } = useListSearch()
  const pastDue = usePastDue()
  // Asked for at once, though shown after the question above it.
  useInfiniteQuery({ ...lotPages(filters), notifyOnChangeProps: [] })
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
        <FleetingNotice household={household} />
        <InventoryStats />
        {mayChange ? <QuickAdd /> : null}
        <PastDueCard lots={pastDue.lots} />
        <InOnePiece isKnown={pastDue.isKnown} className="space-y-3">
          <ListToolbar filters={filters} onFilter={filter} typed={typed} onType={setTyped} />
          <StockList filters={filters} typing={typed.trim()} onAct={onAct} onClear={clear} />
        </InOnePiece>
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
