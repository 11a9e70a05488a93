import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { translateLocation } from '#domains/ingredients/rules/location-names.ts'
import { type DiscardReason, discardLot, type Lot, useLot } from '#domains/inventory/contract.ts'
import { daysLeft } from '#domains/inventory/rules/expiry-status.ts'
import { LotExpiryBadge } from '#domains/inventory/web/index.ts'
import type { CalendarDate } from '#platform/shared/calendar.ts'
import { formatAmount, formatAmountOf } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { callTablet } from '#platform/web/api/call-tablet.ts'
import { TabletButton } from './tablet-button.tsx'
import type { Acts } from './use-acts.ts'

const firstShown = 8

interface LotsProps {
  lots: readonly Lot[]
  today: CalendarDate
  acts: Acts
  isOffline: boolean
}

/** What to use first: items with a date, soonest on top. */
export function UseFirst({ lots, ...rest }: LotsProps) {
  const [isWhole, setWhole] = useState(false)
  const dated = lots.filter(({ effectiveExpiration }) => effectiveExpiration !== null)
  const shown = isWhole ? dated : dated.slice(0, firstShown)
  const more = dated.length - shown.length
  return (
    <section aria-labelledby="use-first" className="rounded-card border border-line bg-card p-4">
      <h2 id="use-first" className="display mb-2 text-2xl">
        <Trans>Use first</Trans>
      </h2>
      {dated.length === 0 ? (
        <p className="py-4 text-xl text-ink-soft">
          <Trans>Nothing here has a date.</Trans>
        </p>
      ) : (
        <LotRows lots={shown} {...rest} />
      )}
      {more > 0 ? (
        <TabletButton variant="plain" className="mt-2 w-full" onClick={() => setWhole(true)}>
          {plural(more, { one: 'Show # more', other: 'Show # more' })}
        </TabletButton>
      ) : null}
    </section>
  )
}

/** Items that open on touch. One is open at a time. */
export function LotRows({ lots, ...rest }: LotsProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  return (
    <ul className="divide-y divide-line">
      {lots.map((lot) => (
        <LotRow key={lot.id} lot={lot} isOpen={lot.id === openId} onOpen={(isOpen) => setOpenId(isOpen ? lot.id : null)} {...rest} />
      ))}
    </ul>
  )
}

interface LotRowProps extends Omit<LotsProps, 'lots'> {
  lot: Lot
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
}

function LotRow({ lot, isOpen, onOpen, ...rest }: LotRowProps) {
  const toggle = useRef<HTMLButtonElement>(null)
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const close = () => {
    // The button that was pressed disappears.
    toggle.current?.focus()
    onOpen(false)
  }
  return (
    <li>
      <button
        ref={toggle}
        type="button"
        aria-expanded={isOpen}
        className="flex min-h-16 w-full items-center gap-3 rounded-control px-1 py-2 text-start"
        onClick={() => onOpen(!isOpen)}
      >
        <span className="min-w-0 flex-1">
          <span className="display block text-xl break-words">{lot.ingredient.name}</span>
          <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-lg text-ink-soft">
            <LotExpiryBadge lot={lot} today={rest.today} isDetailed className="text-base! whitespace-normal!" />
            <span>{[formatAmount(lot.quantity, lot.unit), translateLocation(lot.location)].filter(Boolean).join(' · ')}</span>
          </span>
        </span>
        <Chevron aria-hidden="true" className="size-6 shrink-0 text-ink-soft" />
      </button>
      {isOpen ? <LotActs lot={lot} onDone={close} {...rest} /> : null}
    </li>
  )
}

const round = (quantity: number) => Math.max(0.001, Math.round(quantity * 1000) / 1000)

/** Returns amounts to use with their label: fractions of what is measured, whole pieces of what is counted. */
function amountsOf({ quantity, unit }: Lot): { label: string; quantity: number }[] {
  if (familyOf(unit) === 'count') {
    const half = Math.floor(quantity / 2)
    return [...new Set([1, half])]
      .filter((some) => some > 0 && some < quantity)
      .map((some) => ({ label: formatAmount(some, unit), quantity: some }))
  }
  return [
    { label: `¼ · ${formatAmount(round(quantity / 4), unit)}`, quantity: round(quantity / 4) },
    { label: `½ · ${formatAmount(round(quantity / 2), unit)}`, quantity: round(quantity / 2) },
  ].filter((some) => some.quantity < quantity)
}

function LotActs({ lot, today, acts, isOffline, onDone }: Omit<LotsProps, 'lots'> & { lot: Lot; onDone: () => void }) {
  const [isDiscarding, setDiscarding] = useState(false)
  /** The button that was pressed last, which shows that it runs. The others wait. */
  const [pressed, setPressed] = useState('')
  const { id, unit, ingredient } = lot
  const isRunning = acts.isRunning(id)
  const stateOf = (name: string) => ({ busy: isRunning && pressed === name, disabled: isOffline || (isRunning && pressed !== name) })
  const consume = async (name: string, quantity: number) => {
    setPressed(name)
    const used = formatAmountOf(quantity, unit, ingredient.name)
    if (await acts.run(id, () => callTablet(useLot, { params: { id }, body: { quantity } }), t`Used ${used}`)) onDone()
  }
  const discard = async (reason: DiscardReason) => {
    setPressed(reason)
    if (await acts.run(id, () => callTablet(discardLot, { params: { id }, body: { reason } }), t`Discarded ${ingredient.name}`)) onDone()
  }
  const reason = (daysLeft(lot.effectiveExpiration as CalendarDate | null, today) ?? 0) < 0 ? 'expired' : 'spoiled'
  if (isDiscarding)
    return (
      <fieldset aria-label={t`Why discard ${ingredient.name}?`} className="flex flex-wrap items-center gap-2 pb-3">
        <p className="w-full text-lg">
          <Trans>Discard all of it? Say why:</Trans>
        </p>
        <TabletButton variant="danger" {...stateOf(reason)} onClick={() => void discard(reason)}>
          {reason === 'expired' ? t`Expired` : t`Spoiled`}
        </TabletButton>
        <TabletButton variant="danger" {...stateOf('other')} onClick={() => void discard('other')}>
          <Trans>Other</Trans>
        </TabletButton>
        <TabletButton variant="quiet" disabled={isRunning} onClick={() => setDiscarding(false)}>
          <Trans>Cancel</Trans>
        </TabletButton>
      </fieldset>
    )
  return (
    <fieldset aria-label={t`Use ${ingredient.name}`} className="flex flex-wrap gap-2 pb-3">
      {amountsOf(lot).map(({ label, quantity }) => (
        <TabletButton
          key={label}
          variant="quiet"
          {...stateOf(label)}
          onClick={() => void consume(label, quantity)}
          aria-label={t`Use ${label}`}
        >
          {label}
        </TabletButton>
      ))}
      <TabletButton {...stateOf('all')} onClick={() => void consume('all', lot.quantity)}>
        <Trans>Use all</Trans>
      </TabletButton>
      <TabletButton variant="quiet" className="text-late-ink" disabled={isOffline || isRunning} onClick={() => setDiscarding(true)}>
        <Trans>Discard</Trans>
      </TabletButton>
    </fieldset>
  )
}
