import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, MapPinned, PartyPopper } from 'lucide-react'
import { Suspense, use, useCallback, useRef, useState } from 'react'
import { useActiveHouseholdId } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { sortByPlace } from '#domains/places/rules/list-places.ts'
import { usePlaces } from '#domains/places/web/index.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Progress } from '#platform/web/ui/progress.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { Lot } from '../../contract.ts'
import { correctQuietly } from '../api/lot-actions.ts'
import { undoChanges } from '../api/run-lot-action.ts'
import { inventoryStatsQuery, lotsAtLocationQuery } from '../api/stock-cache.ts'
import { useStockChanges } from '../live/use-live-stock.ts'
import { type CheckResult, CheckRow } from './check-row.tsx'
import { ShelfPhotoContext } from './shelf-photo-context.ts'

/** The URL value while no location is chosen. */
export const noLocation = 'all'

/** Checks stock location by location. Confirmations are recorded too, for predictions. */
export function ShelfCheck({ place, onPlace, onClose }: { place: string | null; onPlace: (place: string) => void; onClose: () => void }) {
  const shown = useRef(place)
  if (place !== null) shown.current = place
  const choosing = shown.current === null || shown.current === noLocation
  return (
    <Dialog
      open={place !== null}
      onOpenChange={(open) => open || onClose()}
      title={choosing ? t`Shelf check` : t`Shelf check: ${translateLocation(shown.current ?? '')}`}
      size="medium"
    >
      {shown.current === null ? null : choosing ? (
        <Places onPlace={onPlace} />
      ) : (
        <Shelf key={shown.current} place={shown.current} onOther={() => onPlace(noLocation)} onClose={onClose} />
      )}
    </Dialog>
  )
}

function Places({ onPlace }: { onPlace: (place: string) => void }) {
  const named = usePlaces()
  const { data, error, isPending, isFetching, refetch } = useQuery(inventoryStatsQuery())
  if (isPending) return <SkeletonRows rows={4} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  const places = sortByPlace(
    named,
    data.byLocation.filter(({ location }) => location !== ''),
  )
  if (places.length === 0)
    return (
      <EmptyState title={t`No locations yet`}>
        <Trans>Give your items a location, then check them shelf by shelf.</Trans>
      </EmptyState>
    )
  return (
    <>
      <p className="text-ink-soft">
        <Trans>Which place do you want to check?</Trans>
      </p>
      <ul className="mt-3 divide-y divide-line">
        {places.map(({ location, count }) => (
          <li key={location}>
            <button
              type="button"
              onClick={() => onPlace(location)}
              className="flex min-h-14 w-full items-center gap-3 rounded-tile px-2 text-start hover:bg-hover"
            >
              <span className="display flex-1 truncate text-lg">{translateLocation(location)}</span>
              <span className="figures text-ink-soft">{plural(count, { one: '# item', other: '# items' })}</span>
              <ChevronRight aria-hidden="true" className="size-5 text-ink-faint" />
            </button>
          </li>
        ))}
      </ul>
      <Link to="/places" className={buttonClass('plain', 'mt-2 -ms-2')}>
        <MapPinned aria-hidden="true" className="size-5" />
        <Trans>Places</Trans>
      </Link>
    </>
  )
}

function Shelf({ place, onOther, onClose }: { place: string; onOther: () => void; onClose: () => void }) {
  const household = useActiveHouseholdId()
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...lotsAtLocationQuery(place),
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const ShelfPhoto = use(ShelfPhotoContext)
  const [checked, setChecked] = useState<Record<string, CheckResult>>({})
  // Keeps lots marked as gone on screen, with their Undo.
  const seen = useRef(new Map<string, Lot>())
  useStockChanges(useCallback(() => void refetch(), [refetch]))
  if (isPending) return <SkeletonRows rows={5} />
  if (!data) return <ErrorState error={error} title={t`Failed to load inventory`} onRetry={() => void refetch()} busy={isFetching} />

  const here = Array.isArray(data) ? data : data.items
  for (const lot of here) seen.current.set(lot.id, lot)
  const ids = new Set(here.map(({ id }) => id))
  const lots = [...seen.current.values()].filter(({ id }) => ids.has(id) || checked[id])
  if (lots.length === 0)
    return (
      <EmptyState
        title={t`Nothing is stored here`}
        action={
          <Button onClick={onOther}>
            <Trans>Choose another place</Trans>
          </Button>
        }
      />
    )

  const report = (lot: Lot, quantity: number) => {
    const kind = quantity === 0 ? 'gone' : quantity === lot.quantity ? 'here' : 'fixed'
    setChecked((all) => ({ ...all, [lot.id]: { kind, quantity, seq: null } }))
    void correctQuietly(lot, quantity).then((outcome) =>
      setChecked(({ [lot.id]: _, ...rest }) => (outcome.done ? { ...rest, [lot.id]: { kind, quantity, seq: outcome.seq } } : rest)),
    )
  }
  const withdraw = (lot: Lot, seq: number) => {
    void undoChanges(household, lot.ingredient.name, [{ seq, lotIds: [lot.id] }]).then((undone) => {
      if (undone) setChecked(({ [lot.id]: _, ...rest }) => rest)
    })
  }
  const done = lots.filter(({ id }) => checked[id]).length
  return (
    <div className="space-y-4">
      <div className="space-y-2">
        <p role="status" className="figures text-ink-soft">
          <Trans>
            {done} of {lots.length} checked
          </Trans>
        </p>
        <Progress label={t`Checked`} value={done} max={lots.length} />
      </div>
      {ShelfPhoto ? (
        <Suspense fallback={null}>
          <ShelfPhoto
            place={place}
            lots={here}
            isChecked={(lot) => checked[lot.id] !== undefined}
            onConfirm={(seen) => {
              for (const lot of seen) report(lot, lot.quantity)
            }}
          />
        </Suspense>
      ) : null}
      <p className="text-sm text-ink-soft pointer-fine:hidden">
        <Trans>Swipe right if it’s still there, left if it’s gone.</Trans>
      </p>
      <ul className="divide-y divide-line overflow-x-clip">
        {lots.map((lot) => (
          <CheckRow
            key={lot.id}
            lot={lot}
            checked={checked[lot.id]}
            onReport={(quantity) => report(lot, quantity)}
            onUndo={(seq) => withdraw(lot, seq)}
          />
        ))}
      </ul>
      {done === lots.length ? (
        <EmptyState
          icon={PartyPopper}
          title={t`All checked`}
          className="py-6!"
          action={
            <span className="flex flex-wrap justify-center gap-2">
              <Button variant="quiet" onClick={onOther}>
                <Trans>Check another place</Trans>
              </Button>
              <Button onClick={onClose}>
                <Trans>Done</Trans>
              </Button>
            </span>
          }
        />
      ) : null}
    </div>
  )
}
