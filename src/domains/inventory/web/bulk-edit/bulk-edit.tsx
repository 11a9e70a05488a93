import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { LocationLabel } from '#domains/ingredients/web/index.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { Checkbox } from '#platform/web/ui/form-fields.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { useVirtualRows } from '#platform/web/ui/use-virtual-rows.ts'
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
  const [selected, setSelected] = useState<ReadonlySet<string>>(() => new Set(first === null ? [] : [first]))
  const [form, setForm] = useState<BulkEditForm | null>(null)
  const chosen = useMemo(() => lots.filter(({ id }) => selected.has(id)), [lots, selected])
  const toggle = (id: string) =>
    setSelected((ids) => (ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id])))
  const isAll = isComplete && chosen.length === lots.length
  const selectAll = () => setSelected(new Set(isAll ? [] : lots.map(({ id }) => id)))
  const edit = (what: Edit) => {
    void editLots(chosen, what)
    onDone()
  }
  useSelectionKeys(selectAll, form === null ? onDone : null)
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
  return (
    <Card flush>
      <div className="sticky top-15 z-10 space-y-1 rounded-t-card border-b border-line bg-card px-3 py-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label={isComplete ? t`Select all ${lots.length}` : t`Select all`}
            checked={isAll && lots.length > 0}
            disabled={!isComplete || lots.length === 0}
            onChange={selectAll}
          />
          <span role="status" className="figures ms-auto text-sm text-ink-soft">
            {plural(chosen.length, { one: '# selected', other: '# selected' })}
          </span>
          <Button variant="plain" onClick={onDone}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
        {chosen.length > maxBulkEdit ? <Notice tone="error">{t`Choose at most ${maxBulkEdit} items at once.`}</Notice> : null}
        <BulkActions isDisabled={chosen.length === 0 || chosen.length > maxBulkEdit} chosen={chosen} onForm={setForm} onEdit={edit} />
      </div>
      {lots.length === 0 ? (
        <EmptyState icon={SearchX} title={t`No inventory items`} />
      ) : (
        <Rows lots={lots} selected={selected} onToggle={toggle} />
      )}
      {form ? <BulkEditDialog form={form} count={chosen.length} onEdit={edit} onClose={() => setForm(null)} /> : null}
    </Card>
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

/** Ctrl+A selects all, Escape ends the selection. */
function useSelectionKeys(selectAll: () => void, onEscape: (() => void) | null): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'
      if (isTyping || onEscape === null) return
      if (event.key === 'Escape') onEscape()
      if (event.key.toLowerCase() !== 'a' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      selectAll()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [selectAll, onEscape])
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
    <div className="flex flex-wrap gap-2 pb-1 *:flex-auto max-sm:*:px-2! sm:*:flex-none">
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
    </div>
  )
}

const nothing = () => {}

function Rows({ lots, selected, onToggle }: { lots: readonly Lot[]; selected: ReadonlySet<string>; onToggle: (id: string) => void }) {
  const today = useToday()
  const { box, shown, before, after, measure } = useVirtualRows(lots.length, 57, nothing)
  return (
    <div ref={box}>
      <ul aria-label={t`Inventory`} style={{ paddingTop: before, paddingBottom: after }}>
        {shown.map(({ index }) => {
          const lot = lots[index]
          return lot ? (
            <li ref={measure} key={lot.id} data-index={index} className="border-b border-line px-3 last:border-b-0 hover:bg-hover/60">
              <Checkbox
                checked={selected.has(lot.id)}
                onChange={() => onToggle(lot.id)}
                className="min-h-14 py-1 [&>span:last-child]:min-w-0 [&>span:last-child]:flex-1"
                label={
                  <span className="flex flex-wrap items-center gap-x-3">
                    <span className="display min-w-[min(100%,6rem)] flex-1 wrap-anywhere">{lot.ingredient.name}</span>
                    <span className="figures">{formatLotAmount(lot)}</span>
                    <span className="flex w-full flex-wrap items-center justify-between gap-x-2 text-sm text-ink-soft">
                      <LotExpiryBadge lot={lot} today={today} className="py-0.5!" />
                      <LocationLabel location={lot.location} storage={lot.storage} className="min-w-0" />
                    </span>
                  </span>
                }
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}
