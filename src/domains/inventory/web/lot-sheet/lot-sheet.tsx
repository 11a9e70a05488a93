import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef } from 'react'
import { useMay } from '#domains/households/web/index.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#platform/web/ui/states.tsx'
import type { Lot } from '../../contract.ts'
import { heldLot, oneLot } from '../api/lists.ts'
import { CorrectPanel } from './lot-correct.tsx'
import { LotDetail } from './lot-detail.tsx'
import { DiscardPanel } from './lot-discard.tsx'
import { MovePanel } from './lot-move.tsx'
import { RemovePanel } from './lot-remove.tsx'
import { SplitPanel } from './lot-split.tsx'
import { UsePanel } from './lot-use.tsx'

// The form library comes with the first edit: the dashboard opens this sheet too, and must stay light.
const EditPanel = lazy(async () => ({ default: (await import('./lot-edit.tsx')).EditPanel }))

export const lotActs = ['detail', 'use', 'move', 'split', 'correct', 'discard', 'edit', 'remove'] as const
export type LotAct = (typeof lotActs)[number]

const titles: Record<LotAct, (name: string) => string> = {
  detail: (name) => name,
  use: (name) => t`Use ${name}`,
  move: (name) => t`Move ${name}`,
  split: (name) => t`Split ${name}`,
  correct: (name) => t`How much ${name} do you have?`,
  discard: (name) => t`Discard ${name}`,
  edit: (name) => t`Edit ${name}`,
  remove: (name) => t`Delete ${name}?`,
}

/** What every panel gets. `onDone` after it was done, `onBack` when it was not. */
export interface PanelProps {
  lot: Lot
  onDone: () => void
  onBack: () => void
}

/** One lot in a sheet: everything known of it and everything one can do with it. */
export function LotSheet({
  id,
  act,
  onAct,
  onClose,
}: {
  id: string | null
  act: LotAct
  onAct: (act: LotAct) => void
  onClose: () => void
}) {
  const mayChange = useMay('MEMBER')
  // The sheet slides out with its last words still on it.
  const last = useRef({ id, act })
  if (id !== null) last.current = { id, act }
  const asked = last.current
  // A link may ask for more than a viewer may do.
  const shown = mayChange ? asked.act : 'detail'
  return (
    <Dialog
      open={id !== null}
      onOpenChange={(open) => open || onClose()}
      title={<Title id={asked.id} act={shown} />}
      size={shown === 'edit' ? 'medium' : 'small'}
    >
      {asked.id === null ? null : <Panel key={asked.id} id={asked.id} act={shown} openedOn={asked.act} onAct={onAct} onClose={onClose} />}
    </Dialog>
  )
}

const useLotNow = (id: string) => useQuery({ ...oneLot(id), placeholderData: () => heldLot(id) })

function Title({ id, act }: { id: string | null; act: LotAct }) {
  const { data: lot } = useQuery({ ...oneLot(id ?? ''), enabled: id !== null, placeholderData: () => heldLot(id ?? '') })
  return titles[act](lot?.ingredient.name ?? t`Item`)
}

interface OpenSheet {
  id: string
  act: LotAct
  /** The panel it was opened with: leaving that one closes the sheet, leaving another leads back. */
  openedOn: LotAct
  onAct: (act: LotAct) => void
  onClose: () => void
}

function Panel({ id, act, openedOn, onAct, onClose }: OpenSheet) {
  const { data: lot, error, refetch, isFetching } = useLotNow(id)
  const first = useRef(openedOn)
  if (!lot)
    return error ? (
      <ErrorState error={error} title={t`Couldn’t load this item`} onRetry={() => void refetch()} busy={isFetching} />
    ) : (
      <SkeletonRows rows={3} />
    )
  if (lot.state !== 'active')
    return (
      <EmptyState title={goneWords[lot.state]}>
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
    case 'discard':
      return <DiscardPanel {...panel} />
    case 'edit':
      return (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <EditPanel {...panel} />
        </Suspense>
      )
    case 'remove':
      return <RemovePanel {...panel} onDiscard={() => onAct('discard')} />
    default:
      return <LotDetail lot={lot} onAct={onAct} onDone={onClose} />
  }
}

const goneWords: Record<Exclude<Lot['state'], 'active'>, string> = {
  used: t`Used up`,
  discarded: t`Discarded`,
  removed: t`Deleted`,
  given: t`Given away`,
}
