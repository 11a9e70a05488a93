import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpDown, Check, MapPinned, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHasRole } from '#domains/households/web/index.ts'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import type { ListedPlace } from '#domains/places/rules/list-places.ts'
import { arrangePlaces, removePlace } from '#domains/places/web/index.ts'
import { errorMessage } from '#platform/web/api/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Card } from '#platform/web/ui/card.tsx'
import { ConfirmDialog } from '#platform/web/ui/confirm-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import { Notice } from '#platform/web/ui/notice.tsx'
import { PageHeader } from '#platform/web/ui/page-header.tsx'
import { inventoryStatsQuery } from '../api/stock-cache.ts'
import { useLiveStock } from '../live/use-live-stock.ts'
import { EditPlaceDialog } from '../places/edit-place-dialog.tsx'
import { MoveAllDialog } from '../places/move-all-dialog.tsx'
import { type PlaceAction, PlaceRow } from '../places/place-row.tsx'
import { useListedPlaces } from '../places/use-listed-places.ts'

type Open = { do: PlaceAction; listed: ListedPlace } | { do: 'add' } | null

/** The places where the household keeps food, in its order. */
export function PlacesPage() {
  useLiveStock()
  const mayChange = useHasRole('MEMBER')
  const places = useListedPlaces()
  const [open, setOpen] = useState<Open>(null)
  const [isArranging, setArranging] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const attempt = (work: Promise<unknown>) => {
    setFailure(null)
    work.catch(setFailure)
  }
  const move = (at: number, by: number) => {
    const next = [...places]
    next.splice(at + by, 0, ...next.splice(at, 1))
    attempt(arrangePlaces(next))
  }
  return (
    <>
      <PageHeader
        title={t`Places`}
        hint={t`Where you keep food. Lists, filters and the shelf check follow this order.`}
        actions={
          mayChange ? (
            <Actions
              isArranging={isArranging}
              onArrange={places.length > 1 ? () => setArranging(!isArranging) : null}
              onAdd={() => setOpen({ do: 'add' })}
            />
          ) : null
        }
      />
      {failure === null ? null : <Notice tone="error">{errorMessage(failure, t`Couldn’t save the places`)}</Notice>}
      <Loaded isEmpty={places.length === 0}>
        <Card className="p-1.5! sm:p-2!">
          <ol className="divide-y divide-line" aria-label={t`Places`}>
            {places.map((listed, at) => (
              <PlaceRow
                key={listed.place?.id ?? listed.name}
                listed={listed}
                onAct={mayChange ? (action) => setOpen({ do: action, listed }) : null}
                arranging={isArranging ? { isFirst: at === 0, isLast: at === places.length - 1, onMove: (by) => move(at, by) } : null}
              />
            ))}
          </ol>
        </Card>
      </Loaded>
      <PlaceDialog open={open} places={places} onClose={() => setOpen(null)} />
    </>
  )
}

interface ActionsProps {
  isArranging: boolean
  /** Null with fewer than two places. */
  onArrange: (() => void) | null
  onAdd: () => void
}

const Actions = ({ isArranging, onArrange, onAdd }: ActionsProps) => (
  <>
    {onArrange ? (
      <Button
        variant="quiet"
        aria-pressed={isArranging}
        icon={isArranging ? <Check aria-hidden="true" className="size-5" /> : <ArrowUpDown aria-hidden="true" className="size-5" />}
        onClick={onArrange}
      >
        {isArranging ? t`Done` : t`Arrange`}
      </Button>
    ) : null}
    <Button icon={<Plus aria-hidden="true" className="size-5" />} onClick={onAdd}>
      <Trans>Add a place</Trans>
    </Button>
  </>
)

/** Shows the places once the items of each are known. */
function Loaded({ isEmpty, children }: { isEmpty: boolean; children: ReactNode }) {
  const { data, error, isPending, isFetching, refetch } = useQuery(inventoryStatsQuery())
  if (isPending) return <SkeletonRows rows={5} />
  if (!data) return <ErrorState error={error} onRetry={() => void refetch()} busy={isFetching} />
  if (!isEmpty) return children
  return (
    <EmptyState icon={MapPinned} title={t`No places yet`}>
      <Trans>Add where you keep food, or give an item a location.</Trans>
    </EmptyState>
  )
}

function PlaceDialog({ open, places, onClose }: { open: Open; places: readonly ListedPlace[]; onClose: () => void }) {
  if (open === null) return null
  if (open.do === 'add') return <EditPlaceDialog listed={null} places={places} onClose={onClose} />
  // Others may change it while the dialog is open.
  const listed = places.find(({ place, name }) => (place ? place.id === open.listed.place?.id : name === open.listed.name)) ?? open.listed
  if (open.do === 'edit') return <EditPlaceDialog listed={listed} places={places} onClose={onClose} />
  const shown = translateLocation(listed.name)
  if (open.do === 'move-all') return <MoveAllDialog listed={listed} places={places} onClose={onClose} />
  return listed.count > 0 ? (
    <MoveFirst listed={listed} places={places} onClose={onClose} />
  ) : (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t`Remove ${shown}?`}
      confirmLabel={t`Remove`}
      danger
      fallback={t`Couldn’t save the places`}
      onConfirm={() => removePlace(listed)}
    >
      <Trans>It’s empty. You can add it again at any time.</Trans>
    </ConfirmDialog>
  )
}

/** Says that a place must be empty before it is removed, and offers to empty it. */
function MoveFirst({ listed, places, onClose }: { listed: ListedPlace; places: readonly ListedPlace[]; onClose: () => void }) {
  const [isMoving, setMoving] = useState(false)
  if (isMoving) return <MoveAllDialog listed={listed} places={places} onClose={onClose} />
  const shown = translateLocation(listed.name)
  return (
    <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} title={t`Remove ${shown}?`} size="small">
      <p>
        {plural(listed.count, {
          one: 'It still holds # item. Move everything to another place first.',
          other: 'It still holds # items. Move everything to another place first.',
        })}
      </p>
      <Button className="mt-4 w-full" onClick={() => setMoving(true)}>
        <Trans>Move everything</Trans>
      </Button>
    </Dialog>
  )
}
