import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ListX, SearchX, Sparkles, Truck } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { useRepeatWords } from '../api/recurring-items.ts'
import { type ListState, useUnsyncedRows } from '../api/use-list.ts'
import { groupByAisle, isNarrowed, type ListFilters } from './list-entries.ts'
import { ListRows } from './list-rows.tsx'
import { ListTable } from './list-table.tsx'
import { countWords } from './messages.ts'

interface CardProps {
  list: ListState
  shown: readonly ShoppingItem[]
  /** Rows to buy in other stores only; folded unless the list is narrowed. */
  elsewhere: readonly ShoppingItem[]
  filters: ListFilters
  canEdit: boolean
  /** The id of the row to mark. */
  marked: string | null
  isGenerating: boolean
  onOpen: (item: ShoppingItem) => void
  onClearFilters: () => void
  /** Null on a list that isn't generated. */
  onGenerate: (() => void) | null
}

/** The rows by aisle. */
export function ListCard({ list, shown, elsewhere, filters, canEdit, marked, ...handlers }: CardProps) {
  const sunk = useSunkRows(list.items)
  const [isUnfolded, setIsUnfolded] = useState(false)
  const isOpen = isUnfolded || isNarrowed(filters)
  const [expanded, toggle] = useExpanded()
  const entries = useMemo(
    () => groupByAisle(shown, sunk, { items: elsewhere, isOpen }, expanded),
    [shown, sunk, elsewhere, isOpen, expanded],
  )
  const unsynced = useUnsyncedRows(list.household)
  const repeatWords = useRepeatWords()
  const isWide = useIsWide()

  if (list.items === null) {
    return (
      <Card flush>
        {list.failure === null || list.isFetching ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState error={list.failure} title={t`Failed to load shopping list`} onRetry={list.refresh} busy={list.isFetching} />
        )}
      </Card>
    )
  }
  if (list.items.length === 0) return <EmptyList canEdit={canEdit} isGenerating={handlers.isGenerating} onGenerate={handlers.onGenerate} />
  if (shown.length + elsewhere.length === 0) {
    return (
      <Card flush>
        <EmptyState
          icon={SearchX}
          title={t`No shopping list items`}
          action={
            <Button variant="quiet" onClick={handlers.onClearFilters}>
              <Trans>Clear search and filters</Trans>
            </Button>
          }
        >
          <Trans>No items match your search.</Trans>
        </EmptyState>
      </Card>
    )
  }
  const Rows = isWide ? ListTable : ListRows
  return (
    <Card flush>
      <p role="status" className="sr-only">
        {isNarrowed(filters) ? countWords(shown.length + elsewhere.length) : ''}
      </p>
      <Rows
        entries={entries}
        unsynced={unsynced}
        repeatWords={repeatWords}
        canEdit={canEdit}
        marked={marked}
        onOpen={handlers.onOpen}
        onToggle={toggle}
        onFold={() => setIsUnfolded(!isUnfolded)}
      />
    </Card>
  )
}

/** The ids of the first of several rows that are shown one by one, and what shows or hides them. */
function useExpanded(): [ReadonlySet<string>, (item: ShoppingItem) => void] {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(() => new Set())
  const toggle = useCallback(
    ({ id }: ShoppingItem) => setExpanded((ids) => new Set(ids.has(id) ? [...ids].filter((other) => other !== id) : [...ids, id])),
    [],
  )
  return [expanded, toggle]
}

/** How long rows stay after the last change, so that none moves under a finger. */
const sinkAfterMs = 1000

/** Returns the ids of the checked rows that have moved to the end. */
function useSunkRows(items: readonly ShoppingItem[] | null): ReadonlySet<string> {
  const checked = (items ?? [])
    .filter(({ isChecked }) => isChecked)
    .map(({ id }) => id)
    .join(' ')
  const [sunk, setSunk] = useState(checked)
  useEffect(() => {
    const timer = setTimeout(() => setSunk(checked), sinkAfterMs)
    return () => clearTimeout(timer)
  }, [checked])
  return useMemo(() => new Set(sunk === '' ? [] : sunk.split(' ')), [sunk])
}

interface CheckedProps {
  isWide: boolean
  isSending: boolean
  /** Null if nothing can be sent. */
  onAddToInstacart: (() => void) | null
  onClearChecked: () => void
}

/** Actions for the checked rows. */
export const CheckedActions = ({ isWide, isSending, onClearChecked, onAddToInstacart }: CheckedProps) => (
  <>
    <Button
      variant={isWide ? 'quiet' : 'plain'}
      icon={<ListX aria-hidden="true" className="size-5 max-sm:hidden" />}
      onClick={onClearChecked}
      className="shrink-0 whitespace-nowrap max-md:-me-2 max-md:ms-auto max-md:px-2! max-md:py-0! max-md:text-sm"
    >
      <Trans>Clear Checked</Trans>
    </Button>
    {isWide && onAddToInstacart ? (
      <Button
        variant="quiet"
        busy={isSending}
        icon={<Truck aria-hidden="true" className="size-5" />}
        onClick={onAddToInstacart}
        className="whitespace-nowrap"
      >
        <Trans>Add to Instacart</Trans>
      </Button>
    ) : null}
  </>
)

const EmptyList = ({ canEdit, isGenerating, onGenerate }: Pick<CardProps, 'canEdit' | 'isGenerating' | 'onGenerate'>) => (
  <Card flush>
    <EmptyState
      icon={Sparkles}
      title={t`No shopping list items`}
      action={
        canEdit && onGenerate ? (
          <Button busy={isGenerating} busyLabel={t`Generating...`} onClick={onGenerate}>
            <Trans>Add what’s running low</Trans>
          </Button>
        ) : null
      }
    >
      {onGenerate ? <Trans>Add items, or let Larder add what’s running low.</Trans> : <Trans>Add what you need here.</Trans>}
    </EmptyState>
  </Card>
)
