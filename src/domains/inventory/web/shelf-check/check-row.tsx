import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { Check, CircleSlash, PencilLine, Undo2 } from 'lucide-react'
import { type PointerEvent, useRef, useState } from 'react'
import { useToday } from '#domains/households/web/index.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { LargeAmount } from '#platform/web/ui/large-amount.tsx'
import { NumberInput } from '#platform/web/ui/number-input.tsx'
import type { Lot } from '../../contract.ts'
import { amountStep } from '../../rules/amount-step.ts'
import { LotExpiryBadge } from '../fields/lot-badges.tsx'
import { actualProblem, useAmount } from '../fields/use-amount.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'

/** The reported amount of a lot, and the change's `seq` for Undo. */
export interface CheckResult {
  kind: 'here' | 'fixed' | 'gone'
  quantity: number
  seq: number | null
}

interface CheckRowProps {
  lot: Lot
  checked: CheckResult | undefined
  onReport: (quantity: number) => void
  onUndo: (seq: number) => void
}

/** Reports one lot as still here, adjusted or gone, by button or by swipe. */
export function CheckRow({ lot, checked, onReport, onUndo }: CheckRowProps) {
  const [fixing, setFixing] = useState(false)
  const { drag, handlers } = useSwipe({ enabled: !checked && !fixing, onRight: () => onReport(lot.quantity), onLeft: () => onReport(0) })
  if (checked) return <CheckedRow lot={lot} checked={checked} onUndo={onUndo} />
  return (
    <li className="relative">
      <Behind drag={drag} />
      <div
        {...handlers}
        style={drag === 0 ? undefined : { transform: `translateX(${drag}px)` }}
        className="relative touch-pan-y bg-card py-3.5"
      >
        <Facts lot={lot} />
        {fixing ? (
          <Fix
            lot={lot}
            onCancel={() => setFixing(false)}
            onFix={(quantity) => {
              setFixing(false)
              onReport(quantity)
            }}
          />
        ) : (
          <div className="mt-3 grid grid-cols-3 gap-2">
            <Button
              variant="quiet"
              icon={<Check aria-hidden="true" className="size-5 text-herb-ink" />}
              onClick={() => onReport(lot.quantity)}
              className="px-2!"
              aria-label={t`Confirm ${lot.ingredient.name}`}
            >
              <Trans>Confirm</Trans>
            </Button>
            <Button
              variant="quiet"
              icon={<PencilLine aria-hidden="true" className="size-5 text-ink-soft" />}
              onClick={() => setFixing(true)}
              className="px-2!"
              aria-label={t`Adjust ${lot.ingredient.name}`}
            >
              <Trans>Adjust</Trans>
            </Button>
            <Button
              variant="quiet"
              icon={<CircleSlash aria-hidden="true" className="size-5 text-late-ink" />}
              onClick={() => onReport(0)}
              className="px-2!"
              aria-label={t`Mark ${lot.ingredient.name} as gone`}
            >
              <Trans>Gone</Trans>
            </Button>
          </div>
        )}
      </div>
    </li>
  )
}

function Facts({ lot }: { lot: Lot }) {
  const { parts } = useLotAmount()
  const today = useToday()
  return (
    <div className="flex items-center justify-between gap-3">
      <div className="min-w-0">
        <p className="display truncate text-lg">{lot.ingredient.name}</p>
        <LotExpiryBadge lot={lot} today={today} className="mt-1" />
      </div>
      <LargeAmount {...parts(lot)} className="shrink-0 items-end" />
    </div>
  )
}

function Fix({ lot, onFix, onCancel }: { lot: Lot; onFix: (quantity: number) => void; onCancel: () => void }) {
  const { chosen, submit, input } = useAmount(lot.quantity, actualProblem)
  return (
    <form className="mt-3 space-y-3" noValidate onSubmit={submit(onFix)}>
      <NumberInput label={t`Actual amount`} step={amountStep(lot.unit)} suffix={unitSuffix(lot.unit, chosen ?? 1)} {...input} />
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onCancel}>
          <Trans>Cancel</Trans>
        </Button>
        <Button type="submit">
          <Trans>Adjust</Trans>
        </Button>
      </div>
    </form>
  )
}

const words = { here: t`Still here`, fixed: t`Adjusted`, gone: t`Gone` }

function CheckedRow({ lot, checked, onUndo }: { lot: Lot; checked: CheckResult; onUndo: (seq: number) => void }) {
  const { show } = useLotAmount()
  const { seq, kind, quantity } = checked
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5 text-ink-soft">
      {kind === 'gone' ? (
        <CircleSlash aria-hidden="true" className="size-5 shrink-0 text-late-ink" />
      ) : (
        <Check aria-hidden="true" className="size-5 shrink-0 text-herb-ink" />
      )}
      <span className="min-w-0 flex-1 truncate">
        {lot.ingredient.name}: {words[kind]}
        {kind === 'fixed' ? `, ${show(lot, quantity)}` : ''}
      </span>
      {seq === null ? null : (
        <Button
          variant="plain"
          icon={<Undo2 aria-hidden="true" className="size-4.5" />}
          onClick={() => onUndo(seq)}
          aria-label={t`Undo ${lot.ingredient.name}`}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
    </li>
  )
}

/** Shows what the swipe will do while a row is dragged. */
function Behind({ drag }: { drag: number }) {
  if (drag === 0) return null
  const right = drag > 0
  return (
    <div
      aria-hidden="true"
      className={clsx(
        'absolute inset-0 flex items-center gap-2 rounded-control px-4 font-semibold',
        right ? 'bg-herb-soft text-herb-ink' : 'flex-row-reverse bg-late-soft text-late-ink',
        Math.abs(drag) < swipePx && 'opacity-60',
      )}
    >
      {right ? <Check className="size-6" /> : <CircleSlash className="size-6" />}
      {right ? t`Still here` : t`Gone`}
    </div>
  )
}

/** The distance that completes a swipe. */
const swipePx = 96
/** The distance below which a movement isn't a drag. */
const slackPx = 12

function useSwipe({ enabled, onRight, onLeft }: { enabled: boolean; onRight: () => void; onLeft: () => void }) {
  const [drag, setDrag] = useState(0)
  const start = useRef<{ x: number; y: number; id: number } | null>(null)
  const end = (event: PointerEvent) => {
    if (start.current?.id !== event.pointerId) return
    start.current = null
    setDrag(0)
    if (event.type === 'pointercancel') return
    if (drag >= swipePx) onRight()
    else if (drag <= -swipePx) onLeft()
  }
  const handlers = {
    onPointerDown(event: PointerEvent) {
      if (!enabled || event.pointerType !== 'touch' || !event.isPrimary) return
      start.current = { x: event.clientX, y: event.clientY, id: event.pointerId }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const from = start.current
      if (from?.id !== event.pointerId) return
      const x = event.clientX - from.x
      if (drag === 0 && Math.abs(x) < slackPx) return
      if (drag === 0) event.currentTarget.setPointerCapture(event.pointerId)
      setDrag(x)
    },
    onPointerUp: end,
    onPointerCancel: end,
  }
  return { drag, handlers }
}
