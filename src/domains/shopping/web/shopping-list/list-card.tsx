import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { ListX, SearchX, Sparkles, Truck } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { useIsWide } from '#platform/web/ui/use-is-wide.ts'
import type { ShoppingItem } from '../../contract/index.ts'
import { type ListState, useUnsyncedRows } from '../api/use-list.ts'
import { groupByAisle, isNarrowed, type ListFilters } from './list-entries.ts'
import { ListRows } from './list-rows.tsx'
import { ListTable } from './list-table.tsx'
import { countWords } from './messages.ts'

interface CardProps {
  list: ListState
  shown: readonly ShoppingItem[]
  checked: readonly ShoppingItem[]
  filters: ListFilters
  canEdit: boolean
  isSending: boolean
  isGenerating: boolean
  onOpen: (item: ShoppingItem) => void
  onClearFilters: () => void
  onClearChecked: () => void
  onAddToInstacart: () => void
  onGenerate: () => void
}

/** The rows by aisle, and the actions for the checked ones. */
export function ListCard({ list, shown, checked, filters, canEdit, ...handlers }: CardProps) {
  const entries = useMemo(() => groupByAisle(shown), [shown])
  const unsynced = useUnsyncedRows(list.household)
  const isWide = useIsWide()

  if (list.items === null) {
    return (
      <Card flush>
        {list.failure === null || list.isFetching ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState
            error={list.failure}
            title={t`Failed to load shopping list`}
            onRetry={() => list.replica?.refresh()}
            busy={list.isFetching}
          />
        )}
      </Card>
    )
  }
  if (list.items.length === 0) return <EmptyList canEdit={canEdit} isGenerating={handlers.isGenerating} onGenerate={handlers.onGenerate} />
  if (shown.length === 0) {
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
  const basket = canEdit ? <CheckedActions isWide={isWide} total={list.items.length} checked={checked.length} {...handlers} /> : null
  return (
    <>
      <Card flush className={canEdit ? 'max-md:rounded-b-none max-md:border-b-0' : ''}>
        <p role="status" className="sr-only">
          {isNarrowed(filters) ? countWords(shown.length) : ''}
        </p>
        {isWide ? basket : null}
        <Rows entries={entries} unsynced={unsynced} canEdit={canEdit} onOpen={handlers.onOpen} />
      </Card>
      {isWide ? null : basket}
    </>
  )
}

/** Actions for the checked rows: above the table, or at the bottom on a phone. */
function CheckedActions({
  isWide,
  total,
  checked,
  isSending,
  onClearChecked,
  onAddToInstacart,
}: { isWide: boolean; total: number; checked: number } & Pick<CardProps, 'isSending' | 'onClearChecked' | 'onAddToInstacart'>) {
  return (
    <div
      className={clsx(
        'flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line bg-card',
        isWide ? 'border-b py-2 ps-5 pe-3' : 'mt-0! rounded-b-card border px-3 py-2.5',
        // Sticky once an action is available.
        checked > 0 &&
          (isWide ? 'sticky top-15 z-10' : 'sticky bottom-[calc(var(--bar)+0.5rem)] z-10 rail:bottom-3 [@media(max-height:40rem)]:static'),
      )}
    >
      <p className="figures text-sm text-ink-soft max-sm:sr-only">
        <Trans>
          {checked} of {total} checked
        </Trans>
      </p>
      <div className="flex flex-wrap gap-2 max-sm:w-full">
        <Button
          variant="quiet"
          disabled={checked === 0}
          icon={<ListX aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={onClearChecked}
          className="whitespace-nowrap max-sm:flex-1 max-sm:px-1!"
        >
          <Trans>Clear Checked</Trans>
        </Button>
        <Button
          variant="quiet"
          busy={isSending}
          icon={<Truck aria-hidden="true" className="size-5 max-sm:hidden" />}
          onClick={onAddToInstacart}
          className="whitespace-nowrap max-sm:flex-1 max-sm:px-1!"
        >
          <Trans>Add to Instacart</Trans>
        </Button>
      </div>
    </div>
  )
}

const EmptyList = ({ canEdit, isGenerating, onGenerate }: Pick<CardProps, 'canEdit' | 'isGenerating' | 'onGenerate'>) => (
  <Card flush>
    <EmptyState
      icon={Sparkles}
      title={t`No shopping list items`}
      action={
        canEdit ? (
          <Button busy={isGenerating} busyLabel={t`Generating...`} onClick={onGenerate}>
            <Trans>Add what’s running low</Trans>
          </Button>
        ) : null
      }
    >
      <Trans>Add items above, or let Larder add what’s running low.</Trans>
    </EmptyState>
  </Card>
)
