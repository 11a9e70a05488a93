import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { HandHeart, Package, Snowflake, TrendingDown, Utensils } from 'lucide-react'
import { useState } from 'react'
import { useLinkedCircles } from '#domains/circles/web/index.ts'
import { useHasRole } from '#domains/households/web/index.ts'
import { useQuantityFormatter } from '#domains/settings/web/index.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { Link } from '#platform/web/ui/router.tsx'
import type { WasteAction } from '../../contract.ts'
import { formatLargeAmount } from '../../rules/recommend.ts'
import { carryOutAction } from '../api.ts'

const icons = { eat_first: Utensils, freeze: Snowflake, offer: HandHeart, lower_par: TrendingDown, smaller_pack: Package }
const dialogs: Partial<Record<WasteAction['kind'], typeof EatDialog>> = { eat_first: EatDialog, offer: OfferDialog }

function buttonLabel({ kind, to, unit }: WasteAction): string {
  switch (kind) {
    case 'eat_first':
      return t`Use`
    case 'freeze':
      return t`Freeze`
    case 'offer':
      return t`Offer`
    case 'lower_par':
      return to === null || unit === null ? t`Lower` : t`Lower to ${formatLargeAmount(to, unit)}`
    default:
      return t`Got it`
  }
}

/** Carries out a recommendation, after asking for the amount or circle if needed. A short one is only its icon on a phone. */
export function ActionButton({ action, isShort = false }: { action: WasteAction; isShort?: boolean }) {
  const mayChange = useHasRole('MEMBER')
  const [busy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  if (!mayChange) return null
  const Icon = icons[action.kind]
  const DialogOfAction = dialogs[action.kind]
  const label = buttonLabel(action)
  const perform = async () => {
    if (DialogOfAction) return setOpen(true)
    setBusy(true)
    await carryOutAction(action)
    setBusy(false)
  }
  return (
    <>
      <Button
        variant="quiet"
        icon={<Icon aria-hidden="true" className="size-4.5" />}
        busy={busy}
        onClick={() => void perform()}
        aria-label={`${label}: ${action.ingredientName}`}
        className={clsx('shrink-0 px-3 text-sm', isShort && 'max-sm:w-11 max-sm:px-0!')}
      >
        {isShort ? <span className="max-sm:sr-only">{label}</span> : label}
      </Button>
      {DialogOfAction ? <DialogOfAction action={action} open={isOpen} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

interface ActDialogProps {
  action: WasteAction
  open: boolean
  onClose: () => void
}

/** Asks for the amount eaten; all of it by default. */
function EatDialog({ action, open, onClose }: ActDialogProps) {
  const { show } = useQuantityFormatter()
  const max = action.quantity ?? 0
  const [text, setText] = useState(formatNumberInput(max))
  const quantity = parseNumber(text)
  const problem = quantity === null || !(quantity > 0) ? t`How much?` : quantity > max ? t`There isn’t that much.` : null
  const use = () => {
    if (problem !== null || quantity === null) return
    void carryOutAction(action, { quantity })
    onClose()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t`Use ${action.ingredientName}`}
      description={action.unit === null ? '' : t`You have ${show(max, action.unit)}.`}
      size="small"
      footer={
        <>
          <Link to="/plan" search={{ uses: action.ingredientId }} className={buttonClass('quiet')}>
            <Trans>Plan a meal with it</Trans>
          </Link>
          <Button onClick={use}>{quantity === max ? t`Use all` : t`Use`}</Button>
        </>
      }
    >
      <NumberInput
        label={t`How much`}
        value={text}
        onValue={setText}
        min={0}
        max={max}
        suffix={action.unit === null ? '' : unitSuffix(action.unit, quantity ?? 1)}
        error={problem ?? undefined}
      />
    </Dialog>
  )
}

/** Asks for one of the household's circles. */
function OfferDialog({ action, open, onClose }: ActDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => isOpen || onClose()}
      title={t`Offer ${action.ingredientName}`}
      description={t`The first person in the circle to claim it gets what’s available.`}
      size="small"
    >
      {open ? <Circles action={action} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Circles({ action, onClose }: Omit<ActDialogProps, 'open'>) {
  const circles = useLinkedCircles()
  const [chosen, setChosen] = useState('')
  const circleId = chosen || circles[0]?.id
  const offer = () => {
    if (circleId === undefined) return
    void carryOutAction(action, { circleId })
    onClose()
  }
  return (
    <div className="space-y-4">
      <Select label={t`Circle`} value={circleId ?? ''} onChange={(event) => setChosen(event.target.value)}>
        {circles.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
        <Button disabled={circleId === undefined} onClick={offer}>
          <Trans>Offer it</Trans>
        </Button>
      </div>
    </div>
  )
}
