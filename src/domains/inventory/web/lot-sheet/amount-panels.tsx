import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { use, useState } from 'react'
import { formatAmount, unitSuffix } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { formatNumberInput, NumberInput, parseNumber } from '#platform/web/ui/form-fields.tsx'
import { AmountPicker, amountProblem, amountStep } from '../add-item/amount-picker.tsx'
import { rememberUse } from '../api/consume-one-tap.ts'
import { consume, correct, split } from '../api/lot-actions.ts'
import { AddToListContext } from './add-to-list.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

/** Uses some or all of an item. Starts with one piece, or with everything if it is weighed. */
export function UsePanel({ lot, onDone, onBack }: PanelProps) {
  const [amount, setAmount] = useState(() => formatNumberInput(familyOf(lot.unit) === 'count' ? Math.min(1, lot.quantity) : lot.quantity))
  const [tried, setTried] = useState(false)
  const problem = amountProblem(amount, lot.quantity)
  const chosen = parseNumber(amount)
  const addToList = use(AddToListContext)
  const submit = () => {
    setTried(true)
    if (problem !== null || chosen === null) return
    // The list shows it at once, so the sheet closes without waiting for the response.
    rememberUse(lot, chosen)
    void consume(lot, chosen, addToList)
    onDone()
  }
  return (
    <Panel
      onSubmit={submit}
      onBack={onBack}
      doIt={
        problem === null && chosen === lot.quantity
          ? t`Use all`
          : problem === null && chosen !== null
            ? t`Use ${formatAmount(chosen, lot.unit)}`
            : t`Use`
      }
    >
      <p className="text-ink-soft">
        <Trans>You have {formatAmount(lot.quantity, lot.unit)}.</Trans>
      </p>
      <AmountPicker
        label={t`How much`}
        value={amount}
        onValue={setAmount}
        max={lot.quantity}
        unit={lot.unit}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}

const half = (quantity: number, isCounted: boolean) =>
  isCounted ? Math.max(1, Math.floor(quantity / 2)) : Math.round(quantity * 500) / 1000

/** Splits part off as a new item, which can be moved, frozen or opened separately. */
export function SplitPanel({ lot, onDone, onBack }: PanelProps) {
  const [amount, setAmount] = useState(() => formatNumberInput(half(lot.quantity, familyOf(lot.unit) === 'count')))
  const [tried, setTried] = useState(false)
  const chosen = parseNumber(amount)
  const problem = amountProblem(amount, lot.quantity) ?? (chosen === lot.quantity ? t`Enter less than the full amount.` : null)
  const submit = () => {
    setTried(true)
    if (problem !== null || chosen === null) return
    void split(lot, chosen)
    onDone()
  }
  return (
    <Panel onSubmit={submit} onBack={onBack} doIt={t`Split off`}>
      <p className="text-ink-soft">
        <Trans>The split-off part becomes a separate item with the same dates.</Trans>
      </p>
      <AmountPicker
        label={t`Amount to split off`}
        value={amount}
        onValue={setAmount}
        max={lot.quantity}
        unit={lot.unit}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}

/** Corrects the quantity. The same amount confirms it; zero means it is gone. */
export function CorrectPanel({ lot, onDone, onBack }: PanelProps) {
  const [amount, setAmount] = useState(formatNumberInput(lot.quantity))
  const [tried, setTried] = useState(false)
  const actual = parseNumber(amount)
  const problem = actual === null || Number.isNaN(actual) ? t`Enter the actual amount.` : actual < 0 ? t`Enter zero or more.` : null
  const save = () => {
    setTried(true)
    if (problem !== null || actual === null) return
    void correct(lot, actual)
    onDone()
  }
  return (
    <Panel onSubmit={save} onBack={onBack} doIt={actual === lot.quantity ? t`Confirm` : t`Correct`}>
      <p className="text-ink-soft">
        <Trans>Enter the actual amount. This doesn’t count as used or wasted.</Trans>
      </p>
      <NumberInput
        label={t`Quantity`}
        value={amount}
        onValue={setAmount}
        step={amountStep(lot.unit)}
        suffix={unitSuffix(lot.unit, actual ?? 1)}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}
