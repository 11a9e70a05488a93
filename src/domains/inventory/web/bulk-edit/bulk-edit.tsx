import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { LocationLabel } from '#domains/ingredients/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { SelectionList, useSelection } from '#platform/web/ui/selection.tsx'
import { type BulkEdit as Edit, type Lot, maxBulkEdit } from '../../contract.ts'
import type { LotFilters } from '../../rules/list-lots.ts'
import { formatLotAmount } from '../../rules/lot-amount.ts'
import { editLots } from '../api/edit-lots.ts'
import { flattenLotPages, lotPagesQuery } from '../api/stock-cache.ts'
import { LotExpiryBadge } from '../fields/lot-badges.tsx'
import { BulkEditDialog, type BulkEditForm } from './bulk-edit-dialog.tsx'

interface BulkEditProps {
  filters: LotFilters
  /** The lot selected first; null for none. */
  first: string | null
  onDone: () => void
}

/** Selects items of the filtered stock, to do one thing to all of them. */
export function BulkEdit({ filters, first, onDone }: BulkEditProps) {
  const { lots, isPending, isComplete, error, refetch } = useAllLots(filters)
  const today = useToday()
  const [form, setForm] = useState<BulkEditForm | null>(null)
  const selection = useSelection(lots, { first, isComplete, onEscape: form === null ? onDone : null })
  const { chosen } = selection
  const edit = (what: Edit) => {
    void editLots(chosen, what)
    onDone()
  }
  if (isPending)
    return (
      <Card flush>
        <SkeletonRows rows={8} />
      </Card>
    )
  if (error)
    return (
      <Card flush>
        <ErrorState error={error} title={t`Failed to load inventory`} onRetry={() => void refetch()} />
      </Card>
    )
  const isTooMany = chosen.length > maxBulkEdit
  return (
    <>
      <SelectionList
        selection={selection}
        label={t`Inventory`}
        emptyTitle={t`No inventory items`}
        warning={isTooMany ? t`Choose at most ${maxBulkEdit} items at once.` : null}
        actions={<BulkActions isDisabled={chosen.length === 0 || isTooMany} chosen={chosen} onForm={setForm} onEdit={edit} />}
        renderRow={(lot) => <RowText lot={lot} today={today} />}
        onCancel={onDone}
      />
      {form ? <BulkEditDialog form={form} count={chosen.length} onEdit={edit} onClose={() => setForm(null)} /> : null}
    </>
  )
}

/** Loads every page, so that all that the filters show can be selected. */
function useAllLots(filters: LotFilters) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage, refetch } = useInfiniteQuery(
    lotPagesQuery(filters),
  )
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const lots = useMemo(() => flattenLotPages(data), [data])
  return { lots, isPending, isComplete: !hasNextPage, error: data ? null : error, refetch }
}

function BulkActions({
  isDisabled,
  chosen,
  onForm,
  onEdit,
}: {
  isDisabled: boolean
  chosen: readonly Lot[]
  onForm: (form: BulkEditForm) => void
  onEdit: (edit: Edit) => void
}) {
  const isShared = chosen.length > 0 && chosen.every((lot) => lot.isShared)
  return (
    <>
      <Button variant="quiet" disabled={isDisabled} onClick={() => onForm('move')}>
        <Trans>Move</Trans>
      </Button>
      <Button variant="quiet" disabled={isDisabled} onClick={() => onForm('date')}>
        <Trans>Date</Trans>
      </Button>
      <Button variant="quiet" disabled={isDisabled} onClick={() => onEdit({ do: 'share', isShared: !isShared })}>
        {isShared ? t`Stop sharing` : t`Share`}
      </Button>
      <Button variant="quiet" disabled={isDisabled} onClick={() => onForm('discard')}>
        <Trans>Discard</Trans>
      </Button>
    </>
  )
}

const RowText = ({ lot, today }: { lot: Lot; today: CalendarDate }) => (
  <span className="flex flex-wrap items-center gap-x-3">
    <span className="display min-w-[min(100%,6rem)] flex-1 wrap-anywhere">{lot.ingredient.name}</span>
    <span className="figures">{formatLotAmount(lot)}</span>
    <span className="flex w-full flex-wrap items-center justify-between gap-x-2 text-sm text-ink-soft">
      <LotExpiryBadge lot={lot} today={today} className="py-0.5!" />
      <LocationLabel location={lot.location} storage={lot.storage} className="min-w-0" />
    </span>
  </span>
)
