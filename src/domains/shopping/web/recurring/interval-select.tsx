import { t } from '@lingui/core/macro'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { Interval } from '../../contract/index.ts'
import { describeInterval } from '../../rules/describe-cause.ts'

const offered: readonly Interval[] = [
  { count: 1, unit: 'week' },
  { count: 2, unit: 'week' },
  { count: 4, unit: 'week' },
  { count: 1, unit: 'month' },
]
const keyOf = ({ count, unit }: Interval) => `${count} ${unit}`

interface SelectProps {
  label: string
  labelHidden?: boolean
  hint?: string
  /** Null for what doesn't repeat. */
  every: Interval | null
  /** Null for never. */
  onEvery: (every: Interval | null) => void
}

/** Chooses how often something repeats. Also offers the current interval if it was set elsewhere. */
export function IntervalSelect({ every, onEvery, ...texts }: SelectProps) {
  const isOther = every !== null && !offered.some((one) => keyOf(one) === keyOf(every))
  const all = isOther ? [every, ...offered] : offered
  return (
    <Select
      {...texts}
      value={every ? keyOf(every) : ''}
      onChange={({ target }) => onEvery(all.find((one) => keyOf(one) === target.value) ?? null)}
    >
      <option value="">{t({ message: 'Never', context: 'repeat' })}</option>
      {all.map((one) => (
        <option key={keyOf(one)} value={keyOf(one)}>
          {describeInterval(one)}
        </option>
      ))}
    </Select>
  )
}
