import { t } from '@lingui/core/macro'
import clsx from 'clsx'
import type { OwnUnit } from '#domains/ingredients/contract/index.ts'
import { ownUnitLabel } from '#domains/ingredients/rules/own-units.ts'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { convert, familyOf, type Unit } from '#platform/shared/units.ts'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { amountStep } from '../../rules/amount-step.ts'

const rounded = (quantity: number) => Math.round(quantity * 1000) / 1000
const all = t`All`
const parts = [
  { words: '¼', share: 0.25 },
  { words: '½', share: 0.5 },
  { words: '¾', share: 0.75 },
] as const

/** Picks part of an amount: a stepper, quarters, all. Uses the lot's unit. */
export function PartialAmountPicker({
  label,
  value,
  onValue,
  max,
  unit,
  ownUnit = null,
  error,
}: {
  label: string
  value: string
  onValue: (text: string) => void
  max: number
  unit: Unit
  /** One of it is offered too. */
  ownUnit?: OwnUnit | null
  error?: string | undefined
}) {
  const chosen = parseNumber(value)
  // Counted items only split into whole pieces.
  const isCounted = familyOf(unit) === 'count'
  const shares = parts
    .map(({ words, share }) => ({ words, amount: rounded(max * share) }))
    .filter(({ amount }) => amount > 0 && (!isCounted || Number.isInteger(amount)))
  const ofOne = ownUnit && convert(ownUnit.quantity, ownUnit.unit, unit)
  const one = ownUnit && ofOne && ofOne < max ? [{ words: `1 ${ownUnitLabel(ownUnit.name)}`, amount: rounded(ofOne) }] : []
  return (
    <div className="space-y-3">
      <NumberInput
        label={label}
        value={value}
        onValue={onValue}
        step={amountStep(unit, max)}
        max={max}
        suffix={unitSuffix(unit, chosen ?? 1)}
        error={error}
      />
      <div className="flex flex-wrap gap-2">
        {[...one, ...shares, { words: all, amount: max }].map(({ words, amount }) => (
          <button
            key={words}
            type="button"
            aria-pressed={chosen === amount}
            aria-label={words === all ? t`All of it` : words === one[0]?.words ? words : t`${words} of it`}
            onClick={() => onValue(formatNumberInput(amount))}
            className={clsx(
              'figures min-h-11 min-w-11 flex-auto whitespace-nowrap rounded-control px-2 border text-base',
              chosen === amount ? 'border-herb bg-herb-soft font-semibold text-herb-ink' : 'border-edge/60 hover:bg-hover',
            )}
          >
            {words}
          </button>
        ))}
      </div>
    </div>
  )
}

/** Returns why the amount can't be taken, or null if it can. */
export function amountProblem(text: string, most: number): string | null {
  const amount = parseNumber(text)
  if (amount === null || Number.isNaN(amount)) return t`Enter an amount.`
  if (amount <= 0) return t`Enter an amount above zero.`
  if (amount > most) return t`You only have ${most}.`
  return null
}
