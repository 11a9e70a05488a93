import { Trans } from '@lingui/react/macro'
import clsx from 'clsx'
import { useId } from 'react'
import { type Period, periods } from '../../contract.ts'
import { periodWords } from './messages.ts'

/** Week, month, quarter or year as a radio group. */
export function PeriodSelect({ value, onChange }: { value: Period; onChange: (period: Period) => void }) {
  const name = useId()
  return (
    <fieldset className="flex flex-wrap rounded-control border border-edge/60 bg-card p-0.5">
      <legend className="sr-only">
        <Trans>Period</Trans>
      </legend>
      {periods.map((period) => (
        <label
          key={period}
          className={clsx(
            'relative flex min-h-10 items-center rounded-[0.5rem] px-2 text-xs font-semibold sm:text-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-herb sm:px-3.5',
            value === period ? 'bg-herb-soft text-herb-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={period}
            checked={value === period}
            onChange={() => onChange(period)}
            className="absolute -inset-y-0.5 inset-x-0 cursor-pointer appearance-none outline-none"
          />
          {periodWords[period]}
        </label>
      ))}
    </fieldset>
  )
}
