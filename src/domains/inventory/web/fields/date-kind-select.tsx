import { t } from '@lingui/core/macro'
import type { ComponentProps } from 'react'
import { Select } from '#platform/web/ui/form-fields.tsx'
import { type DateKind, dateKinds } from '../../contract.ts'

const dateKindWords: Record<DateKind, string> = { use_by: t`Use by`, best_before: t`Best before`, estimate: t`My estimate` }

/** What the date means: a use-by is about safety, a best-before about taste. */
export function DateKindSelect({
  emptyLabel = t`Not specified`,
  ...props
}: Omit<ComponentProps<typeof Select>, 'label' | 'children'> & { emptyLabel?: string }) {
  return (
    <Select label={t`Date type`} {...props}>
      <option value="">{emptyLabel}</option>
      {dateKinds.map((kind) => (
        <option key={kind} value={kind}>
          {dateKindWords[kind]}
        </option>
      ))}
    </Select>
  )
}
