import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { use } from 'react'
import { unitSuffix } from '#platform/shared/unit-display.ts'
import { familyOf } from '#platform/shared/units.ts'
import { NumberInput, parseNumber } from '#platform/web/ui/number-input.tsx'
import { amountStep } from '../../rules/amount-step.ts'
import { formatLotAmount, oneOwnUnitOf, ownUnitOfLot } from '../../rules/lot-amount.ts'
import { consume, correct, split } from '../api/lot-actions.ts'
import { rememberUse } from '../api/one-tap-amount.ts'
import { actualProblem, useAmount } from '../fields/use-amount.ts'
import { useLotAmount } from '../fields/use-lot-amount.ts'
import { AddToListContext } from './add-to-list.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'
import { amountProblem, PartialAmountPicker } from './partial-amount-picker.tsx'

/** Uses some or all of an item. Starts with one piece or can, or with everything if it is only weighed. */
export function UsePanel({ lot, onDone, onBack }: PanelProps) {
  const one = familyOf(lot.unit) === 'count' ? Math.min(1, lot.quantity) : oneOwnUnitOf(lot)
  const { chosen, submit, input } = useAmount(one ?? lot.quantity, (text) => amountProblem(text, lot.quantity))
  const { showWithStored } = useLotAmount()
  const addToList = use(AddToListContext)
  const apply = (amount: number) => {
    // The list shows it at once, so the sheet closes without waiting for the response.
    rememberUse(lot, amount)
    void consume(lot, amount, addToList)
    onDone()
  }
  return (
    <Panel
      onSubmit={submit(apply)}
      onBack={onBack}
      doIt={chosen === lot.quantity ? t`Use all` : chosen !== null ? t`Use ${formatLotAmount(lot, chosen)}` : t`Use`}
    >
      <p className="text-ink-soft">
        <Trans>You have {showWithStored(lot)}.</Trans>
      </p>
      <PartialAmountPicker label={t`How much`} max={lot.quantity} unit={lot.unit} ownUnit={ownUnitOfLot(lot)} {...input} />
    </Panel>
  )
}

const half = (quantity: number, isCounted: boolean) =>
  isCounted ? Math.max(1, Math.floor(quantity / 2)) : Math.round(quantity * 500) / 1000

/** Splits part off as a new item, which can be moved, frozen or opened separately. */
export function SplitPanel({ lot, onDone, onBack }: PanelProps) {
  const { submit, input } = useAmount(
    half(lot.quantity, familyOf(lot.unit) === 'count'),
    (text) => amountProblem(text, lot.quantity) ?? (parseNumber(text) === lot.quantity ? t`Enter less than the full amount.` : null),
  )
  const apply = (amount: number) => {
    void split(lot, amount)
    onDone()
  }
  return (
    <Panel onSubmit={submit(apply)} onBack={onBack} doIt={t`Split off`}>
      <p className="text-ink-soft">
        <Trans>The split-off part becomes a separate item with the same dates.</Trans>
      </p>
      <PartialAmountPicker label={t`Amount to split off`} max={lot.quantity} unit={lot.unit} ownUnit={ownUnitOfLot(lot)} {...input} />
    </Panel>
  )
}

/** Corrects the quantity. The same amount confirms it; zero means it is gone. */
export function CorrectPanel({ lot, onDone, onBack }: PanelProps) {
  const { chosen, submit, input } = useAmount(lot.quantity, actualProblem)
  const apply = (actual: number) => {
    void correct(lot, actual)
    onDone()
  }
  return (
    <Panel onSubmit={submit(apply)} onBack={onBack} doIt={chosen === lot.quantity ? t`Confirm` : t`Correct`}>
      <p className="text-ink-soft">
        <Trans>Enter the actual amount. This doesn’t count as used or wasted.</Trans>
      </p>
      <NumberInput label={t`Quantity`} step={amountStep(lot.unit)} suffix={unitSuffix(lot.unit, chosen ?? 1)} {...input} />
    </Panel>
  )
}
