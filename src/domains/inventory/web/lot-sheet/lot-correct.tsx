import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { unitLabel } from '#platform/shared/unit-display.ts'
import { NumberInput, readNumber, writeNumber } from '#platform/web/ui/field.tsx'
import { amountStep } from '../add-item/amount-picker.tsx'
import { correct } from '../api/lot-actions.ts'
import type { PanelProps } from './lot-sheet.tsx'
import { Panel } from './panel.tsx'

/** Stocktake of one lot. The same figure confirms it; zero says it is gone. */
export function CorrectPanel({ lot, onDone, onBack }: PanelProps) {
  const [amount, setAmount] = useState(writeNumber(lot.quantity))
  const [tried, setTried] = useState(false)
  const there = readNumber(amount)
  const problem = there === null || Number.isNaN(there) ? t`Enter the actual amount.` : there < 0 ? t`Enter zero or more.` : null
  const save = () => {
    setTried(true)
    if (problem !== null || there === null) return
    void correct(lot, there)
    onDone()
  }
  return (
    <Panel onSubmit={save} onBack={onBack} doIt={there === lot.quantity ? t`Confirm` : t`Correct`}>
      <p className="text-ink-soft">
        <Trans>Enter the actual amount. This doesn’t count as used or wasted.</Trans>
      </p>
      <NumberInput
        label={t`Quantity`}
        value={amount}
        onValue={setAmount}
        step={amountStep(lot.unit)}
        suffix={unitLabel(lot.unit, there ?? 1)}
        error={tried && problem !== null ? problem : undefined}
      />
    </Panel>
  )
}
