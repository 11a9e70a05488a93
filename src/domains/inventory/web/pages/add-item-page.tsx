import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { PackagePlus, ScanBarcode } from 'lucide-react'
import { useState } from 'react'
import { z } from 'zod'
import { useHasRole } from '#domains/households/web/index.ts'
import { getIngredient } from '#domains/ingredients/contract/index.ts'
import { IngredientGlyph } from '#domains/ingredients/web/index.ts'
import { isCalendarDate } from '#platform/shared/calendar.ts'
import { Unit } from '#platform/shared/units.ts'
import { useEndpointQuery } from '#platform/web/api/query-cache.ts'
import { navigate } from '#platform/web/ui/browser-location.ts'
import { Card, CardHeader } from '#platform/web/ui/card.tsx'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { useSearch } from '#platform/web/ui/router.tsx'
import { DateKind } from '../../contract.ts'
import { AddForm } from '../add-item/add-form.tsx'
import type { AddStart } from '../add-item/add-form-values.ts'
import { QuickAdd } from '../add-item/quick-add.tsx'
import { type AddedLot, offerAddUndo } from '../api/add-lot.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { useLiveStock } from '../live/use-live-stock.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined)

const ScannedAmount = z.object({ quantity: z.coerce.number().positive(), unit: Unit })

/**
 * Parses the URL that a scan leads to: `ingredient` is an existing ingredient's id; `name`, `date`, amount and price were read from the
 * package or the photo `scan`, and `label` is the code of a label to put on it.
 */
function readStart(search: Record<string, unknown>) {
  const date = text(search['date'])
  const kind = DateKind.safeParse(search['dateKind'])
  const amount = ScannedAmount.safeParse({ quantity: search['quantity'], unit: search['unit'] })
  const price = z.coerce.number().positive().safeParse(search['price'])
  return {
    id: text(search['ingredient']),
    scan: text(search['scan']),
    label: text(search['label']),
    name: text(search['name']),
    barcode: text(search['barcode']),
    date: isCalendarDate(date) ? date : undefined,
    dateKind: kind.data,
    amount: amount.data,
    price: price.data,
    location: text(search['location']),
    edit: search['edit'] !== undefined,
  }
}

/** Runs after an item was added for the scanned photo with the id `scan`. */
type OnScanned = (scan: string, added: AddedLot) => void

/** Runs after an item was added for the label with the code `label`. */
type OnLabeled = (label: string, added: AddedLot) => void

interface PageProps {
  onScanned?: OnScanned
  onLabeled?: OnLabeled
  /** The store of the user's trip; null if unknown. */
  tripStoreId?: string | null
}

/** Adds items by hand or after a scan. */
export function AddItemPage({ onScanned, onLabeled, tripStoreId = null }: PageProps = {}) {
  useLiveStock()
  const mayChange = useHasRole('MEMBER')
  const { id, scan, label, ...start } = readStart(useSearch())
  return (
    <>
      <PageHeader title={t`Add Item`} hint={t`Add something to your inventory`} />
      {mayChange ? (
        <Adding
          id={id}
          start={start}
          tripStoreId={tripStoreId}
          onAdded={(added) => {
            if (scan !== undefined) onScanned?.(scan, added)
            if (label !== undefined) onLabeled?.(label, added)
          }}
          onDone={() => navigate(label === undefined ? { to: '/inventory' } : { to: '/l', search: { code: label } })}
        />
      ) : (
        <Card>
          <EmptyState title={t`You have view-only access`}>
            <Trans>Ask an owner or admin to make you a member.</Trans>
          </EmptyState>
        </Card>
      )}
    </>
  )
}

interface AddingProps {
  id: string | undefined
  start: AddStart
  tripStoreId: string | null
  onAdded: (added: AddedLot) => void
  /** Runs after the last item. */
  onDone: () => void
}

function Adding({ id, start, tripStoreId, onAdded: onOneAdded, onDone }: AddingProps) {
  const [added, setAdded] = useState<AddedLot[]>([])
  const {
    data: ingredient,
    error,
    isLoading,
    isFetching,
    refetch,
  } = useEndpointQuery(getIngredient, { params: { id: id ?? '' } }, { enabled: id !== undefined })
  const onAdded = (one: AddedLot, another: boolean) => {
    onOneAdded(one)
    offerAddUndo([one], () => setAdded((all) => all.filter(({ lot }) => lot.id !== one.lot.id)))
    if (another) {
      setAdded((all) => [one, ...all])
      // Clears the URL, so that a reload doesn't fill in the added item again.
      navigate({ to: '.', search: {}, replace: true, keepScroll: true })
    } else onDone()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="space-y-4">
        {start.barcode && !ingredient && id === undefined ? <UnknownCode code={start.barcode} /> : null}
        {isLoading ? (
          <Card flush>
            <SkeletonRows rows={4} />
          </Card>
        ) : error && !ingredient ? (
          <Card flush>
            <ErrorState error={error} title={t`Couldn’t load the scanned item`} onRetry={() => void refetch()} busy={isFetching} />
          </Card>
        ) : (
          <AddForm
            key={`${id} ${start.barcode} ${start.name}`}
            start={{ ...start, ingredient }}
            tripStoreId={tripStoreId}
            onAdded={onAdded}
          />
        )}
      </div>
      <aside className="space-y-5">
        <Card>
          <CardHeader title={t`Add several at once`} className="mb-1" />
          <p className="mb-3 text-sm text-ink-soft">
            <Trans>One item per line, or separated by commas. You can review before adding.</Trans>
          </p>
          <QuickAdd />
        </Card>
        {added.length > 0 ? <JustAdded added={added} /> : null}
      </aside>
    </div>
  )
}

function UnknownCode({ code }: { code: string }) {
  return (
    <Notice>
      <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Trans>We don’t recognize this barcode yet. Name it once and we’ll remember it.</Trans>
        <span className="figures inline-flex items-center gap-1.5 text-ink-soft">
          <ScanBarcode aria-hidden="true" className="size-4.5" />
          {code}
        </span>
      </span>
    </Notice>
  )
}

function JustAdded({ added }: { added: readonly AddedLot[] }) {
  const { parts } = useLotAmount()
  return (
    <Card>
      <CardHeader title={t`Just added`} icon={PackagePlus} />
      <ul className="mt-1 divide-y divide-line">
        {added.map(({ lot }) => (
          <li key={lot.id} className="flex items-center gap-3 py-2.5">
            <IngredientGlyph name={lot.ingredient.name} category={lot.ingredient.category} size="small" />
            <span className="min-w-0 flex-1 truncate">{lot.ingredient.name}</span>
            <LargeAmount {...parts(lot)} className="items-end" />
          </li>
        ))}
      </ul>
    </Card>
  )
}
