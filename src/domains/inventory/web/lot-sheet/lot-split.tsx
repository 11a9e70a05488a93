import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { familyOf } from '#platform/shared/units.ts'
import { readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { AmountPicker, amountProblem } from '../add-item/amount-picker.tsx'
import { split } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

const half = (quantity: number, whole: boolean) => (whole ? Math.max(1, Math.floor(quantity / 2)) : Math.round(quantity * 500) / 1000)

/** A part becomes a lot of its own, to be moved, frozen or opened apart from the rest. */
export function SplitPanel({ lot, onDone, onBack }: PanelProps) {
  const [amount, setAmount] = useState(() => writeNumber(half(lot.quantity, familyOf(lot.unit) === 'count')))
  const [tried, setTried] = useState(false)
  const chosen = readNumber(amount)
  const problem = amountProblem(amount, lot.quantity) ?? (chosen === lot.quantity ? t`Enter less than the full amount.` : null)
  const divide = () => {
    setTried(true)
    if (problem !== null || chosen === null) return
    void split(lot, chosen)
    onDone()
  }
  return (
    <Panel onSubmit={divide} onBack={onBack} doIt={t`Split off`}>
      <p className="text-ink-soft">
        <Trans>The split-off part becomes a separate item with the same dates.</Trans>
      </p>
      <AmountPicker
        label={t`Amount to split off`}
        value={amount}
        onValue={setAmount}
        most={lot.quantity}
        unit={lot.unit}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}
