import { plural, t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Select } from '#platform/web/ui/form-fields.tsx'
import type { WarningDays } from '../../contract/index.ts'

const choices = [0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 60]

const wordsOf = (days: number) =>
  days === 0 ? t`On the day itself` : plural(days, { one: '# day before its date', other: '# days before its date' })

/**
 * How long before its date an item is warned about: `''` for the usual time, `never`, or a number of days. With `asIs`, `''` has that label and
 * `usual` is the usual time.
 */
export function WarningSelect({
  current,
  asIs,
  ...props
}: Omit<ComponentProps<typeof Select>, 'label' | 'hint' | 'children'> & { current: WarningDays; asIs?: string }) {
  const days = typeof current === 'number' ? [...new Set([...choices, current])].toSorted((a, b) => a - b) : choices
  return (
    <Select label={t`Warn me`} hint={t`For everyone in the household. It still shows as expired once its date has passed.`} {...props}>
      {asIs === undefined ? null : <option value="">{asIs}</option>}
      <option value={asIs === undefined ? '' : 'usual'}>{t`As usual: 3 days before its date`}</option>
      <option value="never">{t`Never`}</option>
      {days.map((count) => (
        <option key={count} value={count}>
          {wordsOf(count)}
        </option>
      ))}
    </Select>
  )
}
