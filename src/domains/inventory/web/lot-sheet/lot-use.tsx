import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useUnits } from '#domains/settings/web/index.ts'
import { familyOf } from '#platform/shared/units.ts'
import { readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { AmountPicker, amountProblem } from '../add-item/amount-picker.tsx'
import { take } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

/** Some or all for a meal. Starts with one piece, or with everything where the food is weighed. */
export function UsePanel({ lot, onDone, onBack }: PanelProps) {
  const { show } = useUnits()
  const [amount, setAmount] = useState(() => writeNumber(familyOf(lot.unit) === 'count' ? Math.min(1, lot.quantity) : lot.quantity))
  const [tried, setTried] = useState(false)
  const problem = amountProblem(amount, lot.quantity)
  const chosen = readNumber(amount)
  const use = () => {
    setTried(true)
    if (problem !== null || chosen === null) return
    // The list shows it at once; the sheet need not wait for the answer.
    void take(lot, chosen)
    onDone()
  }
  return (
    <Panel
      onSubmit={use}
      onBack={onBack}
      doIt={
        problem === null && chosen === lot.quantity
          ? t`Use all`
          : problem === null && chosen !== null
            ? t`Use ${show(chosen, lot.unit)}`
            : t`Use`
      }
    >
      <p className="text-ink-soft">
        <Trans>You have {show(lot.quantity, lot.unit)}.</Trans>
      </p>
      <AmountPicker
        label={t`How much`}
        value={amount}
        onValue={setAmount}
        most={lot.quantity}
        unit={lot.unit}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}
