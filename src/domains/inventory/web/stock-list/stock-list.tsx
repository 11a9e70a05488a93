import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Refrigerator, SearchX } from 'lucide-react'
import { memo, useCallback, useMemo, useState } from 'react'
import { useHasRole, useToday } from '#domains/households/web/index.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import { ShowMoreFailed } from '#platform/web/ui/show-more.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { Lot } from '../../contract.ts'
import { groupLots, rowsOfGroups, sortGroups } from '../../rules/group-lots.ts'
import { type LotFilters, matchesFilters } from '../../rules/list-lots.ts'
import { flattenLotPages, lotPagesQuery } from '../api/stock-cache.ts'
import type { LotSheetView } from '../lot-sheet/lot-sheet-views.ts'
import { LotList } from './lot-list.tsx'
import { useIsLow } from './lot-marks.tsx'
import { LotTable } from './lot-table.tsx'

interface StockListProps {
  filters: LotFilters
  /** The text in the search box. Filters the loaded rows until the server responds. */
  typing: string
  onAct: (lot: Lot, act: LotSheetView) => void
  onSelect: (lot: Lot) => void
  onClear: () => void
  /** Adds what a line says; undefined for viewers. */
  onAdd: ((line: string) => void) | undefined
}

/** The filtered stock, loaded page by page. */
export const StockList = memo(function StockList({ filters, typing, onAct, onSelect, onClear, onAdd }: StockListProps) {
  const today = useToday()
  const mayChange = useHasRole('MEMBER')
  const isLow = useIsLow()
  const isWide = useIsWide()
  const list = useInfiniteQuery(lotPagesQuery(filters))
  const { data, error, isPending, isFetching, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const fetched = useMemo(() => flattenLotPages(data), [data])
  const waiting = typing !== (filters.search ?? '')
  const lots = useMemo(
    () => (waiting ? fetched.filter((lot) => matchesFilters(lot, { ...filters, search: typing })) : fetched),
    [fetched, waiting, filters, typing],
  )
  const [expanded, toggle] = useExpanded()
  const rows = useMemo(() => {
    const groups = groupLots(lots)
    // What isn't loaded yet would change the sums.
    return rowsOfGroups(hasNextPage ? groups : sortGroups(groups, filters), expanded)
  }, [lots, expanded, hasNextPage, filters])
  const more = useCallback(() => {
    // The user retries a failed page, since the end of the list would retry it forever.
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])

  if (isPending) {
    return (
      <Card flush>
        <SkeletonRows rows={8} />
      </Card>
    )
  }
  if (!data) {
    return (
      <Card flush>
        <ErrorState error={error} title={t`Failed to load inventory`} onRetry={() => void refetch()} busy={isFetching} />
      </Card>
    )
  }
  const { sort: _sort, order: _order, ...narrowing } = filters
  const narrowed = typing !== '' || Object.keys(narrowing).length > 0
  if (lots.length === 0 && !(waiting && isFetching))
    return (
      <Card flush>{narrowed ? <NothingFound onClear={onClear} typed={typing} onAdd={onAdd} /> : <NothingYet mayChange={mayChange} />}</Card>
    )

  const Rows = isWide ? LotTable : LotList
  return (
    <Card flush>
      <p role="status" className="sr-only">
        {hasNextPage ? t`More than ${lots.length} items` : plural(lots.length, { one: '# item', other: '# items' })}
      </p>
      <Rows
        rows={rows}
        today={today}
        isLow={isLow}
        mayChange={mayChange}
        onAct={onAct}
        onSelect={onSelect}
        onToggle={toggle}
        onNearEnd={more}
        isComplete={!hasNextPage}
      />
      {isFetchNextPageError ? <ShowMoreFailed list={list} /> : isFetchingNextPage ? <SkeletonRows rows={2} /> : null}
    </Card>
  )
})

/** The ids of the ingredients whose lots are shown, and what shows or hides them. */
function useExpanded(): [ReadonlySet<string>, (ingredientId: string) => void] {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set())
  const toggle = useCallback(
    (id: string) => setExpanded((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    [],
  )
  return [expanded, toggle]
}

const NothingYet = ({ mayChange }: { mayChange: boolean }) => (
  <EmptyState
    icon={Refrigerator}
    title={t`No inventory items`}
    action={
      mayChange ? (
        <Link to="/inventory/add" className={buttonClass()}>
          <Plus aria-hidden="true" className="size-5" />
          <Trans>Add Item</Trans>
        </Link>
      ) : null
    }
  >
    <Trans>Items you add appear here, soonest to expire first.</Trans>
  </EmptyState>
)

/** Whether a text is more than a name: `2 l milk, 6 eggs`. No item is called so. */
const isLine = (typed: string) => /[\d,;]/.test(typed)

function NothingFound({ onClear, typed, onAdd }: { onClear: () => void; typed: string; onAdd: StockListProps['onAdd'] }) {
  const toAdd = typed === '' ? undefined : onAdd
  const isNew = toAdd !== undefined && isLine(typed)
  return (
    <EmptyState
      icon={isNew ? Plus : SearchX}
      title={isNew ? t`Ready to add` : t`No inventory items`}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {toAdd ? (
            <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={() => toAdd(typed)} className="wrap-anywhere">
              {t`Add “${typed}”`}
            </Button>
          ) : null}
          {isNew ? null : (
            <Button variant="quiet" onClick={onClear}>
              <Trans>Clear search and filters</Trans>
            </Button>
          )}
        </span>
      }
    >
      {isNew ? <Trans>You can check everything before it’s added.</Trans> : <Trans>No items match your search.</Trans>}
    </EmptyState>
  )
}
