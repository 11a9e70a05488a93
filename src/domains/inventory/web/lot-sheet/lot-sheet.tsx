import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useHasRole } from '#domains/households/web/index.ts'
import type { Storage } from '#domains/ingredients/contract/index.ts'
import { storedLocation, translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { StorageChoice, storageWords } from '#domains/ingredients/web/index.ts'
import { changedFields } from '#platform/web/api/concurrent-edits.ts'
import { useForm } from '#platform/web/forms/use-form.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/load-states.tsx'
import type { Lot } from '../../contract.ts'
import { LocationInput } from '../add-item/location-input.tsx'
import { move } from '../api/lot-actions.ts'
import { cachedLot, lotQuery } from '../api/stock-cache.ts'
import { CorrectPanel, SplitPanel, UsePanel } from './amount-panels.tsx'
import { LotDetail } from './lot-detail.tsx'
import { DiscardPanel, RemovePanel } from './lot-discard.tsx'
import { EditPanel } from './lot-edit.tsx'
import type { LotSheetView } from './lot-sheet-views.ts'
import { Panel } from './panel.tsx'
import { WeighPanel } from './weigh-panel.tsx'

const titles: Record<LotSheetView, (name: string) => string> = {
  detail: (name) => name,
  use: (name) => t`Use ${name}`,
  move: (name) => t`Move ${name}`,
  split: (name) => t`Split ${name}`,
  correct: (name) => t`How much ${name} do you have?`,
  weigh: (name) => t`Weigh ${name}`,
  discard: (name) => t`Discard ${name}`,
  edit: (name) => t`Edit ${name}`,
  remove: (name) => t`Delete ${name}?`,
}

/** `onDone` runs after the action, `onBack` after a cancel. */
export interface PanelProps {
  lot: Lot
  onDone: () => void
  onBack: () => void
}

/** Shows one item's details and actions. */
export function LotSheet({
  id,
  act,
  onAct,
  onClose,
}: {
  id: string | null
  act: LotSheetView
  onAct: (act: LotSheetView) => void
  onClose: () => void
}) {
  const mayChange = useHasRole('MEMBER')
  // Keeps the content while the sheet slides out.
  const last = useRef({ id, act })
  if (id !== null) last.current = { id, act }
  const content = last.current
  const top = useRef<HTMLDivElement>(null)
  // A link may request an action that a viewer may not do.
  const shown = mayChange ? content.act : 'detail'
  return (
    <Dialog
      open={id !== null}
      onOpenChange={(open) => open || onClose()}
      title={<Title id={content.id} act={shown} />}
      size={shown === 'edit' ? 'medium' : 'small'}
      // The details have fields at their end, which would scroll the actions out of view.
      {...(shown === 'detail' ? { initialFocus: top } : {})}
    >
      {content.id === null ? null : (
        <div ref={top} tabIndex={-1} className="outline-none">
          <LotPanel key={content.id} id={content.id} act={shown} initialAct={content.act} onAct={onAct} onClose={onClose} />
        </div>
      )}
    </Dialog>
  )
}

const useLotNow = (id: string) => useQuery({ ...lotQuery(id), placeholderData: () => cachedLot(id) })

function Title({ id, act }: { id: string | null; act: LotSheetView }) {
  const { data: lot } = useQuery({ ...lotQuery(id ?? ''), enabled: id !== null, placeholderData: () => cachedLot(id ?? '') })
  return titles[act](lot?.ingredient.name ?? t`Item`)
}

interface OpenSheet {
  id: string
  act: LotSheetView
  /** Leaving the panel that the sheet opened with closes it; leaving another shows the details. */
  initialAct: LotSheetView
  onAct: (act: LotSheetView) => void
  onClose: () => void
}

function LotPanel({ id, act, initialAct, onAct, onClose }: OpenSheet) {
  const { data: lot, error, refetch, isFetching } = useLotNow(id)
  const first = useRef(initialAct)
  if (!lot)
    return error ? (
      <ErrorState error={error} title={t`Couldn’t load this item`} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows rows={3} />
    )
  if (lot.state !== 'active')
    return (
      <EmptyState title={endedTitles[lot.state]}>
        <Trans>This item is no longer in your inventory. You can restore it from History.</Trans>
      </EmptyState>
    )
  const panel: PanelProps = { lot, onDone: onClose, onBack: () => (first.current === 'detail' ? onAct('detail') : onClose()) }
  switch (act) {
    case 'use':
      return <UsePanel {...panel} />
    case 'move':
      return <MovePanel {...panel} />
    case 'split':
      return <SplitPanel {...panel} />
    case 'correct':
      return <CorrectPanel {...panel} />
    case 'weigh':
      return <WeighPanel {...panel} />
    case 'discard':
      return <DiscardPanel {...panel} />
    case 'edit':
      return <EditPanel {...panel} />
    case 'remove':
      return <RemovePanel {...panel} onDiscard={() => onAct('discard')} />
    default:
      return <LotDetail lot={lot} onAct={onAct} onDone={onClose} />
  }
}

const endedTitles: Record<Exclude<Lot['state'], 'active'>, string> = {
  used: t`Used up`,
  discarded: t`Discarded`,
  removed: t`Deleted`,
  given: t`Given away`,
}

const notes: Partial<Record<Storage, (from: Storage) => string | null>> = {
  FREEZER: (from) => (from === 'FREEZER' ? null : t`Freezing extends its life. A use-by date still applies.`),
  FRIDGE: (from) => (from === 'FREEZER' ? t`Once thawed, the remaining days start counting again.` : null),
  PANTRY: (from) => (from === 'FREEZER' ? t`Once thawed, the remaining days start counting again.` : null),
}

const placeOf = ({ storage, location }: Pick<Lot, 'storage' | 'location'>) => ({ storage, location })
const shownPlaceOf = (lot: Lot) => ({ ...placeOf(lot), location: translateLocation(lot.location) })

function MovePanel({ lot, onDone, onBack }: PanelProps) {
  const { field, control, getValues, setValue, leave, submit } = useForm({ row: lot, fieldsOf: shownPlaceOf, onClose: onBack })
  const storage = useWatch({ control, name: 'storage' })
  const note = notes[storage]?.(lot.storage) ?? null
  const save = submit(
    (place) => {
      const to = changedFields(placeOf(lot), { storage: place.storage, location: storedLocation(place.location.trim()) })
      if (Object.keys(to).length > 0) void move(lot, to)
      onDone()
    },
    () => t`Couldn’t save ${lot.ingredient.name}`,
  )
  const choose = (next: Storage) => {
    setValue('storage', next, { shouldDirty: true })
    // The old location isn't in the new storage, so suggest the storage's own name.
    if (next !== lot.storage && getValues('location') === shownPlaceOf(lot).location)
      setValue('location', storageWords[next], { shouldDirty: true })
    if (next === lot.storage) setValue('location', shownPlaceOf(lot).location, { shouldDirty: true })
  }
  return (
    <Panel onSubmit={save} onBack={leave} doIt={t`Move`}>
      <StorageChoice value={storage} onChange={choose} />
      {note ? <p className="rounded-control bg-sunken px-3.5 py-3 text-sm">{note}</p> : null}
      <LocationInput {...field('location')} onStorage={(value) => setValue('storage', value, { shouldDirty: true })} />
    </Panel>
  )
}
